import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

let testApp: TestApp
let ada: Client
beforeEach(async () => {
  testApp = await buildTestApp()
  ada = await signUp(testApp)
  await makeTask(ada, { title: 'Water the plants' })
})
afterEach(() => testApp.close())

const etagOf = async (client: Client, path = '/api/tasks') => String((await client.get(path)).headers.etag)
const ask = (client: Client, tag: string, path = '/api/tasks') => client.get(path, { 'if-none-match': tag })

test('returns 304 to a client that has the current list', async () => {
  const { headers } = await ada.get('/api/tasks')
  const again = await ask(ada, String(headers.etag))
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers).toMatchObject({ etag: headers.etag, 'x-change': headers['x-change'] })
})

test('returns the full list after any change to a task', async () => {
  const changes = [
    () => makeTask(ada, { title: 'Write' }),
    () => ada.patch('/api/tasks/1', { title: 'Water all plants' }),
    () => ada.delete('/api/tasks/1'),
  ]
  for (const change of changes) {
    const etag = await etagOf(ada)
    await change()
    const answer = await ask(ada, etag)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual((await ada.get('/api/tasks')).json())
    expect(answer.headers.etag).not.toBe(etag)
  }
})

test("ignores the tag of another user's list with the same number of changes", async () => {
  const eve = await signUp(testApp)
  await makeTask(eve, { title: 'Report' })
  const etag = await etagOf(ada)
  const answer = await ask(eve, etag)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([{ title: 'Report' }])
  expect(answer.headers['x-change']).toBe((await ada.get('/api/tasks')).headers['x-change'])
})

test('uses a separate tag for the changes since a number', async () => {
  const path = '/api/tasks?since=1'
  const etag = await etagOf(ada, path)
  expect((await ask(ada, etag, path)).statusCode).toBe(304)
  await makeTask(ada, { title: 'Write' })
  const answer = await ask(ada, etag, path)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([{ title: 'Write' }])
})

test('responds to HEAD in the same way, without a body', async () => {
  const etag = await etagOf(ada)
  expect((await ada.head('/api/tasks', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await ada.head('/api/tasks', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('recognizes a tag among others, and a weak tag from a proxy', async () => {
  const etag = await etagOf(ada)
  expect((await ask(ada, `"other", ${etag}`)).statusCode).toBe(304)
  expect((await ask(ada, `W/${etag}`)).statusCode).toBe(304)
  expect((await ask(ada, etag.replaceAll('"', ''))).statusCode).toBe(200)
  expect((await ask(ada, '')).statusCode).toBe(200)
})

test('does not read the list for a client that has it', async () => {
  const etag = await etagOf(ada)
  await testApp.db.schema.alterTable('tasks').renameTo('tasks_elsewhere').execute()
  expect((await ask(ada, etag)).statusCode).toBe(304)
  expect((await ask(ada, '"other"')).statusCode).toBe(500)
})
