import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { defineCommand } from '#domain/command.ts'
import { TenfoldError, requireFound } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type TestApp, TEST_NOW, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { deleteUser } from '../auth/store.ts'
import { findCategory, insertCategory, removeCategory } from '../categories/store.ts'
import { inTransaction } from '../db/transaction.ts'
import { listChanges } from '../events/store.ts'
import { findTask } from '../tasks/store.ts'
import { type Request, type Steps, execute, settleEffects } from './execute.ts'

type Input = { name: string; taskId: number }
type State = { category: string | null }

let test: TestApp
let task: Task
let order: string[]
beforeEach(async () => {
  test = await buildTestApp()
  task = await makeTask(await signUp(test), {})
  order = []
})
afterEach(() => test.close())

const command = defineCommand({
  name: 'test.create',
  needs: ({ name }: Input) => ({ category: name }),
  rule: ({ category }: State, { name }): { name: string } => {
    order.push('rule')
    if (category !== null) throw new TenfoldError('category_exists', 'There is one.')
    return { name }
  },
})

type TestSteps = Steps<Input, { category: string }, Task, State, { name: string }, string>

const steps: TestSteps = {
  target: async (db, { userId }, { taskId }) => {
    order.push('target')
    return requireFound(await findTask(db, userId, taskId))
  },
  read: async (db, { userId }, needs) => {
    order.push('read')
    return { category: await findCategory(db, userId, needs.category) }
  },
  write: async (db, { userId, now }, { name }) => {
    order.push('write')
    await insertCategory(db, userId, { name, createdAt: now })
    return name
  },
  replay: async (_db, _author, { name }) => {
    order.push('replay')
    return `${name} again`
  },
  effects: async (result, _input) => {
    order.push(`effects of ${result}, ${(await changes()).length} changes`)
  },
}

const request = (name: string, more: { key?: string; ifMatch?: string } = {}): Request<Input> => ({
  actor: { userId: task.userId, now: TEST_NOW, zone: 'UTC', key: more.key },
  call: 'POST /test',
  body: { name },
  input: { name, taskId: task.id },
  ifMatch: more.ifMatch,
  log: test.app.log,
})

async function run(one: Request<Input>, changed: Partial<TestSteps> = {}): Promise<string> {
  const executor = { db: test.db, wake: () => void order.push('wake') }
  return execute(executor, command, { ...steps, ...changed }, one)
}

/** Returns the committed changes after the one that created the task. */
const changes = async () => (await listChanges(test.db, task.userId, 1)) ?? []
const names = () => test.db.selectFrom('categories').select('name').execute()

