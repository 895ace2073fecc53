import { readFileSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one setting. Returns the fallback if it is unset or invalid. */
export type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T

/** The settings that can also be read from a file. The file's path is in the variable with the suffix `_FILE`. */
export const SECRETS: ReadonlySet<string> = new Set([
  'SESSION_SECRET',
  'OIDC_CLIENT_SECRET',
  'DATABASE_URL',
  'ATTACHMENTS_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
])

/** A mistake in one setting. `variable` is the name of the setting if it isn't the requested one. */
export class Mistake extends Error {
  readonly variable: string | undefined

  constructor(message: string, variable?: string) {
    super(message)
    this.variable = variable
  }
}

/** Returns a reader of settings that collects mistakes, one line each, starting with the name. */
export function settingsReader(env: Environment): { read: Read; mistakes: string[] } {
  const mistakes: string[] = []
  const read: Read = (name, fallback, parse) => {
    try {
      const text = readText(env, name)
      return text === undefined ? fallback : parse(text)
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${error.variable ?? name}: ${error.message}`)
      return fallback
    }
  }
  return { read, mistakes }
}

/** Returns whether a setting has a value, possibly from a file. Unset and empty are equivalent. */
export function isSet(env: Environment, name: string): boolean {
  return Boolean(env[name]?.trim() || (SECRETS.has(name) && env[`${name}_FILE`]?.trim()))
}

/** Reports settings that are unset while related ones are set. */
export function missingOf(env: Environment, together: readonly string[]): string[] {
  const missing = together.filter((name) => !isSet(env, name))
  return missing.map((name) => `${name}: missing. Set ${together.join(', ')} together, or none of them.`)
}

/** Returns whether a secret is a placeholder from a sample file or manual. A secret from a public file protects nothing. */
export function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret)
}

const PLACEHOLDER =
  /change.?me|replace.?(me|with|this)|placeholder|example|your.?(session.?)?secret|secret.?key/i

/** Returns an address that is safe to print. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//…@')
}

function readText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim() || undefined
  const file = SECRETS.has(name) ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return text
  if (text !== undefined) throw new Mistake(`${name}_FILE is also set. Unset one of them.`)
  return readSecretFile(file, `${name}_FILE`)
}

function readSecretFile(file: string, variable: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new Mistake(`the file ${file} cannot be read (${code}). Set it to a readable file.`, variable)
  }
  if (text === '') throw new Mistake(`the file ${file} is empty. Write the value into it.`, variable)
  return text
}
