import { createReadStream } from 'node:fs'

import type { PortableRow } from '../db/rows.ts'

const PIECE_LENGTH_MIN = 65_536

/** Rows as JSON, one on each line, in pieces of many lines. */
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
 * The rows of a file that `toLines` made, one after the other.
 * @throws SyntaxError when a line is no JSON
 */
export async function* readLines(path: string): AsyncGenerator<PortableRow> {
  let rest = ''
  // Not by `readline`, which takes U+2028 for the end of a line too: JSON may hold it as it is.
  for await (const piece of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as PortableRow
  }
  if (rest !== '') yield JSON.parse(rest) as PortableRow
}
