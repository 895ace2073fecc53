import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Of the system's clock, by which it counts processor time: 100 in a second on Linux. */
const TICK_MS = 10

/** Node's own, unless it is told another. */
const DEBUGGER_PORT = 9229
const DEBUGGER_POLL_MS = 20
const DEBUGGER_MS_MAX = 5000

/** The processor time that processes have taken so far, in ms. One that is gone took none. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0)
}

/** The memory of a process that is in use, in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}

/**
 * Has a process of Node collect its garbage, as a debugger does: what is in use afterwards is kept.
 * Source: nodejs.org, 'Debugging', SIGUSR1.
 */
export async function collectGarbage(pid: number): Promise<void> {
  const line = new WebSocket(await debuggerOf(pid))
  await once(line, 'open')
  line.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(line, 'message')
  line.close()
  await once(line, 'close')
}

/** Where a process listens for a debugger, once it was told to. */
async function debuggerOf(pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  const deadline = performance.now() + DEBUGGER_MS_MAX
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${DEBUGGER_PORT}/json/list`).catch(() => null)
    if (answer) return ((await answer.json()) as [{ webSocketDebuggerUrl: string }])[0].webSocketDebuggerUrl
    await delay(DEBUGGER_POLL_MS)
  }
  throw new Error(`Process ${pid} listens for no debugger. End what else uses port ${DEBUGGER_PORT}.`)
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
