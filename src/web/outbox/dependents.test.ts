import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeSeveral, deleteSeveral } from '../selection/commands.ts'
import { type Swap, pushDown, swapTasks } from '../slots/commands.ts'
import { changeTask, orderLevel } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { createTemplate, instantiateTemplate, setTemplateTasks } from '../templates/commands.ts'
import { findWaitingTemplate } from '../templates/waiting-template.ts'
import { temporaryId } from '../sync/runner/temporary-ids.ts'
import { unsavedTimes } from './rebase.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let task: Task
let page: OutboxPage
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, task, page, close } = await openOutbox())
})
afterEach(() => close())

const KEY = 'abcdefabcdefabcdef'
const NEW = temporaryId(KEY)

const waiting = async (count: number) => until(() => expect(page.waiting()).toBe(count))

const stored = async () => (await browser.store.list()).map(({ name, state }) => [name, state])

const firstSeq = () => page.outbox.state.get().entries[0]?.seq ?? 0

const completed = async () =>
  Object.fromEntries((await readTasks(person)).map((one) => [one.title, one.completed]))

async function createOffline(): Promise<void> {
  network.state = 'cut'
  page.run(createTask, { title: 'New', priority: task.priority }, { key: KEY })
  await waiting(1)
}

const completeAll = () =>
  page.run(changeSeveral, {
    action: 'complete',
    changes: page.shown().map((one) => ({ task: one, patch: { completed: true, elapsedTime: 60 } })),
  })

async function send(): Promise<void> {
  network.state = 'works'
  await page.outbox.retry()
  await waiting(0)
}

/** Lets the server reject the first request to a path. */
function rejectOnce(path: string): void {
  const send = fetch
  let isRejected = false
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (to !== path || init.method !== 'POST' || isRejected) return send(to, init)
    isRejected = true
    return Response.json({ code: 'invalid', message: 'No.' }, { status: 400 })
  })
}

/** Uses a new template and changes a task of the project, all without a connection. */
async function useTemplateOffline(): Promise<void> {
  network.state = 'cut'
  page.run(createTemplate, { name: 'Office move' }, { key: KEY })
  await waiting(1)
  page.run(setTemplateTasks, { id: NEW, tasks: [{ title: 'Sign the lease' }] })
  await waiting(2)
  const tasks = findWaitingTemplate(page.calls.get(), NEW)?.tasks
  page.run(instantiateTemplate, { id: NEW, wanted: { projectName: 'Berlin' }, tasks })
  await waiting(3)
  const lease = page.shown().find(({ title }) => title === 'Sign the lease') ?? task
  page.run(changeTask, { task: lease, patch: { notes: 'mine' } })
  await waiting(4)
}

describe('a change to a new task and others', () => {
  it.each([
    ['completed', completeAll, () => completed(), { Before: true }],
    ['deleted', () => page.run(deleteSeveral, page.shown()), () => completed(), {}],
    [
      'ordered',
      () => {
        const positions = page.shown().map(({ id }, i) => ({ id, position: 5 - i }))
        page.run(orderLevel, { level: task.priority, order: { positions } })
      },
      async () => (await browser.store.list()).length,
      0,
    ],
  ])('is still sent for the others if the new task is discarded (%s)', async (_how, change, read, end) => {
    await createOffline()
    change()
    await waiting(2)
    await page.outbox.discard(firstSeq())
    const [left, ...others] = await browser.store.list()
    expect(others).toEqual([])
    expect(JSON.stringify(left?.input)).toContain(`"id":${task.id},`)
    expect(JSON.stringify(left?.input)).not.toContain(String(NEW))
    expect(page.discarded.flatMap(unsavedTimes)).toEqual([])
    expect(page.calls.get()).toMatchObject([{ input: left?.input }])
    await send()
    expect(page.rejected).toEqual([])
    expect(await read()).toEqual(end)
  })

  it('is discarded with the new task if it is about no others', async () => {
    await createOffline()
    page.run(
      deleteSeveral,
      page.shown().filter(({ id }) => id === NEW),
    )
    await waiting(2)
    await page.outbox.discard(firstSeq())
    expect(await stored()).toEqual([])
  })

  it.each([
    [swapTasks, (other: ShortTask) => ({ other })],
    [
      pushDown,
      ({ id }: ShortTask) => ({
        level: 2,
        moves: [
          { id: task.id, priority: 2 },
          { id, priority: 3 },
        ],
      }),
    ],
  ])('becomes a move of the other task if the new task is discarded ($name)', async (command, plan) => {
    network.state = 'cut'
    page.run(createTask, { title: 'New', priority: 2 }, { key: KEY })
    await waiting(1)
    const created = page.shown().find(({ id }) => id === NEW) ?? task
    const push = { task, patch: { notes: 'Typed' }, ...plan(created) }
    page.run(command as typeof swapTasks, push as unknown as Swap)
    await waiting(2)
    await page.outbox.discard(firstSeq())
    await until(() => expect(page.shown()).toMatchObject([{ id: task.id, priority: 2 }]))
    await send()
    expect(page.rejected).toEqual([])
    expect(await readTasks(person)).toMatchObject([{ id: task.id, priority: 2, notes: 'Typed' }])
    expect(page.shown()).toMatchObject([{ id: task.id, priority: 2 }])
  })

  it('is sent for the others if the new task is rejected, and for the new task with its retry', async () => {
    await createOffline()
    completeAll()
    await waiting(2)
    rejectOnce('/api/tasks')
    await send()
    expect(await completed()).toEqual({ Before: true })
    expect(await stored()).toEqual([
      ['task.create', 'rejected'],
      ['task.changeSeveral', 'rejected'],
    ])
    await page.outbox.resend(firstSeq())
    await waiting(0)
    expect(await stored()).toEqual([])
    expect(await completed()).toEqual({ Before: true, New: true })
  })
})

describe('a new template', () => {
  it('is discarded with the changes to the tasks of its projects', async () => {
    await useTemplateOffline()
    await page.outbox.discard(firstSeq())
    expect(await stored()).toEqual([])
  })

  it('is retried with its project and the changes to its tasks after the server rejected it', async () => {
    await useTemplateOffline()
    rejectOnce('/api/templates')
    await send()
    expect((await stored()).map(([, state]) => state)).toEqual(Array.from({ length: 4 }, () => 'rejected'))
    await page.outbox.resend(firstSeq())
    await waiting(0)
    expect(await stored()).toEqual([])
    expect(await readTasks(person)).toContainEqual(
      expect.objectContaining({ title: 'Sign the lease', notes: 'mine' }),
    )
  })
})
