import { readFileSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one setting; the fallback where it is unset, and where it is wrong. */
export type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T

/** The settings that may also come from a file, named by the same name with `_FILE`. */
export const SECRETS: ReadonlySet<string> = new Set([
  'SESSION_SECRET',
  'OIDC_CLIENT_SECRET',
  'DATABASE_URL',
  'ATTACHMENTS_SECRET_ACCESS_KEY',
])

/** What is wrong with one setting; `variable` when that is not the setting asked for. */
export class Mistake extends Error {
  readonly variable: string | undefined

  constructor(message: string, variable?: string) {
    super(message)
    this.variable = variable
  }
}

/** A reader of settings that collects what is wrong with them: one line for each mistake, with the name first. */
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

/** Whether a setting has a value, be it from a file. Unset and empty are the same. */
export function isSet(env: Environment, name: string): boolean {
  return Boolean(env[name]?.trim() || (SECRETS.has(name) && env[`${name}_FILE`]?.trim()))
}

/** What is told of settings that are unset beside others of their kind: half of it is a mistake. */
export function missingOf(env: Environment, together: readonly string[]): string[] {
  const missing = together.filter((name) => !isSet(env, name))
  return missing.map(
    (name) => `${name}: it is not set. Set ${together.join(', ')} together, or none of them.`,
  )
}

/** Texts of sample files and manuals. A secret that is printed somewhere is none. */
export function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret)
}

const PLACEHOLDER =
  /change.?me|replace.?(me|with|this)|placeholder|example|your.?(session.?)?secret|secret.?key/i

/** An address as it may be printed. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//')
}

function readText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim() || undefined
  const file = SECRETS.has(name) ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return text
  if (text !== undefined) throw new Mistake(`${name}_FILE is set too. Unset one of them.`)
  return readSecretFile(file, `${name}_FILE`)
}

function readSecretFile(file: string, variable: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new Mistake(`the file ${file} cannot be read (${code}). Name a file that can.`, variable)
  }
  if (text === '') throw new Mistake(`the file ${file} is empty. Write the value into it.`, variable)
  return text
}
