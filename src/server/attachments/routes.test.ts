import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Attachment } from '#domain/attachments/attachment.ts'
import {
  attach,
  attachmentPath,
  readAttachments,
  readStored,
  storedNames,
} from '#tests/support/attachments.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\0\xfe', 'latin1')
const LATER = '2026-11-20T11:00:00.000Z'

let test: TestApp
let ada: Client
let eve: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
  eve = await signUp(test, 'eve@example.com')
})
afterEach(() => test.close())

/** Every request about one attachment. */
const callsFor = (client: Client, taskId: number, name: string) => [
  () => client.put(attachmentPath(taskId, name), 'other'),
  () => client.get(attachmentPath(taskId, name)),
  () => client.head(attachmentPath(taskId, name)),
  () => client.delete(attachmentPath(taskId, name)),
  () => client.get(attachmentPath(taskId)),
]

describe('uploading a file', () => {
  it('returns it, and adds its name to the task’s attachments', async () => {
    const task = await makeTask(ada, { attachments: ['a name alone'] })
    test.clock.set(LATER)
    const response = await ada.put(attachmentPath(task.id, 'photo.png'), PNG)
    expect(response.statusCode).toBe(201)
    const attachment = { name: 'photo.png', size: PNG.length, type: 'image/png', createdAt: LATER }
    expect(response.json()).toEqual(attachment)
    expect(await readTask(ada, task.id)).toEqual({
      ...task,
      attachments: ['a name alone', 'photo.png'],
      version: 2,
      updatedAt: LATER,
    })
    expect(await readAttachments(ada, task.id)).toEqual([attachment])
    expect((await ada.get(attachmentPath(task.id, 'photo.png'))).rawPayload).toEqual(PNG)
  })

  it.each([
    ['application/json', '{"not": json'],
    ['application/json', '{"__proto__": {"x": 1}}'],
    ['application/json; charset=utf-8', ''],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/form-data', 'no boundary'],
    ['text/html', '<script>alert(1)</script>'],
    ['application/octet-stream', '\0\u0001'],
    ['image/png', 'not a picture'],
    ['', 'an empty type'],
    ['garbage', 'no type at all'],
    ['text; charset', 'half a type'],
    [undefined, 'no header'],
  ])('of type %j stores its bytes unchanged: %j', async (type, bytes) => {
    const { id } = await makeTask(ada)
    const headers = type === undefined ? undefined : { 'content-type': type }
    const response = await ada.put(attachmentPath(id, 'file.bin'), bytes, headers)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ size: bytes.length, type: 'application/octet-stream' })
    expect((await ada.get(attachmentPath(id, 'file.bin'))).body).toBe(bytes)
  })

  it('without a body stores an empty file', async () => {
    const { id } = await makeTask(ada)
    expect((await ada.put(attachmentPath(id, 'empty.txt'))).json()).toMatchObject({ size: 0 })
    const response = await ada.get(attachmentPath(id, 'empty.txt'))
    expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([200, '', '0'])
  })

  it('keeps its name if the task lists that name without a file', async () => {
    const { id } = await makeTask(ada, { attachments: ['plan.pdf', 'other.pdf'] })
    expect(await attach(ada, id, 'plan.pdf')).toMatchObject({ name: 'plan.pdf' })
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['plan.pdf', 'other.pdf'], version: 2 })
  })

  it('adds a number to a name that is taken, and keeps the other file', async () => {
    const { id } = await makeTask(ada)
    const names = []
    for (const bytes of ['one', 'two', 'three']) names.push((await attach(ada, id, 'plan.pdf', bytes)).name)
    expect(names).toEqual(['plan.pdf', 'plan (2).pdf', 'plan (3).pdf'])
    expect(await readTask(ada, id)).toMatchObject({ attachments: names, version: 4 })
    expect((await ada.get(attachmentPath(id, 'plan.pdf'))).body).toBe('one')
    expect((await ada.get(attachmentPath(id, 'plan (3).pdf'))).body).toBe('three')
  })

  it('twenty times in parallel under one name gives each file a different name', async () => {
    const app = await buildInterleavedApp(test)
    const { id } = await makeTask(ada)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app.inject({
          method: 'PUT',
          url: attachmentPath(id, 'a.txt'),
          payload: `file ${i}`,
          headers: { cookie: ada.cookie() },
        }),
      ),
    )
    const names = answers.map((answer) => answer.json<Attachment>().name)
    expect(new Set(names).size).toBe(20)
    const task = await readTask(ada, id)
    expect(task.version).toBe(21)
    expect(task.attachments.toSorted()).toEqual(names.toSorted())
    for (const [i, name] of names.entries()) {
      expect((await ada.get(attachmentPath(id, name))).body).toBe(`file ${i}`)
    }
    await app.close()
  })

  it('twice with one key adds it only once', async () => {
    const { id } = await makeTask(ada)
    const upload = () => ada.put(attachmentPath(id, 'a.txt'), 'hello', { 'idempotency-key': 'one' })
    const [first, second] = [await upload(), await upload()]
    expect([second.statusCode, second.body]).toEqual([201, first.body])
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['a.txt'], version: 2 })
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('accepts the hundredth file and rejects the next', async () => {
    const names = Array.from({ length: 99 }, (_, i) => `${i}.txt`)
    const { id } = await makeTask(ada, { attachments: names })
    await attach(ada, id, 'last.txt')
    const response = await ada.put(attachmentPath(id, 'more.txt'), 'hello')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      code: 'invalid',
      message: 'A task can have at most 100 attachments.',
      issues: [{ path: 'attachments', message: 'A task can have at most 100 attachments.' }],
    })
    expect(await attach(ada, id, '7.txt')).toMatchObject({ name: '7.txt' })
    expect(await readTask(ada, id)).toMatchObject({ attachments: [...names, 'last.txt'], version: 3 })
    expect(await storedNames(test)).toHaveLength(2)
  })

  it('leaves nothing behind when its row cannot be stored', async () => {
    const { id } = await makeTask(ada)
    await test.db.schema.alterTable('attachments').renameColumn('type', 'kind').execute()
    expect((await ada.put(attachmentPath(id, 'a.txt'), 'hello')).statusCode).toBe(500)
    expect(await readTask(ada, id)).toMatchObject({ attachments: [], version: 1 })
    expect(await storedNames(test)).toEqual([])
  })

  it('stores it under a generated name, readable only by its owner', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, '../../../etc/passwd')
    const [name, ...others] = await storedNames(test)
    expect(others).toEqual([])
    expect(name).toMatch(/^[\da-f-]{36}$/)
    expect(String(await readStored(test, name ?? '', 5))).toBe('hello')
  })
})

