import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { attach, attachmentPath, filesOnDisk } from '#tests/support/attachments.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const OTHER_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'

let test: TestApp
let client: Client
let folder: string
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  folder = join(test.config.dataDir, 'files')
})
afterEach(() => test.close())

function leave(...names: string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), 'left over')
}

/** Starts another server upon the same data, and answers what it told. */
async function restart(config: Partial<Config> = {}): Promise<string> {
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const context = { ...test, config: { ...test.config, ...config }, pages: null }
  const app = await buildApp(context, { logStream })
  await app.ready()
  await app.close()
  return lines.join('')
}

describe('a server that starts', () => {
  it('removes what was never finished and what belongs to nobody, and says how many', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a', 'kept')
    const kept = filesOnDisk(test)
    leave(BLOB, `${BLOB}.part`, `${OTHER_BLOB}.part`)
    expect(await restart()).toContain('"unfinished":2,"unused":1,"msg":"left-over files were removed"')
    expect(filesOnDisk(test)).toEqual(kept)
    expect((await client.get(attachmentPath(id, 'a'))).body).toBe('kept')
  })

  it('tells thousands of blobs that are used from those that are not', async () => {
    const task = await makeTask(client)
    const used = Array.from({ length: 1100 }, (_, i) => BLOB.slice(0, -4) + String(i).padStart(4, '0'))
    const row = { user_id: task.userId, task_id: task.id, size: 9, type: 'text/plain', created_at: TEST_NOW }
    await test.db.transaction().execute(async (db) => {
      for (const blob of used) {
        await db
          .insertInto('attachments')
          .values({ ...row, blob, name: blob })
          .execute()
      }
    })
    leave(...used, OTHER_BLOB)
    expect(await restart()).toContain('"unfinished":0,"unused":1')
    expect(filesOnDisk(test).toSorted()).toEqual(used)
  })

  it('after an ordinary life finds nothing left over', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    await attach(client, id, 'b')
    await client.delete(attachmentPath(id, 'a'))
    expect(await restart()).not.toContain('left-over')
    await client.delete(`/api/tasks/${id}`)
    expect(await restart()).not.toContain('left-over')
    expect(filesOnDisk(test)).toEqual([])
  })

  it('leaves alone what it did not make', async () => {
    leave('.DS_Store', 'notes.txt', `${BLOB}.bak`, 'mine.part')
    mkdirSync(join(folder, 'folder'))
    expect(await restart()).not.toContain('left-over')
    expect(filesOnDisk(test)).toHaveLength(5)
  })

  it('upon a database without a user leaves every whole file: a lost one may be put back', async () => {
    await test.db.deleteFrom('users').execute()
    leave(BLOB, `${OTHER_BLOB}.part`)
    expect(await restart()).toContain('"files":1,"msg":"the database is new')
    expect(filesOnDisk(test)).toEqual([BLOB])
  })

  it('leaves what is younger than a day where several servers may share the folder', async () => {
    leave(BLOB, OTHER_BLOB, `${BLOB}.part`, `${OTHER_BLOB}.part`)
    const old = Date.now() / 1000 - 24 * 3600 - 1
    for (const name of [BLOB, `${BLOB}.part`]) utimesSync(join(folder, name), old, old)
    expect(await restart({ databaseUrl: 'postgres://localhost/tenfold' })).toContain(
      '"unfinished":1,"unused":1',
    )
    expect(filesOnDisk(test).toSorted()).toEqual([OTHER_BLOB, `${OTHER_BLOB}.part`])
  })

  it('starts all the same when it cannot look', async () => {
    writeFileSync(folder, 'in the way')
    expect(await restart()).toContain('left-over files could not be removed')
  })
})

describe('a folder that cannot be used', () => {
  it('is 503 for uploads, until it can be', async () => {
    const { id } = await makeTask(client)
    writeFileSync(folder, 'in the way')
    const response = await client.put(attachmentPath(id, 'a'), 'hello')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toEqual({
      code: 'unavailable',
      message: 'The disk is not available just now. Nothing was changed.',
    })
    expect(await readTask(client, id)).toMatchObject({ attachments: [], version: 1 })
    rmSync(folder)
    await attach(client, id, 'a')
  })

  it('stops no task from being deleted; its bytes are removed at the next start', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'in the way')
    expect((await client.delete(`/api/tasks/${id}`)).statusCode).toBe(204)
    expect(test.log.join('')).toContain('a file could not be removed; it will be at the next start')
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    expect(await restart()).toContain('"unused":1')
    expect(filesOnDisk(test)).toEqual([])
  })
})