describe('a command', () => {
  it('runs its steps in order, and its effects after the response', async () => {
    const response = await run(request('Garden', { ifMatch: '"1"' }))
    order.push('response')
    await settleEffects()
    expect(response).toBe('Garden')
    expect(order).toEqual([
      'target',
      'read',
      'rule',
      'write',
      'wake',
      'response',
      'effects of Garden, 1 changes',
    ])
  })

  it('records the changes of all its writes together, in order', async () => {
    await run(request('Garden'), {
      write: async (db, { userId, now }) => {
        await insertCategory(db, userId, { name: 'Garden', createdAt: now })
        await insertCategory(db, userId, { name: 'Harbour', createdAt: now })
        await removeCategory(db, userId, 'Garden')
        return ''
      },
    })
    expect(await changes()).toEqual([
      { number: 2, kind: 'category', id: 'Garden' },
      { number: 3, kind: 'category', id: 'Harbour' },
      { number: 4, kind: 'category', id: 'Garden', deleted: true },
    ])
  })

  it('responds even if its effect fails, and logs the failure', async () => {
    const fault = new Error('the disk is gone')
    expect(await run(request('Garden'), { effects: () => Promise.reject(fault) })).toBe('Garden')
    await settleEffects()
    expect(await names()).toEqual([{ name: 'Garden' }])
    expect(test.log.filter((line) => line.includes('an effect of a command failed'))).toHaveLength(1)
  })

  it('responds before a slow effect ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    expect(await run(request('Garden'), { effects: () => promise })).toBe('Garden')
    resolve()
  })

  it('whose rule throws writes nothing, and its effects receive null', async () => {
    await run(request('Garden'))
    await settleEffects()
    order = []
    const failed = run(request('GARDEN', { key: 'a key' }))
    await expect(failed).rejects.toMatchObject({ code: 'category_exists' })
    await settleEffects()
    expect(order).toEqual(['target', 'read', 'rule', 'wake', 'effects of null, 1 changes'])
    expect(await names()).toEqual([{ name: 'Garden' }])
    expect(await test.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it('whose write throws leaves no row, no change and no key', async () => {
    const failed = run(request('Garden', { key: 'a key' }), {
      write: async (db, { userId, now }, { name }) => {
        await insertCategory(db, userId, { name, createdAt: now })
        throw new Error('no')
      },
    })
    await expect(failed).rejects.toThrow('no')
    expect([await names(), await changes()]).toEqual([[], []])
    expect(await test.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it('is rejected with not_signed_in if its account was deleted while it waited', async () => {
    const [deleted, failed] = await Promise.allSettled([
      inTransaction(test.db, task.userId, (db) => deleteUser(db, task.userId)),
      run(request('Garden'), { target: async () => task }),
    ])
    expect(deleted.status).toBe('fulfilled')
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'not_signed_in' } })
  })

  it('is rejected before it reads anything if If-Match has a different version', async () => {
    const failed = run(request('Garden', { ifMatch: '"7"' }))
    await expect(failed).rejects.toMatchObject({ code: 'changed', task: { id: task.id } })
    expect(order.slice(0, 2)).toEqual(['target', 'wake'])
    expect(await names()).toEqual([])
  })

  it('with a used key is replayed, regardless of its If-Match', async () => {
    await run(request('Garden', { key: 'a key', ifMatch: '"1"' }))
    await settleEffects()
    order = []
    expect(await run(request('Garden', { key: 'a key', ifMatch: '"7"' }))).toBe('Garden again')
    expect(order).toEqual(['replay', 'wake'])
    expect(await changes()).toHaveLength(1)
  })

  it('with a used key and a different body is rejected', async () => {
    await run(request('Garden', { key: 'a key' }))
    await expect(run(request('Harbour', { key: 'a key' }))).rejects.toMatchObject({ code: 'key_reused' })
    expect(await names()).toEqual([{ name: 'Garden' }])
  })

  it('sent twice in parallel with the same key runs only once', async () => {
    const answers = await Promise.all([1, 2].map(() => run(request('Garden', { key: 'a key' }))))
    expect(answers).toEqual(['Garden', 'Garden again'])
    expect(await changes()).toHaveLength(1)
  })

  it('sent twice in parallel without a key runs twice, one after the other', async () => {
    const [first, second] = await Promise.allSettled([run(request('Garden')), run(request('Garden'))])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'category_exists' } })
    // On SQLite both commands share a commit, after which the streams wake.
    const inside = new Set(['target', 'read', 'rule', 'write'])
    expect(order.filter((step) => inside.has(step))).toEqual(
      ['target', 'read', 'rule', 'write'].concat(['target', 'read', 'rule']),
    )
  })
})

describe('a write outside a command', () => {
  it('is rejected', async () => {
    const write = test.db
      .transaction()
      .execute((db) => insertCategory(db, task.userId, { name: 'Garden', createdAt: TEST_NOW }))
    await expect(write).rejects.toThrow('Only commands can change')
    expect(await names()).toEqual([])
  })

  it('does not occur in the source', () => {
    const cwd = join(import.meta.dirname, '..')
    const paths = globSync('**/*.ts', { cwd }).filter((path) => !path.endsWith('.test.ts'))
    const sources = paths.filter((path) => !ALLOWED.has(path))
    expect(sources).toContain('categories/store.ts')
    const text = (path: string) => readFileSync(join(cwd, path), 'utf8')
    expect(sources.filter((path) => text(path).includes('recordChanges'))).toEqual([])
  })
})

const ALLOWED = new Set(['events/store.ts', 'run/execute.ts'])
