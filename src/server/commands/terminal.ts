import type { Readable } from 'node:stream'

import { codePoints } from '#domain/text.ts'

/** Where a command reads and writes. */
export type Terminal = {
  /** What is typed, or piped in. */
  input: Readable & { isTTY?: boolean }
  print(line: string): void
  printError(line: string): void
}

/** Longer than any answer or password; what is piped in by mistake is not read to its end. */
const LINE_LENGTH_MAX = 1000

/** The first line of what is typed or piped in, without its end; null when there is none. Nothing is read after it. */
export async function readLine({ input }: Terminal): Promise<string | null> {
  let text = ''
  for await (const piece of input.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece
    if (text.includes('\n') || codePoints(text) > LINE_LENGTH_MAX) break
  }
  const [line = ''] = text.split(/\r?\n/)
  return text === '' ? null : line
}

/** A line as it may be shown: names and e-mails could hold what moves the cursor or turns the text around. */
export function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
