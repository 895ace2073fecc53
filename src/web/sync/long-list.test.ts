import { describe, expect, it, vi } from 'vitest'

import { requestList } from './api.ts'
import { readLongList } from './long-list.ts'

const things = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    title: `Zeile,\n"]" der ${id}. Aufgabe 🎉`,
    tags: [id, null],
  }))
const linesOf = (list: readonly unknown[]) => `[${list.map((thing) => JSON.stringify(thing)).join(',\n')}]`

/** Streams a string in parts that can end in the middle of a character. */
function streamOf(text: string, bytesAtOnce = 65_537): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(sent, (sent += bytesAtOnce)))
    },
  })
}

function readAll(stream: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const reader = stream.getReader()
  return readLongList(() => reader.read())
}

describe('readLongList', () => {
  it.each([0, 1, 2, 1000, 20_000])('returns all %i entries in order', async (count) => {
    expect(await readAll(streamOf(linesOf(things(count))))).toEqual(things(count))
    expect(await readAll(streamOf(JSON.stringify(things(count))))).toEqual(things(count))
  })

  it('decodes characters that arrive in two parts', async () => {
    expect(await readAll(streamOf(linesOf(things(50)), 1))).toEqual(things(50))
  })

  it('yields to other tasks', async () => {
    let turns = 0
    const timer = setInterval(() => turns++)
    await readAll(streamOf(linesOf(things(100_000))))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })

  it.each([
    ['is empty', ''],
    ['ends too early', '[1'],
    ['ends too early, after many lines', `[${'1,\n'.repeat(100_000)}`],
    ['has no bracket at its end', `[${'1,\n'.repeat(100_000)}2`],
    ['has no bracket at its beginning', `${'1,\n'.repeat(100_000)}2]`],
    ['is a page', '<html>,\n'.repeat(50_000)],
  ])('throws if the text %s', async (_what, text) => {
    await expect(readAll(streamOf(text))).rejects.toThrow(SyntaxError)
  })

  it('throws if the connection breaks', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('cut')),
    })
    await expect(readAll(broken)).rejects.toThrow('cut')
  })

  it('waits for a slow connection, and throws after 20 s without data', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    vi.stubGlobal('fetch', async () => new Response(readable))
    let outcome = 'reads'
    requestList('/api/tasks').catch((error: Error) => (outcome = error.message))
    for (const text of ['[1', ',\n2', ',\n3']) {
      await vi.advanceTimersByTimeAsync(15_000)
      await writer.write(new TextEncoder().encode(text))
    }
    await vi.advanceTimersByTimeAsync(19_000)
    expect(outcome).toBe('reads')
    await vi.advanceTimersByTimeAsync(2000)
    expect(outcome).toBe('0: The server can’t be reached.')
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})
