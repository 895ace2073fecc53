import { yieldToMain } from './yield-to-main.ts'

/** How much text is parsed between pauses: a few ms of work. */
const CHARS_AT_ONCE = 100_000

/**
 * Parses a long JSON array in pieces as it arrives, so that the page stays responsive.
 * @param read reads the next piece of an array with `,` and a line break after every entry but the last
 * @throws SyntaxError if the JSON is invalid or incomplete, or the error of `read`
 */
export async function readLongList<T>(
  read: () => Promise<ReadableStreamReadResult<Uint8Array>>,
): Promise<T[]> {
  const list: T[] = []
  const decoder = new TextDecoder()
  /** The text that isn't parsed yet. The first piece begins with the array's opening bracket. */
  let text = ''
  let opening = ''
  for (;;) {
    const { value, done } = await read()
    text += decoder.decode(value, { stream: !done })
    if (done) break
    // JSON strings contain no raw line breaks.
    const cut = text.length < CHARS_AT_ONCE ? -1 : text.lastIndexOf(',\n')
    if (cut === -1) continue
    list.push(...(JSON.parse(`${opening}${text.slice(0, cut)}]`) as T[]))
    text = text.slice(cut + 2)
    opening = '['
    await yieldToMain()
  }
  list.push(...(JSON.parse(opening + text) as T[]))
  return list
}
