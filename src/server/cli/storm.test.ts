import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import { noteFigures } from '#tests/support/figures.ts'
import { type Installation, makeInstallation } from '#tests/support/installation.ts'
import { type ServerProcess, call, register, stopServer } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

let from: Installation
let to: Installation
beforeEach(async () => {
  from = await makeInstallation()
  to = await makeInstallation({ step: null })
})
afterEach(async () => {
  await from.remove()
  await to.remove()
})

/** The number of responses before the backup begins. */
const TASKS_BEFORE = 30

/** The last response to a writer: the id of the task, and the text of its file, or null if the task was deleted. */
type Answered = Map<number, string | null>

test('a backup during many writes contains every write confirmed before it, and only complete files', async () => {
  const server = await from.serve()
  const cookie = await register(server)
  const answered: Answered = new Map()
  let isOver = false
  const writers = Array.from({ length: 6 }, () => write(server, cookie, answered, () => isOver))
  await until(() => expect(answered.size).toBeGreaterThan(TASKS_BEFORE))

  const before: Answered = new Map(answered)
  const folder = join(from.path, 'backup')
  const { code, err } = await from.tenfold(['backup', folder])
  isOver = true
  await Promise.all(writers)
  expect(err).toEqual([])
  expect(code).toBe(0)
  expect(answered.size).toBeGreaterThan(before.size)
  expect(await stopServer(server)).toBe(0)

  expect((await to.tenfold(['restore', folder])).err).toEqual([])
  expect((await to.tenfold(['doctor'])).out.filter((line) => !line.startsWith('ok'))).toEqual([])
  await to.use(async (db) => {
    const tasks = await db.selectFrom('tasks').select('id').execute()
    const attachments = await db.selectFrom('attachments').select(['task_id', 'blob']).execute()
    const ids = new Set(tasks.map((task) => task.id))
    const acknowledged = [...before].filter(([id, text]) => text !== null && answered.get(id) !== null)
    const lost = acknowledged.filter(([id]) => !ids.has(id)).length
    noteFigures({ runs: 1, writes: acknowledged.length, lost, duplicated: tasks.length - ids.size })
    const blobs = new Map(attachments.map((attachment) => [attachment.task_id, attachment.blob]))
    for (const [id, text] of before) {
      // Rows deleted during the backup may or may not be in it.
      if (answered.get(id) === null && text !== null) continue
      expect(ids.has(id)).toBe(text !== null)
      const blob = blobs.get(id)
      if (text !== null) expect(readFileSync(join(to.dataDir, 'files', blob ?? ''), 'utf8')).toBe(text)
    }
  })
  if (TEST_DIALECT === 'sqlite') {
    const database = new SqliteDatabase(join(to.dataDir, 'tenfold.db'), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  }
})

/** Creates tasks with a file each and deletes every third until the test ends. */
async function write(
  server: ServerProcess,
  cookie: string,
  answered: Answered,
  isOver: () => boolean,
): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const made = await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
    const { id } = (await made.json()) as Task
    const text = `the file of task ${id} `.repeat(100)
    const upload = { method: 'PUT', headers: { cookie }, body: text }
    const put = await fetch(server.url + attachmentPath(id, 'a.txt'), upload)
    expect([made.status, put.status]).toEqual([201, 201])
    answered.set(id, text)
    if (round % 3 !== 2) continue
    const deleted = await call(server, 'DELETE', `/api/tasks/${id}`, undefined, cookie)
    expect(deleted.status).toBe(204)
    answered.set(id, null)
  }
}
