import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

import { writeRunLog } from './run-log.mjs'

const TICK_SECONDS_PLAIN = 10
const OUTPUT_CHARACTERS_MAX = 200_000
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const PARENT_POLL_MS = 300
const GRACE_MS = 2000
const PARENT = process.ppid

/** A failure that is printed as one line, without a stack trace. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}

/**
 * Runs a script and exits with its code. Prints a `SetupError` as one line on standard error.
 * @param {() => Promise<number>} steps
 */
export async function runScript(steps) {
  try {
    process.exitCode = await steps()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    if (error.message) console.error(error.message)
    process.exitCode = error.exitCode
  }
}

/**
 * Runs a command as a step: prints one line with its title and duration. The command's output goes to the log of the run
 * and is returned, not printed.
 *
 * @typedef {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean }} StepOptions
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StepOptions} options
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 * @throws {SetupError} if a signal stopped this process. The exit code is 128 plus the signal number.
 */
export async function runStep(title, command, args, options) {
  const progress = startProgress(title)
  writeRunLog(`\n--- ${title}\n`)
  let output = ''
  const { code } = await runChild(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
      writeRunLog(text)
    },
  }).catch((error) => {
    progress.end('stopped')
    throw error
  })
  const result = code === 0 ? 'done' : 'failed'
  const took = progress.end(result)
  writeRunLog(`--- ${title}: ${result} (${took.toFixed(1)} s)\n`)
  return { ok: code === 0, output, seconds: took }
}

/** The pauses before the second and the third attempt of a download. */
export const PAUSES_MS = [5000, 20_000]

/**
 * Runs a download as a step, and retries it after a pause if it fails.
 *
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StepOptions} options
 * @param {readonly number[]} [pausesMs] one for each further attempt
 * @returns {ReturnType<typeof runStep>} the result of the last attempt
 */
export async function runDownload(title, command, args, options, pausesMs = PAUSES_MS) {
  let result = await runStep(title, command, args, options)
  for (const [index, pause] of pausesMs.entries()) {
    if (result.ok) break
    await delay(pause)
    const attempt = `attempt ${index + 2} of ${pausesMs.length + 1}`
    result = await runStep(`${title}, ${attempt}`, command, args, options)
  }
  return result
}

/**
 * Runs a child process until it ends. Forwards stop signals, so that nothing keeps running.
 *
 * @typedef {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, stdio: import('node:child_process').StdioOptions, onOutput?: (text: string) => void, endsBySignal?: boolean, timeout?: number }} ChildOptions
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} options With `endsBySignal` a forwarded signal is the child's usual end, not an interruption.
 *   After `timeout` ms the child gets SIGTERM.
 * @returns {Promise<{ code: number }>} 127 when the command cannot be started, 128 + n when signal n ended it.
 * @throws {SetupError} if a signal stopped this process, unless the child handles signals.
 */
export async function runChild(command, args, options) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.stdio,
    shell: options.shell ?? false,
    windowsHide: true,
    timeout: options.timeout,
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => options.onOutput?.(text))
  }
  const signals = forwardSignals(child, options.endsBySignal ? Infinity : GRACE_MS)
  try {
    const code = await exitCode(child, (text) => options.onOutput?.(text))
    const stoppedBy = signals.first()
    if (stoppedBy && !options.endsBySignal) throw new SetupError('', signalCode(stoppedBy))
    return { code }
  } finally {
    signals.release()
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(text: string) => void} onOutput
 * @returns {Promise<number>}
 */
function exitCode(child, onOutput) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      onOutput(`${error.message}\n`)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(code ?? signalCode(signal ?? 'SIGKILL')))
  })
}

/** @param {NodeJS.Signals} signal */
function signalCode(signal) {
  return 128 + constants.signals[signal]
}

/**
 * Forwards each signal once: npm repeats the terminal's signals, and a second one can mean "stop now" to the child. On
 * Windows the console signals every process itself, and a forwarded signal would kill the child.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} graceMs the time until the child is killed; npm needs time to undo an installation
 */
function forwardSignals(child, graceMs) {
  /** @type {Set<NodeJS.Signals>} */
  const seen = new Set()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let kill
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (!seen.has(signal) && process.platform !== 'win32') child.kill(signal)
    seen.add(signal)
    if (Number.isFinite(graceMs)) kill ??= setTimeout(() => child.kill('SIGKILL'), graceMs)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  // Stops the child when the parent dies: a shell doesn't forward signals, and npm itself may be killed.
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== PARENT) forward('SIGTERM')
  }, PARENT_POLL_MS)
  return {
    first: () => [...seen][0],
    release: () => {
      clearInterval(watch)
      clearTimeout(kill)
      for (const signal of FORWARDED) process.off(signal, forward)
    },
  }
}

/**
 * Shows a step's elapsed time: updated in place on a terminal, otherwise one line every 10 s.
 * @param {string} title
 */
export function startProgress(title) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const inPlace = process.stdout.isTTY
  process.stdout.write(`${title} …`)
  let lineOpen = true
  const tick = () => {
    if (inPlace) process.stdout.write(`\r\u001B[2K${title} … ${Math.round(seconds())} s`)
    else process.stdout.write(`${lineOpen ? '\n' : ''}${title} … ${Math.round(seconds())} s\n`)
    lineOpen = inPlace
  }
  const timer = setInterval(tick, inPlace ? 1000 : TICK_SECONDS_PLAIN * 1000)
  return {
    /**
     * @param {string} result
     * @returns {number} the elapsed seconds
     */
    end(result) {
      clearInterval(timer)
      const took = seconds()
      const head = inPlace ? `\r\u001B[2K${title} … ` : lineOpen ? ' ' : `${title} … `
      process.stdout.write(`${head}${result} (${took.toFixed(1)} s)\n`)
      return took
    },
  }
}
