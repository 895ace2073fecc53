import { readFileSync, readdirSync } from 'node:fs'

/** Of the system's clock, by which it counts processor time: 100 in a second on Linux. */
const TICK_MS = 10

/** The processor time that processes have taken so far, in ms. One that is gone took none. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0)
}

/** The memory of a process that is in use, in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}

/** A process and its children. */
export function withChildren(pid: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [pid, ...numbers.map(Number).filter((child) => statOf(child)[1] === String(pid))]
}

/** Its own, and those of its children that have ended, such as a connection's at PostgreSQL. */
function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** What the system says of a process after its name, which may have blanks: its state, its parent … */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
