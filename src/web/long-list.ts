import { nextTurn } from './next-turn.ts'

/** How much text is made into things before the page gets its turn: a few ms of work. */
const CHARS_AT_ONCE = 100_000

/**
 * Makes a long list of its JSON, a piece at a time as it comes, so that presses are answered meanwhile.
 * @param json an array of which each entry but the last is followed by `,` and the end of a line
 * @throws SyntaxError when it is no whole JSON, and what reading throws
 */
export async function readLongList<T>(json: ReadableStream<Uint8Array>): Promise<T[]> {
  const list: T[] = []
  const reader = json.getReader()
  const decoder = new TextDecoder()
  /** What has come and is in no piece yet; the first piece begins with the array's own bracket. */
  let text = ''
  let opening = ''
  for (;;) {
    const { value, done } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done) break
    // In JSON no text has an end of a line in it.
    const cut = text.length < CHARS_AT_ONCE ? -1 : text.lastIndexOf(',\n')
    if (cut === -1) continue
    list.push(...(JSON.parse(`${opening}${text.slice(0, cut)}]`) as T[]))
    text = text.slice(cut + 2)
    opening = '['
    await nextTurn()
  }
  list.push(...(JSON.parse(opening + text) as T[]))
  return list
}
