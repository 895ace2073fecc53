import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

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
  ])('is packed for who accepts %s', async (accepted, encoding, unpack) => {
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

  test('has a line for each task, whatever is in its texts', async () => {
    const others = ['Two\nlines,\n', '"]},\n{"', 'Ü 🎉']
    for (const description of others) await makeTask(ada, { title: 'Report', description })
    const { rawPayload } = await ask(ada, 'br')
    const text = brotliDecompressSync(rawPayload).toString()
    expect(text.split('\n')).toHaveLength(1 + others.length)
    expect(JSON.parse(text)).toEqual((await ada.get('/api/tasks')).json())
  })

  test.each(['identity', 'zstd', 'br;q=0'])('is not packed for who accepts %s alone', async (accepted) => {
    const answer = await ask(ada, accepted)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.json()).toMatchObject([{ title: 'Water the plants' }])
  })

  test('is 304 for who sends the tag of a packed one back', async () => {
    const { headers } = await ask(ada, 'br')
    const again = await ada.get('/api/tasks', {
      'accept-encoding': 'br',
      'if-none-match': String(headers.etag),
    })
    expect(again.statusCode).toBe(304)
  })

  test('is packed anew after a change, and another user gets their own', async () => {
    expect(await titles(ada)).toEqual(['Water the plants'])
    const eve = await signUp(testApp)
    await makeTask(eve, { title: 'Report' })
    expect(await titles(eve)).toEqual(['Report'])
    await ada.patch('/api/tasks/1', { title: 'Water all plants' })
    expect(await titles(ada)).toEqual(['Water all plants'])
  })
})

describe('a list', () => {
  test('is read and packed once, also for those who ask at the same time', async () => {
    const pack = keepPackedLists()
    let read = 0
    const readList = async () => [{ title: 'Report', read: ++read }]
    const [first, second] = await Promise.all([pack('"1"', 'br', readList), pack('"1"', 'br', readList)])
    const third = await pack('"1"', 'br', readList)
    expect(read).toBe(1)
    expect(second).toEqual(first)
    expect(third).toEqual(first)
    await pack('"2"', 'br', readList)
    expect(read).toBe(2)
  })

  test('that could not be read is read again', async () => {
    const pack = keepPackedLists()
    await expect(pack('"1"', 'br', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await pack('"1"', 'br', async () => []))?.bytes.length).toBeGreaterThan(0)
  })

  test('that is too large to be kept is packed each time', async () => {
    const pack = keepPackedLists()
    const noise = Array.from({ length: 200_000 }, (_, index) => Math.sin(index))
    let read = 0
    const readList = async () => {
      read++
      return noise
    }
    for (let time = 0; time < 2; time++) await pack('"1"', 'gzip', readList)
    expect(read).toBe(2)
  })
})
