import { MEGABYTE } from '../config.ts'
import type { RowCounts } from '../db/fill.ts'

/** Created once, because a list of accounts formats two numbers per line. */
const NUMBER = new Intl.NumberFormat('en-US')

/** Returns text such as "3 accounts, 120 tasks". */
export function countsInWords(rows: RowCounts): string {
  return `${inWords(rows['users'] ?? 0, 'account')}, ${inWords(rows['tasks'] ?? 0, 'task')}`
}

/** Returns text such as "1 file" or "2 files". */
export function inWords(count: number, noun: string): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns text such as "1.2 MB", in units of 2^20 bytes. */
export function bytesInWords(bytes: number): string {
  return `${(bytes / MEGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}
