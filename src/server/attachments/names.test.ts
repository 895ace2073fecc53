import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import { attach, attachmentPath, beginUpload, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
let task: Task
beforeAll(async () => {
  test = await buildTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  client = await signUp(test)
  task = await makeTask(client)
})
afterAll(() => test.close())

describe('a file named', () => {
  it.each([
    ['../../x', '.._.._x'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\x', 'C:_x'],
    ['..\\..\\x', '.._.._x'],
    ['a\0b', 'a_b'],
    ['a\r\nset-cookie: x=y', 'a__set-cookie: x=y'],
    ['line\u2028break', 'line_break'],
    ['c1\u009bcontrol', 'c1_control'],
    ['<img onerror=alert(1)>', '<img onerror=alert(1)>'],
    ['report\u202efdp.exe', 'reportfdp.exe'],
    ['"; filename="evil.exe', '"; filename="evil.exe'],
    ['50% off.txt', '50% off.txt'],
    ['%2e%2e%2fx', '%2e%2e%2fx'],
    ['#?&=+;', '#?&=+;'],
    ['naïve 文件 😀.txt', 'naïve 文件 😀.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['e\u202c\u0301.txt', 'é.txt'],
    ['...', '...'],
    ['con', 'con'],
    ['.htaccess', '.htaccess'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ["x'; drop table attachments --", "x'; drop table attachments --"],
    ['é'.repeat(127), 'é'.repeat(127)],
    ['😀'.repeat(63), '😀'.repeat(63)],
  ])('%j is stored, downloaded and removed as %j', async (given, name) => {
    expect(await attach(client, task.id, given)).toMatchObject({ name })
    expect((await readTask(client, task.id)).attachments).toEqual([name])
    for (const asked of [given, name]) {
      const response = await client.get(attachmentPath(task.id, asked))
      expect([response.statusCode, response.body]).toEqual([200, 'hello'])
      expect(savedAs(String(response.headers['content-disposition']))).toBe(name)
    }
    const [blob, ...others] = await storedNames(test)
    expect(blob).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(others).toEqual([])
    expect((await client.delete(attachmentPath(task.id, given))).statusCode).toBe(204)
    expect(await storedNames(test)).toEqual([])
  })

  it.each([['é'.repeat(300)], ['é'.repeat(128)], ['x'.repeat(256)], ['x'.repeat(5000)]])(
    '%j is rejected',
    async (name) => {
      const message = 'Attachment name must be 255 bytes or fewer.'
      const response = await client.put(attachmentPath(task.id, name), 'hello')
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { code: 'invalid', message, issues: [{ path: 'name', message }] },
      ])
      expect(await storedNames(test)).toEqual([])
    },
  )

  // Standard clients never send these, but others can.
  it.each([
    ['', 'An attachment needs a name.'],
    ['%20', 'An attachment needs a name.'],
    ['%e2%80%8b', 'An attachment needs a name.'],
    ['.', 'An attachment cannot be named "." or "..".'],
    ['..', 'An attachment cannot be named "." or "..".'],
    ['%2e', 'An attachment cannot be named "." or "..".'],
    ['%2E%2e', 'An attachment cannot be named "." or "..".'],
  ])('%j in a raw request is rejected: %s', async (name, message) => {
    const upload = beginUpload(test, client, [
      `PUT /api/tasks/${task.id}/attachments/${name} HTTP/1.1`,
      'content-length: 5',
      'connection: close',
    ])
    upload.send('hello')
    const answer = await upload.answer
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({ code: 'invalid', message })
    expect(await storedNames(test)).toEqual([])
  })

  it.each(['%zz', '%ff', '%ed%a0%80'])('%s, which is not UTF-8, is not found', async (name) => {
    const response = await client.put(`/api/tasks/${task.id}/attachments/${name}`, 'hello')
    expect(response.statusCode).toBe(404)
    expect(await storedNames(test)).toEqual([])
  })

  it('by an older version with only invisible characters can be downloaded and removed', async () => {
    await attach(client, task.id, 'old')
    await test.db.updateTable('attachments').set({ name: ' ' }).where('task_id', '=', task.id).execute()
    await test.db.updateTable('tasks').set({ attachments: '[" "]' }).where('id', '=', task.id).execute()
    expect((await client.get(attachmentPath(task.id, ' '))).body).toBe('hello')
    expect((await client.delete(attachmentPath(task.id, ' '))).statusCode).toBe(204)
    expect(await storedNames(test)).toEqual([])
  })

  it('with any of these names stays inside the folder', async () => {
    const { dataDir } = test.config
    expect(readdirSync(dataDir)).toEqual(test.config.bucket ? [] : ['files'])
    for (const name of ['x', 'etc', 'passwd']) {
      expect(existsSync(join(dataDir, name))).toBe(false)
      expect(existsSync(join(dirname(dataDir), name))).toBe(false)
    }
  })
})

/** Returns the name under which a client that follows RFC 6266 saves a file. */
function savedAs(disposition: string): string {
  const match =
    /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\dA-F]{2})+)$/.exec(
      disposition,
    )
  if (!match?.[1]) throw new Error(`not a header of RFC 6266: ${disposition}`)
  return decodeURIComponent(match[1])
}

function bodyOf(answer: string): ErrorBody {
  return JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody
}
