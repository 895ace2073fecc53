import { cpus } from 'node:os'

import { type Row, promiseTable, table, writePart } from '../performance-file.ts'
import type { BrowserOptions } from './options.ts'
import type { Stills } from './still.ts'
import { IN_THE_WAY, METHOD, STILLS } from './texts.ts'

/** Returns a target with an upper limit and its measurement. */
export function atMost(what: string, value: number, max: number, unit: string, more = ''): Row {
  const show = (figure: number) => `${Number(figure.toFixed(figure < 10 ? 2 : 1))} ${unit}`
  return { what, must: `≤ ${max} ${unit}`, reached: `${show(value)}${more}`, isReached: value <= max }
}

/** Writes the browser's part of docs/performance.md. */
export function writeRows(
  rows: readonly Row[],
  stills: Stills,
  { rounds, presses, minutes }: BrowserOptions,
): void {
  const run = `This run: each page opened ${rounds} times, each interaction repeated ${presses} times, ${minutes} minutes of use; ${cpus().length} shared cores.`
  const promises = promiseTable(rows, (what) => IN_THE_WAY.find(([start]) => what.startsWith(start))?.[1])
  const pictures = table(
    ['Page', 'Time'],
    Object.entries(stills).map(([what, ms]) => [what, `${ms.toFixed(0)} ms`]),
  )
  const parts = [
    '## The browser',
    METHOD,
    run,
    promises,
    '### The same pages without a script',
    STILLS,
    pictures,
  ]
  writePart('browser', parts.join('\n\n'))
}
