import { appendFileSync } from 'node:fs'

/** Figures of a fault for the table of `npm run faults`. */
export type Figures = {
  /** How often the fault was injected. */
  runs?: number
  /** Acknowledged writes. */
  writes?: number
  /** Acknowledged writes that are missing afterwards. */
  lost?: number
  /** Writes that are stored more than once. */
  duplicated?: number
  /** Seconds from the end of the fault until the product works again. */
  seconds?: number
}

/** The path of the figures file. Only `npm run faults` sets it. */
const FILE = process.env['FAULT_FIGURES']

/** Records figures for `npm run faults`, which adds up the counts and uses the longest recovery. */
export function noteFigures(figures: Figures): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(figures)}\n`)
}

/** Returns how often or how long to cause a fault: `usual` in `npm test`, `thorough` in `npm run faults`. */
export function forFaults(usual: number, thorough: number): number {
  return FILE ? thorough : usual
}
