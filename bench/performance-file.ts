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

/** Writes the part of docs/performance.md that the browser's bench owns; what the other benches wrote stays. */
export function writeBrowserPart(text: string): void {
  writeFileSync(FILE, `${withoutBrowserPart(readIfThere())}\n\n${BEGIN}\n\n${text.trim()}\n\n${END}\n`)
}

/** A new text of the file, with the browser's part as it is. */
export function keepBrowserPart(text: string): string {
  const part = PART.exec(readIfThere())?.[0]
  return part ? `${text.trimEnd()}\n\n${part}\n` : text
}

const BEGIN = '<!-- browser:begin -->'
const END = '<!-- browser:end -->'
const PART = /<!-- browser:begin -->[^]*<!-- browser:end -->/

function withoutBrowserPart(text: string): string {
  return text.replace(PART, '').trimEnd()
}

function readIfThere(): string {
  return existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
}
