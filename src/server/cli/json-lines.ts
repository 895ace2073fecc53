import { createReadStream } from 'node:fs'

import type { PortableRow } from '../db/rows.ts'

const PIECE_LENGTH_MIN = 65_536

/** Yields rows as JSON lines, many per chunk. */
export async function* toLines(rows: AsyncIterable<PortableRow>): AsyncGenerator<string> {
  let piece = ''
  for await (const row of rows) {
    piece += `${JSON.stringify(row)}\n`
    if (piece.length < PIECE_LENGTH_MIN) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * Yields the rows of a file that `toLines` wrote.
 * @throws SyntaxError if a line is not JSON
 */
export async function* readLines(path: string): AsyncGenerator<PortableRow> {
  let rest = ''
  // `readline` also splits at U+2028, which JSON can contain.
  for await (const piece of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as PortableRow
  }
  if (rest !== '') yield JSON.parse(rest) as PortableRow
}
