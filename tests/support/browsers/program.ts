import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fastFolder } from '../fast-folder.ts'

/** A process with its own home folder, killed when the tests end. */
export type Program = {
  child: ChildProcess
  /** Waits for a line of its output and returns the first group of the pattern. */
  printed(pattern: RegExp): Promise<string>
  /** Ends the process and removes its home folder. */
  end(): Promise<void>
}

type ProgramOptions = {
  /** The contents of files in its home folder, by path. */
  files?: Record<string, string>
  /** Environment variables. */
  settings?: Record<string, string>
}

/**
 * Starts a program.
 * @param args returns its arguments, given the path of its home folder
 */
export function startProgram(
  command: string,
  args: (home: string) => readonly string[],
  { files = {}, settings = {} }: ProgramOptions = {},
): Program {
  const home = mkdtempSync(join(fastFolder(), 'tenfold-browser-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, dirname(path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'Europe/Berlin', LANG: 'C.UTF-8', ...settings }
  const child = spawn(command, args(home), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += String(text)))
  }
  const closed = once(child, 'close')
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output)
      if (match) return match[1] ?? ''
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${command} ended early:\n${output}`)
      }
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed])
    }
  }
  const end = async () => {
    kill()
    await closed
    process.off('exit', kill)
    // The browser's processes can still be writing.
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { child, printed, end }
}
