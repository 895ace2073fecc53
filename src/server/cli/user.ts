import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { z } from 'zod'

import { emailKey, registrationSchema } from '#domain/account/account.ts'

import { removeUnused } from '../files/unused.ts'
import { deleteUserAttachments } from '../files/store.ts'
import { runDeleteAccount } from '../account/commands.ts'
import { newUser, runMakeAccount } from '../auth/commands.ts'
import { hashPassword } from '../auth/password.ts'
import { deleteSessions, findPasswordHash, replacePasswordHash } from '../auth/store.ts'
import type { Settings } from '../config.ts'
import type { Clock } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { openFiles } from '../files/open-files.ts'
import { StartError } from '../settings/start-error.ts'
import { deleteSomeTasks } from '../tasks/store.ts'
import { changeDatabase, readDatabase } from './open-database.ts'
import { type AccountLine, listAccounts } from './store.ts'
import { type Terminal, readLine } from './terminal.ts'
import { inWords } from './words.ts'

/** Characters that are hard to confuse, so that a password can be read aloud. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

const TASKS_AT_ONCE = 200
const PAUSE_MS = 5

/** The delay before the hint about standard input. */
const HINT_MS = 2000

/** Prints all accounts, oldest first. */
export async function listUsers(settings: Settings, terminal: Terminal): Promise<void> {
  const accounts = await readDatabase(settings, listAccounts)
  if (accounts.length === 0)
    terminal.print('There are no accounts yet. Create one with: npm run tenfold -- user add <email>')
  const width = accounts.reduce((most, { email }) => Math.max(most, email.length), 0)
  for (const account of accounts) {
    const ways = [account.hasPassword && 'password', account.hasProvider && 'provider'].filter(Boolean)
    const made = account.createdAt.slice(0, 10)
    const columns = [
      account.email.padEnd(width),
      made,
      ways.join(' and ').padEnd(8),
      holdings(account),
      account.id,
    ]
    terminal.print(columns.join('  '))
  }
}

/**
 * Creates an account, even if sign-ups are closed. Reads the password from standard input, or generates and prints one.
 * @throws StartError if the email or password is invalid, or the email already has an account
 */
export async function addUser(
  settings: Settings,
  terminal: Terminal,
  { email, clock }: { email: string; clock: Clock },
): Promise<void> {
  const { password, isMade } = await choosePassword(terminal)
  const registration = requireValid(registrationSchema, { email, password })
  const hash = await hashPassword(registration.password)
  const user = newUser(registration, clock.now())
  const isNew = await changeDatabase(settings, (db) =>
    inTransaction(db, user.id, (db) => runMakeAccount(db, user, hash)),
  )
  if (!isNew)
    throw new StartError(`${user.email} already has an account. Use user reset-password, or another email.`)
  terminal.print(`Created the account ${user.email}.`)
  if (isMade) terminal.print(`Password: ${password}`)
}

/**
 * Sets a new password and ends all sessions of an account. Reads the password like `addUser`.
 * @throws StartError if there is no such account, it has no password, or the new password is invalid
 */
export async function resetPassword(
  settings: Settings,
  terminal: Terminal,
  { who, clock }: { who: string; clock: Clock },
): Promise<void> {
  const { password, isMade } = await choosePassword(terminal)
  const to = await hashPassword(requireValid(registrationSchema.shape.password, password))
  const { email } = await changeDatabase(settings, async (db) => {
    const account = await requireAccount(db, who)
    await inTransaction(db, account.id, async (db) => {
      const from = await findPasswordHash(db, account.id)
      if (from === null) {
        throw new StartError(
          `${account.email} has no password: this account signs in through the provider. Reset the password there.`,
        )
      }
      await replacePasswordHash(db, account.id, { from, to, now: clock.now() })
      await deleteSessions(db, account.id)
    })
    return account
  })
  terminal.print(`Changed the password for ${email} and ended all sessions of that account.`)
  if (isMade) terminal.print(`Password: ${password}`)
}

/**
 * Deletes an account and all its data after a confirmation.
 * @returns whether it was deleted
 * @throws StartError if there is no such account
 */
export async function removeUser(
  settings: Settings,
  terminal: Terminal,
  { who, isSure }: { who: string; isSure: boolean },
): Promise<boolean> {
  return changeDatabase(settings, async (db) => {
    const account = await requireAccount(db, who)
    if (!isSure && !(await confirm(account, terminal))) {
      terminal.printError('Nothing was deleted.')
      return false
    }
    const blobs = await deleteAccount(db, account.id)
    const log = { warn: (_: unknown, message?: string) => terminal.printError(message ?? '') }
    await removeUnused({ db, files: openFiles(settings) }, log, blobs)
    terminal.print(`Deleted the account ${account.email}.`)
    return true
  })
}

/**
 * Deletes an account and returns its blobs. Deletes a few tasks at a time, because a running server waits while another
 * process writes to its SQLite file. After an interruption, another run deletes the rest.
 */
async function deleteAccount(db: Database, userId: string): Promise<string[]> {
  const blobs = await inTransaction(db, userId, async (db) => {
    await deleteSessions(db, userId)
    return deleteUserAttachments(db, userId)
  })
  while (await inTransaction(db, userId, (db) => deleteSomeTasks(db, userId, TASKS_AT_ONCE))) {
    await delay(PAUSE_MS)
  }
  return [...blobs, ...(await inTransaction(db, userId, (db) => runDeleteAccount(db, userId)))]
}

async function confirm(account: AccountLine, terminal: Terminal): Promise<boolean> {
  terminal.print(`This permanently deletes ${account.email} with ${holdings(account)}.`)
  terminal.print('Type "yes" to continue:')
  return (await readLine(terminal))?.trim().toLowerCase() === 'yes'
}

/**
 * Returns an account by its email or id. An account from a provider can have another account's email.
 * @throws StartError if there is none, or more than one
 */
async function requireAccount(db: Database, who: string): Promise<AccountLine> {
  const accounts = await listAccounts(db)
  const found = accounts.filter(({ id, email }) => id === who || emailKey(email) === emailKey(who))
  const [account] = found
  if (!account)
    throw new StartError(`There is no account ${who}. To list all accounts: npm run tenfold -- user list`)
  if (found.length === 1) return account
  throw new StartError(
    `${found.length} accounts have the email ${who}. Use an id instead:`,
    ...found.map(({ id, createdAt }) => `${id}, created ${createdAt.slice(0, 10)}`),
  )
}

async function choosePassword(terminal: Terminal): Promise<{ password: string; isMade: boolean }> {
  const given = terminal.input.isTTY ? null : await readPiped(terminal)
  return given
    ? { password: given, isMade: false }
    : { password: Array.from({ length: GROUPS }, makeGroup).join('-'), isMade: true }
}

/** Reads piped input. Prints a hint if it stays open without data, because the command would otherwise seem to hang. */
async function readPiped(terminal: Terminal): Promise<string | null> {
  const hint = setTimeout(() => {
    terminal.printError('Waiting for the password on standard input. To generate one instead, add </dev/null')
  }, HINT_MS)
  try {
    return await readLine(terminal)
  } finally {
    clearTimeout(hint)
  }
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** @throws StartError with one line per mistake */
function requireValid<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw new StartError(...error.issues.map((issue) => issue.message))
  return data
}

function holdings({ tasks, files }: Pick<AccountLine, 'tasks' | 'files'>): string {
  return `${inWords(tasks, 'task')} and ${inWords(files, 'file')}`
}
