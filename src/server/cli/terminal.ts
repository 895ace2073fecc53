import type { Readable } from 'node:stream'

import { codePoints } from '#domain/text.ts'

export type Terminal = {
  /** Typed or piped input. */
  input: Readable & { isTTY?: boolean }
  print(line: string): void
  printError(line: string): void
}

/** The limit is longer than any answer or password, so that input piped by mistake is not read to its end. */
const LINE_LENGTH_MAX = 1000

/** Returns the first line of the input without its byte order mark and line break, or null. Reads nothing after it. */
export async function readLine({ input }: Terminal): Promise<string | null> {
  let text = ''
  for await (const piece of input.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece
    if (text.includes('\n') || codePoints(text) > LINE_LENGTH_MAX) break
  }
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return text === '' ? null : line
}

/** Replaces control and bidirectional characters, which names and emails could contain. */
export function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
