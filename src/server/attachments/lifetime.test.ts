import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { connectWithInterruption } from '#tests/support/after-read.ts'
import { attach, attachmentPath, readAttachments, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

import { StoreError } from '../files/bucket/client.ts'
import { removeUnused } from '../files/unused.ts'
import { deleteUserAttachments } from '../files/store.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

async function change(id: number, patch: object): Promise<Task> {
  const response = await client.patch(`/api/tasks/${id}`, patch)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

const recurring = () => makeRecurring(client, { recurrenceForwardContent: true })
const namesOf = async (id: number) => (await readAttachments(client, id)).map((file) => file.name)

/** Restarts the server after deleted tasks have expired. */
async function forgetDeleted(): Promise<void> {
  test.clock.advance({ hours: 30 * 24 })
  await restartUpon(test)
}

const put = async (client: Client, id: number, name: string, bytes: number) =>
  client.put(attachmentPath(id, name), 'x'.repeat(bytes))

describe('the files of a user', () => {
  it('stay within the limit in total, and a rejected upload leaves nothing behind', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const tasks = [await makeTask(client), await makeTask(client)]
    const [one, two] = tasks.map(({ id }) => id)
    if (one === undefined || two === undefined) throw new Error('no task')
    expect((await put(client, one, 'a', 600)).statusCode).toBe(201)
    const refused = await put(client, two, 'b', 401)
    expect(refused.statusCode).toBe(413)
    expect(refused.json()).toEqual({
      code: 'too_large',
      message: 'Your files can use up to 1 KB in total. Remove files you no longer need.',
    })
    expect(await storedNames(test)).toHaveLength(1)
    expect((await put(client, two, 'b', 400)).statusCode).toBe(201)
    expect((await put(await signUp(test, 'eve@example.com'), one, 'c', 1)).statusCode).toBe(404)

    await client.delete(attachmentPath(one, 'a'))
    expect((await put(client, two, 'c', 600)).statusCode).toBe(201)
  })

  it('shared by several occurrences count only once', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const first = await makeRecurring(client, { recurrenceForwardContent: true })
    await put(client, first.id, 'a', 600)
    const next = await completeToNext(client, first.id)
    expect((await put(client, next.id, 'b', 400)).statusCode).toBe(201)
    expect((await put(client, next.id, 'c', 1)).statusCode).toBe(413)
  })

  it('stay within the limit if they are uploaded in parallel', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const { id } = await makeTask(client)
    const names = Array.from({ length: 10 }, (_, index) => `${index}`)
    const answers = await Promise.all(names.map((name) => put(client, id, name, 300)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    expect(await storedNames(test)).toHaveLength(3)
  })
})

describe('a change to a task’s attachments', () => {
  it('deletes a file whose name it omits', async () => {
    const { id } = await makeTask(client)
    for (const name of ['a', 'b', 'c']) await attach(client, id, name)
    expect(await change(id, { attachments: ['c', 'new', 'a'] })).toMatchObject({
      attachments: ['c', 'new', 'a'],
      version: 5,
    })
    expect(await namesOf(id)).toEqual(['a', 'c'])
    expect(await storedNames(test)).toHaveLength(2)
    expect((await client.get(attachmentPath(id, 'b'))).statusCode).toBe(404)
  })

  it('to an empty list deletes every file', async () => {
    const { id } = await makeTask(client)
    for (const name of ['a', 'b']) await attach(client, id, name)
    await change(id, { attachments: [] })
    expect(await namesOf(id)).toEqual([])
    expect(await storedNames(test)).toEqual([])
  })

  it('deletes nothing if it reorders or does not include them', async () => {
    const { id } = await makeTask(client)
    for (const name of ['a', 'b']) await attach(client, id, name)
    await change(id, { attachments: ['b', 'a', 'b'] })
    await change(id, { title: 'Another' })
    await change(id, { completed: true })
    expect(await namesOf(id)).toEqual(['a', 'b'])
    expect(await storedNames(test)).toHaveLength(2)
  })

  it('deletes nothing if it is rejected', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    const stale = await client.patch(`/api/tasks/${id}`, { attachments: [] }, { 'if-match': '"1"' })
    const wrong = await client.patch(`/api/tasks/${id}`, { attachments: [], isRecurring: true })
    expect([stale.statusCode, wrong.statusCode]).toEqual([412, 400])
    expect(await namesOf(id)).toEqual(['a'])
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('can list the name of a deleted file, which then has no file', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    await change(id, { attachments: [] })
    await change(id, { attachments: ['a'] })
    expect((await readTask(client, id)).attachments).toEqual(['a'])
    expect(await namesOf(id)).toEqual([])
  })
})

describe('deleting', () => {
  it('a task deletes its files after 30 days, and no others', async () => {
    const [one, two] = [await makeTask(client), await makeTask(client)]
    for (const name of ['a', 'b']) await attach(client, one.id, name)
    await attach(client, two.id, 'a', 'kept')
    expect((await client.delete(`/api/tasks/${one.id}`)).statusCode).toBe(204)
    expect((await client.get(attachmentPath(one.id, 'a'))).statusCode).toBe(404)
    expect((await client.get(attachmentPath(two.id, 'a'))).body).toBe('kept')
    expect(await storedNames(test)).toHaveLength(3)
    await forgetDeleted()
    expect(await storedNames(test)).toHaveLength(1)
    expect(await test.db.selectFrom('attachments').select('task_id').execute()).toEqual([{ task_id: two.id }])
  })

  it('keeps the files if it is rejected', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    const response = await client.delete(`/api/tasks/${id}`, { 'if-match': '"1"' })
    expect(response.statusCode).toBe(412)
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('a task and creating one with the same attachment names restores no file', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    const task = await readTask(client, id)
    await client.delete(`/api/tasks/${id}`)
    const again = await makeTask(client, { title: task.title, attachments: task.attachments })
    expect(again.attachments).toEqual(['a'])
    expect(await readAttachments(client, again.id)).toEqual([])
    await attach(client, again.id, 'a', 'again')
    expect((await client.get(attachmentPath(again.id, 'a'))).body).toBe('again')
  })

  it('several files removes all others if the store rejects the removal of one', async () => {
    const { id } = await makeTask(client)
    for (const name of ['a', 'b', 'c']) await attach(client, id, name)
    const error = new StoreError('it returned 400 InvalidRequest', 400)
    vi.spyOn(test.files, 'remove').mockRejectedValueOnce(error)
    await change(id, { attachments: [] })
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('the files of one user keeps the files of other users', async () => {
    const other = await signUp(test)
    const { id, userId } = await makeTask(client)
    const kept = await makeTask(other)
    for (const name of ['a', 'b']) await attach(client, id, name)
    await attach(other, kept.id, 'a', 'kept')
    const released = await test.db.transaction().execute(async (db) => {
      const blobs = await deleteUserAttachments(db, userId)
      await db.deleteFrom('users').where('id', '=', userId).execute()
      return blobs
    })
    await removeUnused(test, test.app.log, released)
    expect(await storedNames(test)).toHaveLength(1)
    expect((await other.get(attachmentPath(kept.id, 'a'))).body).toBe('kept')
  })
})

describe('the next occurrence of a task that carries its content forward', () => {
  it('has the same files, with the same bytes', async () => {
    const { id } = await recurring()
    await attach(client, id, 'plan.txt', 'the plan')
    await change(id, { attachments: ['plan.txt', 'a name alone'] })
    const next = await completeToNext(client, id)
    expect(next.attachments).toEqual(['plan.txt', 'a name alone'])
    expect(await readAttachments(client, next.id)).toEqual(await readAttachments(client, id))
    expect((await client.get(attachmentPath(next.id, 'plan.txt'))).body).toBe('the plan')
    expect(await storedNames(test)).toHaveLength(1)
  })

  it.each(['first', 'second'] as const)('keeps the files when the %s task is deleted', async (which) => {
    const first = await recurring()
    await attach(client, first.id, 'plan.txt', 'the plan')
    const second = await completeToNext(client, first.id)
    const [gone, left] = which === 'first' ? [first, second] : [second, first]
    await client.delete(`/api/tasks/${gone.id}`)
    expect((await client.get(attachmentPath(left.id, 'plan.txt'))).body).toBe('the plan')
    await client.delete(`/api/tasks/${left.id}`)
    await forgetDeleted()
    expect(await storedNames(test)).toEqual([])
  })

  it('keeps its files when they are removed or replaced in the other occurrence', async () => {
    const first = await recurring()
    for (const name of ['a', 'b']) await attach(client, first.id, name, `old ${name}`)
    const second = await completeToNext(client, first.id)
    await client.delete(attachmentPath(second.id, 'a'))
    await attach(client, second.id, 'a', 'new a')
    await change(first.id, { attachments: ['a'] })
    const bytes = async (task: Task, name: string) => (await client.get(attachmentPath(task.id, name))).body
    expect([await bytes(first, 'a'), await bytes(second, 'a')]).toEqual(['old a', 'new a'])
    expect(await bytes(second, 'b')).toBe('old b')
    expect(await storedNames(test)).toHaveLength(3)
  })

  it('keeps a file if it is restored from the trash while the server checks which files are unused', async () => {
    const first = await recurring()
    for (const name of ['a', 'b']) await attach(client, first.id, name)
    const second = await completeToNext(client, first.id)
    await client.delete(attachmentPath(first.id, 'a'))
    await client.delete(`/api/tasks/${second.id}`)
    const blobs = await storedNames(test)
    const run = async () => void (await client.post(`/api/tasks/${second.id}/restore`))
    const db = await connectWithInterruption(test, { column: 'blob', run })
    await removeUnused({ db, files: test.files }, test.app.log, blobs)
    await db.destroy()
    expect((await client.get(attachmentPath(second.id, 'a'))).body).toBe('hello')
    expect(await storedNames(test)).toHaveLength(2)
  })

  it('has only the files that remain when the task is completed', async () => {
    const { id } = await recurring()
    for (const name of ['a', 'b']) await attach(client, id, name)
    await change(id, { attachments: ['b'], completed: true })
    const next = await readTask(client, id + 1)
    expect(next.attachments).toEqual(['b'])
    expect(await namesOf(next.id)).toEqual(['b'])
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('has no files without content forwarding', async () => {
    const { id } = await makeRecurring(client)
    await attach(client, id, 'a')
    const next = await completeToNext(client, id)
    expect(next.attachments).toEqual([])
    expect(await namesOf(next.id)).toEqual([])
  })
})
