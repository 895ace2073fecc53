import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { buildApp } from '#server/app.ts'
import { StoreError } from '#server/files/bucket/client.ts'
import { settleEffects } from '#server/run/execute.ts'
import {
  attach,
  attachmentPath,
  leaveStored,
  orphanedNames,
  storedNames,
} from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const OTHER_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'
const HOUR_MS = 3_600_000

let test: TestApp
let client: Client
beforeEach(async () => {
  // The files get the current time, so the user has to sign in today too.
  test = await buildTestApp({ now: new Date().toISOString() })
  client = await signUp(test)
})
afterEach(async () => {
  vi.useRealTimers()
  await test.close()
})

/** Restarts the server a number of hours after the files of this test were stored. */
async function restartAfter(hours: number): Promise<string> {
  const now = test.clock.now()
  test.clock.set(new Date(Date.now() + hours * HOUR_MS).toISOString())
  const log = await restartUpon(test)
  test.clock.set(now)
  return log
}

/** Attaches a file and deletes its row, as if an older database had been restored. `putBack` restores the row. */
async function attachAndLoseRow() {
  const { id } = await makeTask(client)
  await attach(client, id, 'a', 'the only copy')
  const row = await test.db.selectFrom('attachments').selectAll().executeTakeFirstOrThrow()
  await test.db.deleteFrom('attachments').execute()
  const values = { ...row, size: Number(row.size) }
  return { id, blob: row.blob, putBack: () => test.db.insertInto('attachments').values(values).execute() }
}

const read = async (id: number) => (await client.get(attachmentPath(id, 'a'))).body

describe('a server that starts', () => {
  it('leaves new files alone for a day, regardless of the database', async () => {
    await leaveStored(test, BLOB, `${OTHER_BLOB}.part`)
    for (const databaseUrl of [null, 'postgres://localhost/tenfold']) {
      expect(await restartUpon(test, { databaseUrl })).not.toContain('orphaned')
    }
    await restartAfter(23)
    expect((await storedNames(test)).toSorted()).toEqual([`${OTHER_BLOB}.part`, BLOB].toSorted())
  })

  it('removes unfinished uploads and moves blobs without a row after a day', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a', 'kept')
    const kept = await storedNames(test)
    await leaveStored(test, BLOB, `${BLOB}.part`, `${OTHER_BLOB}.part`)
    expect(await restartAfter(25)).toContain(
      '"unfinished":2,"moved":1,"back":0,"removed":0,"msg":"swept orphaned files"',
    )
    expect(await storedNames(test)).toEqual(kept)
    expect(await orphanedNames(test)).toEqual([BLOB])
    expect(await read(id)).toBe('kept')
  })

  it('moves all other blobs if the store rejects the move of one', async () => {
    await leaveStored(test, BLOB, OTHER_BLOB)
    const error = new StoreError('it returned 400 InvalidRequest', 400)
    vi.spyOn(test.files, 'moveToOrphaned').mockRejectedValueOnce(error)
    const log = await restartAfter(25)
    expect(log).toContain('could not sweep a file')
    expect(log).toContain('"moved":1')
    expect([await orphanedNames(test), await storedNames(test)]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
  })

  it('accepts requests during the first sweep, and can close before the sweep ends', async () => {
    await leaveStored(test, BLOB, OTHER_BLOB)
    test.clock.advance({ hours: 25 })
    const slow = Promise.withResolvers<undefined>()
    const move = vi.spyOn(test.files, 'moveToOrphaned').mockReturnValue(slow.promise)
    const other = await buildApp({ ...test, pages: null }, { logStream: { write: () => undefined } })
    await other.ready()
    await expect.poll(() => move.mock.calls).toHaveLength(1)
    expect((await other.inject('/healthz')).statusCode).toBe(200)
    await other.close()
    slow.resolve(undefined)
    await settleEffects()
    expect(move).toHaveBeenCalledTimes(1)
  })

  it.each([null, 503])('stops moving blobs if the store is down (status %s)', async (status) => {
    await leaveStored(test, BLOB, OTHER_BLOB)
    const error = new StoreError('no response in 10 seconds', status)
    vi.spyOn(test.files, 'moveToOrphaned').mockRejectedValueOnce(error)
    expect(await restartAfter(25)).toContain('could not sweep orphaned files')
    expect(await orphanedNames(test)).toEqual([])
  })

  it('removes an orphaned file 7 days after it was moved', async () => {
    const { blob } = await attachAndLoseRow()
    await restartAfter(25)
    await restartAfter(7 * 24 - 1)
    expect(await orphanedNames(test)).toEqual([blob])
    expect(await restartAfter(7 * 24 + 1)).toContain('"removed":1')
    expect(await orphanedNames(test)).toEqual([])
  })

  it('finds no orphaned file after attachments and tasks were deleted', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    await attach(client, id, 'b')
    await client.delete(attachmentPath(id, 'a'))
    expect(await restartAfter(25)).not.toContain('orphaned')
    await client.delete(`/api/tasks/${id}`)
    expect(await restartAfter(25)).not.toContain('orphaned')
    expect(await storedNames(test)).toHaveLength(1)
    expect(await restartAfter(31 * 24)).not.toContain('orphaned')
    expect(await storedNames(test)).toEqual([])
  })

  it('leaves complete files alone while the database has no accounts', async () => {
    await attachAndLoseRow()
    await restartAfter(25)
    await test.db.deleteFrom('users').execute()
    await leaveStored(test, BLOB, `${OTHER_BLOB}.part`)
    expect(await restartAfter(8 * 24)).toContain('"files":2,"msg":"the database has no account')
    expect(await storedNames(test)).toEqual([BLOB])
    expect(await orphanedNames(test)).toHaveLength(1)
  })
})

describe('a file whose row is restored with the database', () => {
  it('is downloaded as before', async () => {
    const { id, blob, putBack } = await attachAndLoseRow()
    await restartAfter(25)
    expect(await orphanedNames(test)).toEqual([blob])
    await putBack()
    expect(await test.files.has(blob, 13)).toBe(true)
    expect(await read(id)).toBe('the only copy')
    expect([await storedNames(test), await orphanedNames(test)]).toEqual([[blob], []])
  })

  it('is moved back by the next sweep, even after a long time', async () => {
    const { id, blob, putBack } = await attachAndLoseRow()
    await restartAfter(25)
    await putBack()
    expect(await restartAfter(20 * 24)).toContain('"back":1,"removed":0')
    expect([await storedNames(test), await orphanedNames(test)]).toEqual([[blob], []])
    expect(await read(id)).toBe('the only copy')
  })

  it('is removed immediately when a user deletes it before it is moved back', async () => {
    const { id, putBack } = await attachAndLoseRow()
    await restartAfter(25)
    await putBack()
    await client.delete(attachmentPath(id, 'a'))
    expect([await storedNames(test), await orphanedNames(test)]).toEqual([[], []])
  })
})

it('a running server sweeps every hour', async () => {
  await test.close()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  test = await buildTestApp()
  client = await signUp(test)
  const { blob } = await attachAndLoseRow()
  test.clock.set(new Date(Date.now() + 25 * HOUR_MS).toISOString())
  vi.advanceTimersByTime(HOUR_MS - 1)
  expect(await storedNames(test)).toEqual([blob])
  vi.advanceTimersByTime(1)
  await expect.poll(() => orphanedNames(test), { timeout: 20_000 }).toEqual([blob])
})
