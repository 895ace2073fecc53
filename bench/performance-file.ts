import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../docs/performance.md')

/** One promise, what it came to, and whether that is enough. */
export type Row = { what: string; must: string; reached: string; isReached: boolean }

/** Why promises fall short, in a text that several of them may share. */
export type Reason = { name: string; text: string }

/** The promises as a table, and below it, once each, what is in the way of those that fall short. */
export function promiseTable(rows: readonly Row[], reasonOf: (what: string) => Reason | undefined): string {
  const short = new Map<string, Reason>()
  const lines = rows.map(({ what, must, reached, isReached }) => {
    if (isReached) return [what, must, reached, '']
    const reason = reasonOf(what) ?? { name: 'not looked into', text: 'It fell short in this run alone.' }
    short.set(reason.name, reason)
    return [what, must, `**${reached}**`, reason.name]
  })
  const reasons = [...short.values()].map(({ name, text }) => `- **${name}**: ${text}`)
  const promises = table(['Work', 'Must reach', 'Reached', 'In the way'], lines)
  return reasons.length === 0 ? promises : `${promises}\n\nIn the way:\n\n${reasons.join('\n')}`
}

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Prints what was reached, and what was not. */
export function printRows(rows: readonly Row[]): void {
  for (const { what, must, reached, isReached } of rows) {
    console.log(`${isReached ? '    ' : 'NOT '} ${what}: ${reached}, must be ${must}`)
  }
}

/** The parts of docs/performance.md that benches of their own write, in order; the rest is the server's. */
const PARTS = ['browser', 'timeline'] as const
type Part = (typeof PARTS)[number]

/** Writes the part of a bench; what the others wrote stays. */
export function writePart(part: Part, text: string): void {
  const file = readIfThere()
  const written = `<!-- ${part}:begin -->\n\n${text.trim()}\n\n<!-- ${part}:end -->`
  const isThere = patternOf(part).test(file)
  writeFile(isThere ? file.replace(patternOf(part), () => written) : `${file.trimEnd()}\n\n${written}\n`)
}

/** Writes what is no bench's own part; the parts stay. */
export function writeBesideParts(text: string): void {
  const file = readIfThere()
  const parts = PARTS.flatMap((part) => patternOf(part).exec(file)?.[0] ?? [])
  writeFile(`${[text.trimEnd(), ...parts].join('\n\n')}\n`)
}

function patternOf(part: Part): RegExp {
  return new RegExp(`<!-- ${part}:begin -->[^]*<!-- ${part}:end -->`)
}

function readIfThere(): string {
  return existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
}

function writeFile(text: string): void {
  writeFileSync(FILE, text)
  spawnSync('oxfmt', [FILE], { stdio: 'inherit' })
}
