import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../docs/performance.md')

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
