import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

import { keepPackedLists } from './packed-lists.ts'

const ask = (client: Client, encodings: string) => client.get('/api/tasks', { 'accept-encoding': encodings })

async function titles(client: Client): Promise<string[]> {
  const { rawPayload } = await ask(client, 'br')
  const tasks = JSON.parse(brotliDecompressSync(rawPayload).toString()) as { title: string }[]
  return tasks.map(({ title }) => title)
}

describe('GET /api/tasks', () => {
  let testApp: TestApp
  let ada: Client
  beforeEach(async () => {
    testApp = await buildTestApp()
    ada = await signUp(testApp)
    await makeTask(ada, { title: 'Water the plants' })
  })
  afterEach(() => testApp.close())

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is packed for a client that accepts %s', async (accepted, encoding, unpack) => {
    const plain = await ada.get('/api/tasks')
    const answer = await ask(ada, accepted)
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      etag: `W/${String(plain.headers.etag)}`,
      'x-change': plain.headers['x-change'],
    })
    expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
  })

  test('has a line for each task, regardless of line breaks in its text', async () => {
    const others = ['Two\nlines,\n', '"]},\n{"', 'Ü 🎉']
    for (const description of others) await makeTask(ada, { title: 'Report', description })
    const { rawPayload } = await ask(ada, 'br')
    const text = brotliDecompressSync(rawPayload).toString()
    expect(text.split('\n')).toHaveLength(1 + others.length)
    expect(JSON.parse(text)).toEqual((await ada.get('/api/tasks')).json())
  })

  test.each(['identity', 'zstd', 'br;q=0'])(
    'is not packed for a client that accepts only %s',
    async (accepted) => {
      const answer = await ask(ada, accepted)
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.json()).toMatchObject([{ title: 'Water the plants' }])
    },
  )

  test.each(['/api/tasks?since=0', '/api/tasks/completed'])(
    'is compressed, and so is %s unless it is short',
    async (path) => {
      const short = await ada.get(path, { 'accept-encoding': 'br' })
      expect(short.headers).toMatchObject({ vary: 'accept-encoding' })
      expect(short.headers['content-encoding']).toBeUndefined()
      const description = 'The same words. '.repeat(100)
      for (let i = 0; i < 3; i++) {
        await makeTask(ada, { description })
        await makeTask(ada, { description, completed: true })
      }
      const plain = await ada.get(path)
      expect(plain.headers['content-encoding']).toBeUndefined()
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, rawPayload } = await ada.get(path, { 'accept-encoding': encoding })
        expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
        expect(unpack(rawPayload).toString()).toBe(plain.body)
        expect(rawPayload.length).toBeLessThan(plain.body.length / 4)
      }
    },
  )

  test('is compressed, unlike /api/templates, whose length could reveal one author’s text to another', async () => {
    await makeTemplate(ada, { description: 'The same words. '.repeat(100) })
    const { headers, body } = await ada.get('/api/templates', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toContain('The same words.')
  })

  test('returns 304 to a client that sends the tag of a packed list', async () => {
    const { headers } = await ask(ada, 'br')
    const again = await ada.get('/api/tasks', {
      'accept-encoding': 'br',
      'if-none-match': String(headers.etag),
    })
    expect(again.statusCode).toBe(304)
  })

  test('is packed again after a change, and differs for another user', async () => {
    expect(await titles(ada)).toEqual(['Water the plants'])
    const eve = await signUp(testApp)
    await makeTask(eve, { title: 'Report' })
    expect(await titles(eve)).toEqual(['Report'])
    await ada.patch('/api/tasks/1', { title: 'Water all plants' })
    expect(await titles(ada)).toEqual(['Water all plants'])
  })
})

/** A list that counts how often it is read. */
function reader(json: string) {
  let read = 0
  const readJson = async function* () {
    read++
    yield json
  }
  return { readJson, read: () => read }
}

async function* failing(): AsyncGenerator<string> {
  yield '['
  await Promise.reject(new Error('away'))
}

describe('a list', () => {
  test('is read and packed once for concurrent requests', async () => {
    const pack = keepPackedLists()
    const { readJson, read } = reader('[]')
    const [first, second] = await Promise.all([pack('"1"', 'br', readJson), pack('"1"', 'br', readJson)])
    const third = await pack('"1"', 'br', readJson)
    expect(read()).toBe(1)
    expect(second).toEqual(first)
    expect(third).toEqual(first)
    await pack('"2"', 'br', readJson)
    expect(read()).toBe(2)
  })

  test.each(['br', 'gzip'] as const)(
    'of one task uses no more memory than its bytes when it is packed with %s',
    async (encoding) => {
      const bytes = await keepPackedLists()('"1"', encoding, reader('[{"id":1}]').readJson)
      expect(bytes?.length).toBeGreaterThan(0)
      expect(bytes?.buffer.byteLength).toBe(bytes?.length)
    },
  )

  test('is read again after a failure', async () => {
    const pack = keepPackedLists()
    await expect(pack('"1"', 'br', failing)).rejects.toThrow('away')
    expect((await pack('"1"', 'br', reader('[]').readJson))?.length).toBeGreaterThan(0)
  })

  test('is not cached if it is too large when packed', async () => {
    const pack = keepPackedLists()
    const noise = JSON.stringify(Array.from({ length: 150_000 }, (_, index) => Math.sin(index)))
    expect(await pack('"1"', 'gzip', () => Readable.from([noise]))).toBeNull()
  })

  test('is not read to its end if its text is too long', async () => {
    const pack = keepPackedLists()
    let pieces = 0
    const endless = async function* () {
      for (;;) {
        pieces++
        yield ' '.repeat(2 ** 20)
      }
    }
    for (let time = 0; time < 2; time++) expect(await pack('"1"', 'br', endless)).toBeNull()
    expect(pieces).toBe(5)
  })
})
