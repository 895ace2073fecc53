import type { FastifyBaseLogger } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { ConnectionLostError } from '../db/failure.ts'
import { forgetExpiredTrash } from './expired.ts'

let test: TestApp
beforeEach(async () => {
  test = await buildTestApp()
})
afterEach(() => test.close())

/** Makes every statement that deletes a user's rows fail with this error. */
function failingFor(userId: string, error: Error): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (node.kind === 'DeleteQueryNode' && JSON.stringify(node).includes(userId)) throw error
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Lets three users delete one task each. Returns the tasks' ids and a later time, when the tasks have expired. */
async function fillTrash() {
  const ids: string[] = []
  for (const email of ['ada@example.com', 'bea@example.com', 'eve@example.com']) {
    const client = await signUp(test, email)
    await client.delete(`/api/tasks/${(await makeTask(client)).id}`)
    ids.push((await client.get('/api/auth/user')).json<{ id: string }>().id)
  }
  const later = Temporal.Instant.from(TEST_NOW).add({ hours: 30 * 24 })
  return { ids, later: later.toString({ fractionalSecondDigits: 3 }) }
}

const listLeft = () => test.db.selectFrom('deleted_tasks').select('user_id').execute()

it('the sweep deletes the expired tasks of all other users if the change of one user fails, and logs the failure', async () => {
  const { ids, later } = await fillTrash()
  const [, failing = ''] = ids
  const error = new Error('no turn')
  const log = { warn: vi.fn<FastifyBaseLogger['warn']>() }
  const db = test.db.withPlugin(failingFor(failing, error))
  expect(await forgetExpiredTrash(db, later, log)).toEqual([])
  expect(await listLeft()).toEqual([{ user_id: failing }])
  expect(log.warn.mock.calls).toEqual([
    [{ err: error, user: failing }, 'could not delete a user’s expired tasks'],
  ])
})

it('the sweep stops if the connection to the database is lost', async () => {
  const { ids, later } = await fillTrash()
  const error = new ConnectionLostError(new Error('gone'))
  const log = { warn: vi.fn<FastifyBaseLogger['warn']>() }
  const plugins = ids.map((id) => failingFor(id, error))
  const db = plugins.reduce((db, plugin) => db.withPlugin(plugin), test.db)
  await expect(forgetExpiredTrash(db, later, log)).rejects.toBe(error)
  expect(log.warn).not.toHaveBeenCalled()
  expect(await listLeft()).toHaveLength(3)
})
