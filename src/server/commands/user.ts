import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { z } from 'zod'

import { emailKey, registrationSchema } from '#domain/account.ts'

import { removeUnused } from '../attachments/left-overs.ts'
import { deleteUserAttachments } from '../attachments/store.ts'
import { newUser, runDeleteAccount, runMakeAccount } from '../auth/account-commands.ts'
import { hashPassword } from '../auth/password.ts'
import { deleteSessions, findPasswordHash, replacePasswordHash } from '../auth/store.ts'
import type { Settings } from '../config.ts'
import type { Clock } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { openFiles } from '../open-files.ts'
import { StartError } from '../start-error.ts'
import { deleteSomeTasks } from '../tasks/store.ts'
import { changeDatabase, readDatabase } from './open-database.ts'
import { type AccountLine, listAccounts } from './store.ts'
import { type Terminal, readLine } from './terminal.ts'
import { inWords } from './words.ts'

/** Letters and digits that nobody takes for one another, so that a password can be read out. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

const TASKS_AT_ONCE = 200
const PAUSE_MS = 5

/** Whoever pipes a password in has done so by then. */
const HINT_MS = 2000

/** Prints every account, the oldest first. */
export async function listUsers(settings: Settings, terminal: Terminal): Promise<void> {
  const accounts = await readDatabase(settings, listAccounts)
  if (accounts.length === 0) terminal.print('There are no accounts yet.')
  const width = Math.max(...accounts.map((account) => account.email.length))
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
 * Makes an account, also where sign-ups are closed. The password is read from what is piped in; without that one is made
 * and printed.
 * @throws StartError when the e-mail or the password will not do, or the e-mail has an account
 */
export async function addUser(
  settings: Settings,
  terminal: Terminal,
  { email, clock }: { email: string; clock: Clock },
): Promise<void> {
  const { password, isMade } = await choosePassword(terminal)
  const registration = requireValid(registrationSchema, { email, password })
  const hash = await hashPassword(password)
  const user = newUser(registration, clock.now())
  const isNew = await changeDatabase(settings, (db) =>
    inTransaction(db, user.id, (db) => runMakeAccount(db, user, hash)),
  )
  if (!isNew) throw new StartError(`There is already an account with the e-mail ${user.email}.`)
  terminal.print(`The account ${user.email} is made.`)
  if (isMade) terminal.print(`Its password is ${password}`)
}

/**
 * Gives an account another password and ends all its sessions. The password comes as in `addUser`.
 * @throws StartError when there is no such account, it has no password, or the new one will not do
 */
export async function resetPassword(
  settings: Settings,
  terminal: Terminal,
  { who, clock }: { who: string; clock: Clock },
): Promise<void> {
  const { password, isMade } = await choosePassword(terminal)
  requireValid(registrationSchema.shape.password, password)
  const to = await hashPassword(password)
  const { email } = await changeDatabase(settings, async (db) => {
    const account = await requireAccount(db, who)
    await inTransaction(db, account.id, async (db) => {
      const from = await findPasswordHash(db, account.id)
      if (from === null) {
        throw new StartError(`${account.email} has no password here: it is entered through the provider.`)
      }
      await replacePasswordHash(db, account.id, { from, to, now: clock.now() })
      await deleteSessions(db, account.id)
    })
    return account
  })
  terminal.print(`The password of ${email} is changed, and all of its sessions have ended.`)
  if (isMade) terminal.print(`It is ${password}`)
}

/**
 * Deletes an account and everything that is theirs, after asking.
 * @returns whether it was deleted
 * @throws StartError when there is no such account
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
    terminal.print(`The account ${account.email} is deleted.`)
    return true
  })
}

/**
 * Deletes an account and answers its blobs. A server waits while another process writes to its SQLite file, and so does
 * everybody who uses it: tasks go a few at a time. Should that be broken off, another attempt does the rest.
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
  terminal.print(`This deletes ${account.email} for good, with ${holdings(account)}.`)
  terminal.print('Type "yes" to go on:')
  return (await readLine(terminal))?.trim().toLowerCase() === 'yes'
}

/**
 * An account by its e-mail or its id. People who come from a provider may have the e-mail of another account.
 * @throws StartError when there is none, or more than one
 */
async function requireAccount(db: Database, who: string): Promise<AccountLine> {
  const accounts = await listAccounts(db)
  const found = accounts.filter(({ id, email }) => id === who || emailKey(email) === emailKey(who))
  const [account] = found
  if (!account) throw new StartError(`There is no account ${who}. See: npm run tenfold -- user list`)
  if (found.length === 1) return account
  throw new StartError(
    `${found.length} accounts have the e-mail ${who}. Name one by its id instead:`,
    ...found.map(({ id, createdAt }) => `${id}, made ${createdAt.slice(0, 10)}`),
  )
}

async function choosePassword(terminal: Terminal): Promise<{ password: string; isMade: boolean }> {
  const given = terminal.input.isTTY ? null : await readPiped(terminal)
  return given ? { password: given, isMade: false } : { password: makePassword(), isMade: true }
}

/** A pipe that stays open and brings nothing would look as if the command hung. */
async function readPiped(terminal: Terminal): Promise<string | null> {
  const hint = setTimeout(() => {
    terminal.printError('Waiting for the password on standard input. To have one made, close it: </dev/null')
  }, HINT_MS)
  try {
    return await readLine(terminal)
  } finally {
    clearTimeout(hint)
  }
}

function makePassword(): string {
  return Array.from({ length: GROUPS }, makeGroup).join('-')
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** @throws StartError with a line for each mistake */
function requireValid<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw new StartError(...error.issues.map((issue) => issue.message))
  return data
}

function holdings({ tasks, files }: Pick<AccountLine, 'tasks' | 'files'>): string {
  return `${inWords(tasks, 'task')} and ${inWords(files, 'file')}`
}
