import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach, attachmentPath, leaveStored, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const OTHER_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'

/** A server that shares its files with no other. */
const ALONE = { databaseUrl: null }

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

describe('a server that starts', () => {
  it('removes what was never finished and what belongs to nobody, and says how many', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a', 'kept')
    const kept = await storedNames(test)
    await leaveStored(test, BLOB, `${BLOB}.part`, `${OTHER_BLOB}.part`)
    expect(await restartUpon(test, ALONE)).toContain(
      '"unfinished":2,"unused":1,"msg":"left-over files were removed"',
    )
    expect(await storedNames(test)).toEqual(kept)
    expect((await client.get(attachmentPath(id, 'a'))).body).toBe('kept')
  })

  it('after an ordinary life finds nothing left over', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    await attach(client, id, 'b')
    await client.delete(attachmentPath(id, 'a'))
    expect(await restartUpon(test, ALONE)).not.toContain('left-over')
    await client.delete(`/api/tasks/${id}`)
    expect(await restartUpon(test, ALONE)).not.toContain('left-over')
    expect(await storedNames(test)).toEqual([])
  })

  it('upon a database without a user leaves every whole file: a lost one may be put back', async () => {
    await test.db.deleteFrom('users').execute()
    await leaveStored(test, BLOB, `${OTHER_BLOB}.part`)
    expect(await restartUpon(test, ALONE)).toContain('"files":1,"msg":"the database is new')
    expect(await storedNames(test)).toEqual([BLOB])
  })

  it('leaves what another server may be storing at this moment, where several share a database', async () => {
    await makeTask(client)
    await leaveStored(test, BLOB, `${OTHER_BLOB}.part`)
    expect(await restartUpon(test, { databaseUrl: 'postgres://localhost/tenfold' })).not.toContain(
      'left-over',
    )
    expect((await storedNames(test)).toSorted()).toEqual([`${OTHER_BLOB}.part`, BLOB].toSorted())
  })
})
