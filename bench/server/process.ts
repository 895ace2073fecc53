import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** The unit in which the system counts CPU time. Linux has 100 ticks per second. */
const TICK_MS = 10

/** Node's default port for debuggers. */
const DEBUGGER_PORT = 9229
const DEBUGGER_POLL_MS = 20
const DEBUGGER_MS_MAX = 5000

/** Returns the CPU time that processes have used so far, in ms. A process that has ended counts as 0. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0)
}

/** Returns the memory that a process uses, in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}

/**
 * Makes a Node process collect its garbage through its debugger, so that only memory in use remains. Source:
 * nodejs.org, 'Debugging', SIGUSR1.
 */
export async function collectGarbage(pid: number): Promise<void> {
  const line = new WebSocket(await debuggerOf(pid))
  await once(line, 'open')
  line.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(line, 'message')
  line.close()
  await once(line, 'close')
}

/** Starts the debugger of a process and returns its address. */
async function debuggerOf(pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  const deadline = performance.now() + DEBUGGER_MS_MAX
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${DEBUGGER_PORT}/json/list`).catch(() => null)
    if (answer) return ((await answer.json()) as [{ webSocketDebuggerUrl: string }])[0].webSocketDebuggerUrl
    await delay(DEBUGGER_POLL_MS)
  }
  throw new Error(`Process ${pid} has no debugger. Stop the other program on port ${DEBUGGER_PORT}.`)
}

/** Returns a process and its children. */
export function withChildren(pid: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [pid, ...numbers.map(Number).filter((child) => statOf(child)[1] === String(pid))]
}

/** Returns the CPU time of a process and its exited children, in ticks. */
function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** Returns the fields of /proc/PID/stat after the name, which may contain spaces: state, parent … */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
