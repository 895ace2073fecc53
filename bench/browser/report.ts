import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { writeBrowserPart } from '../performance-file.ts'
import type { BrowserOptions } from './options.ts'
import { IN_THE_WAY, METHOD } from './texts.ts'

/** One promise, what it came to, and whether that is enough. */
export type Row = { what: string; must: string; reached: string; isReached: boolean }

/** A figure that may be so high. */
export function atMost(what: string, value: number, max: number, unit: string, more = ''): Row {
  const show = (figure: number) => `${Number(figure.toFixed(figure < 10 ? 2 : 1))} ${unit}`
  return { what, must: `≤ ${max} ${unit}`, reached: `${show(value)}${more}`, isReached: value <= max }
}

/** Prints what was reached, and what was not. */
export function printRows(rows: readonly Row[]): void {
  for (const { what, must, reached, isReached } of rows) {
    console.log(`${isReached ? '    ' : 'NOT '} ${what}: ${reached}, must be ${must}`)
  }
}

/** Writes the browser's part of docs/performance.md. */
export function writeRows(rows: readonly Row[], { rounds, presses, minutes }: BrowserOptions): void {
  const run = `This run: each page opened ${rounds} times, each press made ${presses} times, ${minutes} minutes of use; ${cpus().length} cores that others use too.`
  const lines = rows.map(({ what, must, reached, isReached }) => {
    const why = IN_THE_WAY.find(([start]) => what.startsWith(start))?.[1] ?? 'Not looked into yet.'
    return [what, must, isReached ? reached : `**${reached}**`, isReached ? '' : why]
  })
  const head = ['Work', 'Must reach', 'Reached', 'What is in the way']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  writeBrowserPart(['## The browser', METHOD, run, table].join('\n\n'))
  const root = join(import.meta.dirname, '../..')
  spawnSync('oxfmt', ['docs/performance.md'], { cwd: root, stdio: 'inherit' })
}