describe('downloading a file', () => {
  const MUST = {
    'content-disposition': `attachment; filename="photo.png"; filename*=UTF-8''photo.png`,
    'content-length': String(PNG.length),
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }

  it('makes the browser save it instead of running it', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'photo.png', PNG)
    const response = await ada.get(attachmentPath(id, 'photo.png'))
    expect([response.statusCode, response.rawPayload]).toEqual([200, PNG])
    expect(response.headers).toMatchObject(MUST)
  })

  it('with HEAD returns the same headers without the bytes', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'photo.png', PNG)
    const response = await ada.head(attachmentPath(id, 'photo.png'))
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers).toMatchObject(MUST)
  })

  it('of several megabytes returns every byte', async () => {
    const { id } = await makeTask(ada)
    const bytes = Buffer.alloc(3 * 2 ** 20 + 7, 'tenfold ')
    await attach(ada, id, 'large.bin', bytes)
    expect(bytes.equals((await ada.get(attachmentPath(id, 'large.bin'))).rawPayload)).toBe(true)
  })

  it('returns 404 if no file has the name', async () => {
    const { id } = await makeTask(ada, { attachments: ['plan.pdf'] })
    for (const name of ['plan.pdf', 'nothing.pdf']) {
      expect((await ada.get(attachmentPath(id, name))).statusCode).toBe(404)
      expect((await ada.head(attachmentPath(id, name))).statusCode).toBe(404)
    }
    expect(await readAttachments(ada, id)).toEqual([])
  })

  it('returns an ordinary error and logs it if the bytes are lost', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    const [blob] = await storedNames(test)
    await test.files.remove(blob ?? '')
    const response = await ada.get(attachmentPath(id, 'a.txt'))
    expect(response.statusCode).toBe(404)
    expect(response.headers).not.toHaveProperty('content-disposition')
    expect(response.json()).toMatchObject({ code: 'not_found' })
    expect(test.log.join('')).toContain('the bytes of an attachment are missing or damaged')
  })

  it('ends cleanly when the browser disconnects', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'large.bin', Buffer.alloc(8 * 2 ** 20))
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as { port: number }
    for (let i = 0; i < 5; i++) {
      const leaving = new AbortController()
      const url = `http://127.0.0.1:${port}${attachmentPath(id, 'large.bin')}`
      const response = await fetch(url, { headers: { cookie: ada.cookie() }, signal: leaving.signal })
      leaving.abort()
      await expect(response.arrayBuffer()).rejects.toThrow('aborted')
    }
    expect((await ada.get(attachmentPath(id))).statusCode).toBe(200)
    expect(test.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

describe('the list of a task’s files', () => {
  it('has their sizes and types, oldest first', async () => {
    const { id } = await makeTask(ada, { attachments: ['b.txt', 'a name alone'] })
    await attach(ada, id, 'c.txt', 'ccc')
    await attach(ada, id, 'b.txt', 'bb')
    const response = await ada.get(attachmentPath(id))
    expect([response.statusCode, response.json()]).toEqual([
      200,
      [
        { name: 'c.txt', size: 3, type: 'text/plain', createdAt: TEST_NOW },
        { name: 'b.txt', size: 2, type: 'text/plain', createdAt: TEST_NOW },
      ],
    ])
  })
})

describe('removing an attachment', () => {
  it('removes the file, its name in the task, and its bytes', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    await attach(ada, id, 'b.txt')
    test.clock.set(LATER)
    const response = await ada.delete(attachmentPath(id, 'a.txt'))
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['b.txt'], version: 4, updatedAt: LATER })
    expect((await ada.get(attachmentPath(id, 'a.txt'))).statusCode).toBe(404)
    expect((await ada.delete(attachmentPath(id, 'a.txt'))).statusCode).toBe(404)
    expect(await storedNames(test)).toHaveLength(1)
    expect((await ada.get(attachmentPath(id, 'b.txt'))).body).toBe('hello')
  })

  it('also removes a name that has no file', async () => {
    const { id } = await makeTask(ada, { attachments: ['plan.pdf'] })
    expect((await ada.delete(attachmentPath(id, 'plan.pdf'))).statusCode).toBe(204)
    expect(await readTask(ada, id)).toMatchObject({ attachments: [], version: 2 })
  })

  it('twenty times in parallel removes it only once', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    const app = await buildInterleavedApp(test)
    const headers = { cookie: ada.cookie() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.inject({ method: 'DELETE', url: attachmentPath(id, 'a.txt'), headers }),
      ),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(19)
    await app.close()
  })

  it('frees its name', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt', 'old')
    await ada.delete(attachmentPath(id, 'a.txt'))
    expect(await attach(ada, id, 'a.txt', 'new')).toMatchObject({ name: 'a.txt' })
    expect((await ada.get(attachmentPath(id, 'a.txt'))).body).toBe('new')
  })
})

