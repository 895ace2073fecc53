import { resolve } from 'node:path'

import { readConfig } from '../config.ts'
import { systemClock } from '../context.ts'
import { databaseFailure } from '../db/failure.ts'
import { StoreError } from '../files/bucket/client.ts'
import { StartError } from '../settings/start-error.ts'
import { backup } from './backup.ts'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { doctor } from './doctor.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import type { Terminal } from './terminal.ts'
import { USAGE, UsageError } from './usage.ts'
import { addUser, listUsers, removeUser, resetPassword } from './user.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs one command.
 * @param args the arguments after `npm run tenfold --`
 * @returns the exit code: 0 for success, 1 if the command failed or found a fault, 2 for a usage error
 */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  try {
    const line = parseCommandLine(args)
    if (line.command !== 'help') return (await run(line, env, terminal)) ? 0 : 1
    terminal.print(USAGE)
    return 0
  } catch (error) {
    for (const text of describeFailure(error)) terminal.printError(text)
    return error instanceof UsageError ? 2 : 1
  }
}

type Command = Exclude<CommandLine, { command: 'help' }>

/** Returns whether the command succeeded. */
async function run(line: Command, env: Environment, terminal: Terminal): Promise<boolean> {
  const settings = readConfig(env)
  const clock = systemClock
  switch (line.command) {
    case 'backup':
      return tell(terminal, await backup(settings, folderOf(line.folder, env), clock))
    case 'restore':
      return tell(terminal, await restore(settings, folderOf(line.folder, env)))
    case 'move':
      return tell(terminal, await move(settings, line.to))
    case 'doctor':
      return doctor(settings, terminal)
    case 'user remove':
      return removeUser(settings, terminal, { who: line.account, isSure: line.isSure })
    case 'user list':
      await listUsers(settings, terminal)
      return true
    case 'user add':
      await addUser(settings, terminal, { email: line.account, clock })
      return true
    case 'user reset-password':
      await resetPassword(settings, terminal, { who: line.account, clock })
      return true
  }
}

/** Resolves a path against the folder where npm was started; npm changes to the project folder. */
function folderOf(path: string, env: Environment): string {
  return resolve(env['INIT_CWD'] ?? '', path)
}

function tell(terminal: Terminal, lines: readonly string[]): true {
  for (const line of lines) terminal.print(line)
  return true
}

function describeFailure(error: unknown): string[] {
  if (error instanceof StartError) return error.lines
  if (error instanceof UsageError) return [error.message, '', USAGE]
  const { message } = error instanceof Error ? error : new Error(String(error))
  const reason = message.replaceAll('\n', ' ')
  if (error instanceof StoreError)
    return [`The attachment store failed: ${reason}. Fix the cause and try again.`]
  const code = (error as NodeJS.ErrnoException | null)?.code
  const failure = error instanceof Error ? databaseFailure(error) : null
  if (code === 'ENOSPC' || failure === 'disk_full')
    return [`The disk is full (${reason}). Free some space and try again.`]
  if (failure) return [`The database is unavailable (${reason}). Try again in a moment.`]
  return [`The command failed: ${reason}`]
}
