import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dirname, '../docs')

/** A target, its measurement, and whether it is met. */
export type Row = { what: string; must: string; reached: string; isReached: boolean }

/** Why targets are missed. Several rows may share one text. */
export type Reason = { name: string; text: string }

/** Returns the targets as a table, followed by the reasons for missed targets. Each reason appears once. */
export function promiseTable(rows: readonly Row[], reasonOf: (what: string) => Reason | undefined): string {
  const short = new Map<string, Reason>()
  const lines = rows.map(({ what, must, reached, isReached }) => {
    if (isReached) return [what, must, reached, '']
    const reason = reasonOf(what) ?? { name: 'not investigated', text: 'Missed in this run only.' }
    short.set(reason.name, reason)
    return [what, must, `**${reached}**`, reason.name]
  })
  const reasons = [...short.values()].map(({ name, text }) => `- **${name}**: ${text}`)
  const promises = table(['Work', 'Target', 'Measured', 'Reason'], lines)
  return reasons.length === 0
    ? promises
    : `${promises}\n\nReasons for missed targets:\n\n${reasons.join('\n')}`
}

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Prints each measurement and marks missed targets. */
export function printRows(rows: readonly Row[]): void {
  for (const { what, must, reached, isReached } of rows) {
    console.log(`${isReached ? '     ' : 'MISS '} ${what}: ${reached}, target ${must}`)
  }
}

/** The parts of docs/performance.md except the server's benchmark, in order. `postgres` is written by hand. */
const PARTS = ['writes', 'postgres', 'load', 'browser', 'timeline'] as const
type Part = (typeof PARTS)[number] | ScalingPart

/** The parts of docs/scaling.md that a benchmark writes. */
export type ScalingPart = 'growth-postgres' | 'growth-sqlite'

/** Replaces one benchmark's part of the file. */
export function writePart(part: Part, text: string, name = 'performance.md'): void {
  const file = readIfThere(name)
  const written = `<!-- ${part}:begin -->\n\n${text.trim()}\n\n<!-- ${part}:end -->`
  const isThere = patternOf(part).test(file)
  writeFile(
    name,
    isThere ? file.replace(patternOf(part), () => written) : `${file.trimEnd()}\n\n${written}\n`,
  )
}

/** Replaces the text outside the parts. */
export function writeBesideParts(text: string): void {
  const file = readIfThere('performance.md')
  const parts = PARTS.flatMap((part) => patternOf(part).exec(file)?.[0] ?? [])
  writeFile('performance.md', `${[text.trimEnd(), ...parts].join('\n\n')}\n`)
}

function patternOf(part: Part): RegExp {
  return new RegExp(`<!-- ${part}:begin -->[^]*<!-- ${part}:end -->`)
}

function readIfThere(name: string): string {
  const path = join(DOCS, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function writeFile(name: string, text: string): void {
  const path = join(DOCS, name)
  writeFileSync(path, text)
  spawnSync('oxfmt', [path], { stdio: 'inherit' })
}