describe('a request about attachments', () => {
  it('requires sign-in', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    for (const call of callsFor(test.visitor, id, 'a.txt')) expect((await call()).statusCode).toBe(401)
    expect(await storedNames(test)).toHaveLength(1)
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['a.txt'], version: 2 })
  })

  it('to another user’s task returns 404', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    const foreign = await answersTo(callsFor(eve, id, 'a.txt'))
    expect(foreign).toEqual(await answersTo(callsFor(eve, 999_999, 'a.txt')))
    expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await storedNames(test)).toHaveLength(1)
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['a.txt'], version: 2 })
  })

  it('cannot reach another user’s file through one of the user’s own tasks', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'secret.txt', 'secret')
    const own = await makeTask(eve, { attachments: ['secret.txt'] })
    const [, get, head, , list] = callsFor(eve, own.id, 'secret.txt')
    expect((await get?.())?.statusCode).toBe(404)
    expect((await head?.())?.statusCode).toBe(404)
    expect((await list?.())?.json()).toEqual([])
    expect((await eve.delete(attachmentPath(own.id, 'secret.txt'))).statusCode).toBe(204)
    expect((await ada.get(attachmentPath(id, 'secret.txt'))).body).toBe('secret')
  })

  it('cannot reach a file of another task', async () => {
    const [one, two] = [await makeTask(ada), await makeTask(ada)]
    await attach(ada, one.id, 'a.txt')
    expect((await ada.get(attachmentPath(two.id, 'a.txt'))).statusCode).toBe(404)
    expect((await ada.delete(attachmentPath(two.id, 'a.txt'))).statusCode).toBe(404)
  })

  it.each(['0', '-1', '1.5', '2147483648', '9007199254740992', 'x', '%00', '1%20or%201=1'])(
    'to task %s returns 404',
    async (id) => {
      const path = `/api/tasks/${id}/attachments`
      const answers = [
        await ada.get(path),
        await ada.put(`${path}/a.txt`, 'hello'),
        await ada.get(`${path}/a.txt`),
        await ada.delete(`${path}/a.txt`),
      ]
      expect(answers.map((response) => response.statusCode)).toEqual([404, 404, 404, 404])
      expect(await storedNames(test)).toEqual([])
    },
  )

  it.each(['POST', 'PATCH'] as const)('with the method %s returns 405', async (method) => {
    const { id } = await makeTask(ada)
    const headers = { cookie: ada.cookie() }
    const response = await test.app.inject({ method, url: attachmentPath(id, 'a.txt'), headers })
    expect(response.statusCode).toBe(405)
    expect(response.headers['allow']).toBe('DELETE, GET, HEAD, PUT')
  })

  it('is rejected if it writes and comes from another site', async () => {
    const { id } = await makeTask(ada)
    await attach(ada, id, 'a.txt')
    const foreign = { origin: 'https://evil.example' }
    const path = attachmentPath(id, 'a.txt')
    expect((await ada.put(path, 'x', foreign)).statusCode).toBe(403)
    expect((await ada.delete(path, foreign)).statusCode).toBe(403)
    expect(await readTask(ada, id)).toMatchObject({ attachments: ['a.txt'], version: 2 })
  })
})

it('nothing that was uploaded appears in the log, not even file names', async () => {
  const { id } = await makeTask(ada)
  await attach(ada, id, 'secret name.txt', 'secret bytes')
  await ada.get(attachmentPath(id, 'secret name.txt'))
  await ada.delete(attachmentPath(id, 'secret name.txt'))
  expect(test.log.join('')).not.toMatch(/secret/)
  expect(test.log.join('')).toContain('/api/tasks/:id/attachments/:name')
})

function answersTo(calls: (() => Promise<LightMyRequestResponse>)[]): Promise<[number, string][]> {
  return Promise.all(
    calls.map(async (call): Promise<[number, string]> => {
      const { statusCode, body } = await call()
      return [statusCode, body]
    }),
  )
}
