import { resolve } from 'node:path'

import { type Settings, readConfig } from '../config.ts'
import { systemClock } from '../context.ts'
import { databaseFailure } from '../db/failure.ts'
import { StartError } from '../start-error.ts'
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
 * @param args what stands behind `npm run tenfold --`
 * @returns the exit code: 0, 1 when it failed or found something wrong, 2 when the arguments are no command
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

/** Answers whether all is well. */
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
    default:
      await runUserCommand(line, settings, terminal)
      return true
  }
}

async function runUserCommand(
  line: Extract<CommandLine, { command: 'user list' | 'user add' | 'user reset-password' }>,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const clock = systemClock
  if (line.command === 'user list') await listUsers(settings, terminal)
  else if (line.command === 'user add') await addUser(settings, terminal, { email: line.account, clock })
  else await resetPassword(settings, terminal, { who: line.account, clock })
}

/** npm runs scripts in the project's folder; a path is meant from where it was typed, which npm tells. */
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
  const code = (error as NodeJS.ErrnoException | null)?.code
  const failure = error instanceof Error ? databaseFailure(error) : null
  if (code === 'ENOSPC' || failure === 'disk_full')
    return [`The disk is full (${reason}). Free some space and try again.`]
  if (failure) return [`The database cannot be used just now (${reason}). Try again.`]
  return [`The command failed: ${reason}`]
}
