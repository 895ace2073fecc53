import { parseArgs } from 'node:util'

import { UsageError } from './usage.ts'

export type CommandLine =
  | { command: 'help' }
  | { command: 'backup' | 'restore'; folder: string }
  | { command: 'move'; to: string }
  | { command: 'doctor' }
  | { command: 'user list' }
  | { command: 'user add' | 'user reset-password'; account: string }
  | { command: 'user remove'; account: string; isSure: boolean }

type Options = { to?: string; yes?: boolean }

/** @throws UsageError */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { positionals, values } = parse(args)
  const { help, ...options } = values
  const [first, second] = positionals
  if (help || first === 'help') return { command: 'help' }
  if (first === undefined) throw new UsageError('Name a command.')
  const name = first === 'user' && second !== undefined ? `user ${second}` : first
  const operands = positionals.slice(name.split(' ').length)
  switch (name) {
    case 'backup':
    case 'restore':
      return { command: name, folder: only(name, operands, 'a folder', options) }
    case 'move':
      return { command: name, to: requireTo(operands, options) }
    case 'doctor':
    case 'user list':
      requireNothing(name, operands, options)
      return { command: name }
    case 'user add':
    case 'user reset-password':
      return { command: name, account: only(name, operands, 'an email', options) }
    case 'user remove': {
      const { yes = false, ...others } = options
      return { command: name, account: only(name, operands, 'an email', others), isSure: yes }
    }
    case 'user':
      throw new UsageError('Specify a user command: list, add, reset-password or remove.')
    default:
      throw new UsageError(`Unknown command: ${name}.`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function only(name: string, operands: readonly string[], what: string, options: Options): string {
  const [operand = '', ...others] = operands
  if (operand.trim() === '') throw new UsageError(`${name} needs ${what}.`)
  requireNothing(name, others, options)
  return operand
}

function requireTo(operands: readonly string[], { to = '', ...others }: Options): string {
  if (to.trim() === '') throw new UsageError('move needs --to and the address of the PostgreSQL database.')
  requireNothing('move', operands, others)
  return to
}

function requireNothing(name: string, operands: readonly string[], options: Options): void {
  const [operand] = operands
  // An extra operand of `move` can be an address with a password.
  const what = name === 'move' ? 'anything but --to and one address' : JSON.stringify(operand)
  if (operand !== undefined) throw new UsageError(`${name} doesn’t accept ${what}.`)
  const [option] = Object.keys(options)
  if (option !== undefined) throw new UsageError(`${name} doesn’t accept --${option}.`)
}
