import { describe, expect, it } from 'vitest'

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

describe('readLongList', () => {
  it.each([0, 1, 2, 1000, 20_000])('returns all %i entries in order', async (count) => {
    expect(await readLongList(streamOf(linesOf(things(count))))).toEqual(things(count))
    expect(await readLongList(streamOf(JSON.stringify(things(count))))).toEqual(things(count))
  })

  it('decodes characters that arrive in two parts', async () => {
    expect(await readLongList(streamOf(linesOf(things(50)), 1))).toEqual(things(50))
  })

  it('yields to other tasks', async () => {
    let turns = 0
    const timer = setInterval(() => turns++)
    await readLongList(streamOf(linesOf(things(100_000))))
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
    await expect(readLongList(streamOf(text))).rejects.toThrow(SyntaxError)
  })

  it('throws if the connection breaks', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('cut')),
    })
    await expect(readLongList(broken)).rejects.toThrow('cut')
  })
})
