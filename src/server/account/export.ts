import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { ZipFile } from 'yazl'

import type { User } from '#domain/account/account.ts'

import { type StoredFile, listUserAttachments } from '../files/store.ts'
import { listDeletedCategories } from '../categories/deleted-store.ts'
import { listOwnCategoryNames } from '../categories/store.ts'
import { hasUser } from '../auth/store.ts'
import type { AppContext } from '../context.ts'
import type { Files } from '../files/files.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { archivePaths } from './archive-paths.ts'
import { findSettings } from './store.ts'
import { pagesOf } from '../http/long-list.ts'
import { findKept, listOldestDeleted } from '../tasks/deleted/store.ts'
import { listTaskIds, taskList } from '../tasks/list-store.ts'
import { findTask } from '../tasks/store.ts'
import { findKeptTemplate, listDeletedTemplateIds } from '../templates/deleted-store.ts'
import { findTemplateWithTasks, listOwnTemplateIds } from '../templates/store.ts'

/** The last file in the archive, which lists all data. */
const LIST = 'tenfold.json'

/**
 * Returns all data of a user as a ZIP archive, created as it is read because it might not fit in memory. Each entry
 * shows its state when it is written, and an item that is deleted or restored during the export appears once. A file
 * with missing bytes, even one removed during the export, is listed without a path. Deleting the account ends the stream
 * early.
 */
export async function exportAccount(
  user: User,
  now: string,
  { db, files }: Pick<AppContext, 'db' | 'files'>,
): Promise<Readable> {
  // Reads in one transaction, so that an item restored between two queries isn't missed.
  const { own, trashed, tasks, templates, stored } = await inTransaction(db, user.id, async (db) => ({
    own: await listOwnCategoryNames(db, user.id),
    trashed: await listDeletedCategories(db, user.id),
    tasks: [...(await listTaskIds(db, user.id)), ...(await listOldestDeleted(db, user.id, 0, now))],
    templates: [...(await listOwnTemplateIds(db, user.id)), ...(await listDeletedTemplateIds(db, user.id))],
    stored: await listUserAttachments(db, user.id),
  }))
  const [tasksLeft, templatesLeft] = [new Set(tasks), new Set(templates)]

  const zip = new ZipFile()
  const output = outputOf(zip)
  const head = { product: 'Tenfold', exportedAt: now, user, settings: await findSettings(db, user.id) }
  const eachOf = (ids: Iterable<number>, ...finds: Find[]) => entriesOf(db, user.id, ids, finds)
  const addEntries = async () => {
    const list = await addFiles(zip, output, files, stored)
    const parts = {
      tasks: takenFrom(tasksLeft, pagesOf(taskList(db, user.id, tasks))),
      deletedTasks: eachOf(tasksLeft, findKept, findTask),
      categories: [own],
      templates: takenFrom(templatesLeft, eachOf(templates, findTemplateWithTasks)),
      deletedTemplates: eachOf(templatesLeft, findKeptTemplate, findTemplateWithTasks),
      deletedCategories: [trashed],
      files: ofExisting(db, user.id, list),
    }
    const entry = Readable.from(jsonOf(head, parts))
    zip.addReadStream(endingTogether(output, entry), LIST, { mtime: new Date(now) })
    zip.end()
  }
  void addEntries().catch((error: Error) => output.destroy(error))
  return output
}

/**
 * Adds the files one after the other, each only if it still exists, because users can remove files during the export.
 * @returns the list of all files, with the path in the archive or null
 */
async function addFiles(
  zip: ZipFile,
  output: Readable,
  files: Files,
  stored: readonly StoredFile[],
): Promise<object[]> {
  const list = []
  const pathOf = archivePaths()
  for (const { taskId, attachment, blob } of stored) {
    const bytes = await files.read(blob, attachment.size)
    const path = bytes && pathOf(taskId, attachment.name)
    list.push({ taskId, ...attachment, path })
    if (!bytes || path === null) continue
    const options = { size: attachment.size, mtime: new Date(attachment.createdAt), compress: false }
    if (output.destroyed) bytes.destroy()
    else zip.addReadStream(endingTogether(output, bytes), path, options)
    await finished(bytes)
  }
  return list
}

/** Yields the last list. Throws if the account was deleted during the export, because its tasks are missing then. */
async function* ofExisting(db: Database, userId: string, list: readonly object[]) {
  yield list
  if (!(await hasUser(db, userId))) throw new Error('The account was deleted during its export.')
}

type Find = (db: Database, userId: string, id: number) => Promise<unknown>

/** Yields one entry at a time, because each can have long text. Skips ids for which no function finds an entry. */
async function* entriesOf(db: Database, userId: string, ids: Iterable<number>, finds: readonly Find[]) {
  for (const id of ids) {
    let entry: unknown = null
    for (const find of finds) entry ??= await find(db, userId, id)
    if (entry !== null) yield [entry]
  }
}

/** Yields pages, and removes the ids of their entries from `left`. */
async function* takenFrom(left: Set<number>, pages: AsyncIterable<readonly unknown[]>) {
  for await (const page of pages) {
    for (const { id } of page as readonly { id: number }[]) left.delete(id)
    yield page
  }
}

/** Yields JSON in pieces, because the complete text can be large. */
async function* jsonOf(head: object, parts: Record<string, Pages>): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, pages] of Object.entries(parts)) {
    yield `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const page of pages) {
      for (const entry of page) {
        yield `${separator}${JSON.stringify(entry)}`
        separator = ',\n'
      }
    }
    yield ']'
  }
  yield '}\n'
}

type Pages = Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>

/** Returns the bytes of the archive. An error ends the stream early, so that the archive cannot look complete. */
function outputOf(zip: ZipFile): Readable {
  // Each entry adds a listener, so the limit on listeners is turned off.
  const output = new Readable().wrap(zip.outputStream).setMaxListeners(0)
  zip.on('error', (error: Error) => output.destroy(error))
  return output
}

/** Closes an entry with its archive. yazl doesn't close an entry that it stops reading or notice an entry's error. */
function endingTogether(output: Readable, entry: Readable): Readable {
  entry.once('error', (error) => output.destroy(error))
  output.once('close', () => entry.destroy())
  return entry
}
