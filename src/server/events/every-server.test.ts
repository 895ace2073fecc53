import { afterEach, beforeEach, expect, it } from 'vitest'

import { attach, attachmentPath } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask } from '#tests/support/tasks.ts'

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
})
afterEach(() => test.close())

it('line 9: a password change on one server ends every other session on all of them within five seconds, including files and exports', async () => {
  const email = (await ada.get('/api/auth/user')).json<{ email: string }>().email
  const task = await makeTask(ada)
  await attach(ada, task.id, 'plan.txt')
  const another = await buildInterleavedApp(test)
  const apps = [test.app, another]
  const sessions = []
  for (const app of apps) {
    const client = clientOf(app)
    await client.post('/api/login', { email, password: TEST_PASSWORD })
    sessions.push({ client, reader: await openEvents(app, client) })
  }
  const own = await openEvents(test.app, ada)
  const passwords = { currentPassword: TEST_PASSWORD, newPassword: 'another green harbour' }
  expect((await ada.post('/api/auth/password', passwords)).statusCode).toBe(204)
  const began = performance.now()
  for (const { client } of sessions) {
    for (const app of apps) {
      const [name = '', value = ''] = client.cookie().split('=')
      const elsewhere = clientOf(app, [[name, value]])
      for (const path of [
        '/api/tasks',
        attachmentPath(task.id, 'plan.txt'),
        '/api/auth/export',
        '/api/events',
      ]) {
        expect([path, (await elsewhere.get(path)).statusCode]).toEqual([path, 401])
      }
      const upload = await elsewhere.put(attachmentPath(task.id, 'late.txt'), 'late')
      expect(upload.statusCode).toBe(401)
    }
  }
  await Promise.all(sessions.map(({ reader }) => reader.ended))
  expect(performance.now() - began).toBeLessThan(5000)
  await makeTask(ada)
  expect((await own.next()).event).toBe('change')
  own.close()
  await another.close()
})
