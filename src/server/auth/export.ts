import { Readable } from 'node:stream'

import { ZipFile } from 'yazl'

import type { User } from '#domain/account.ts'
import type { Attachment } from '#domain/attachment.ts'

import { listUserAttachments } from '../attachments/store.ts'
import { listOwnCategories } from '../categories/store.ts'
import type { AppContext } from '../context.ts'
import type { Files } from '../files.ts'
import { inTransaction } from '../db/transaction.ts'
import { listTasks } from '../tasks/store.ts'
import { listTemplateTasks, listTemplates } from '../templates/store.ts'

/** The list of everything, in the archive. */
const LIST = 'tenfold.json'

type StoredFile = { taskId: number; attachment: Attachment; blob: string }

/**
 * Everything that is a user's, as it is now, as a zip archive that is made while it is read. A file whose bytes are lost
 * is in the list, without a path.
 */
export async function exportAccount(
  user: User,
  now: string,
  { db, files }: Pick<AppContext, 'db' | 'files'>,
): Promise<Readable> {
  // One transaction, so that nothing changes between the lists.
  const { tasks, categories, templates, stored } = await inTransaction(db, user.id, async (db) => {
    const own = (await listTemplates(db, user.id)).filter(({ createdBy }) => createdBy === user.id)
    const templates = []
    for (const template of own)
      templates.push({ ...template, tasks: await listTemplateTasks(db, user.id, template.id) })
    return {
      tasks: await listTasks(db, user.id),
      categories: await listOwnCategories(db, user.id),
      templates,
      stored: await listUserAttachments(db, user.id),
    }
  })

  const zip = new ZipFile()
  const list = []
  for (const file of stored) {
    const path = (await files.has(file.blob, file.attachment.size)) ? pathOf(file) : null
    list.push({ taskId: file.taskId, ...file.attachment, path })
  }
  const head = { product: 'Tenfold', exportedAt: now, user }
  const parts = { tasks, categories, templates, files: list }
  zip.addReadStream(Readable.from(jsonOf(head, parts)), LIST, { mtime: new Date(now) })
  for (const [index, file] of stored.entries()) {
    const path = list[index]?.path
    if (!path) continue
    const { size, createdAt } = file.attachment
    const options = { size, mtime: new Date(createdAt), compress: false }
    zip.addReadStream(Readable.from(bytesOf(files, file)), path, options)
  }
  zip.end()
  return endWith(zip)
}

/** Opens the file when its turn comes. */
async function* bytesOf(files: Files, { blob, attachment }: StoredFile): AsyncGenerator<Uint8Array> {
  const bytes = await files.read(blob, attachment.size)
  if (!bytes) throw new Error('A file disappeared while it was to be read.')
  yield* bytes
}

function pathOf({ taskId, attachment }: StoredFile): string {
  return `files/${taskId}/${attachment.name}`
}

/** A JSON text in pieces: the whole may be large. */
function* jsonOf(head: object, parts: Record<string, readonly unknown[]>): Generator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, entries] of Object.entries(parts)) {
    yield `,\n${JSON.stringify(name)}: [`
    for (const [index, entry] of entries.entries()) {
      yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`
    }
    yield ']'
  }
  yield '}\n'
}

/** What breaks while the archive is made breaks it off: half an archive must not look like a whole one. */
function endWith(zip: ZipFile): Readable {
  const output = new Readable().wrap(zip.outputStream)
  zip.on('error', (error: Error) => output.destroy(error))
  return output
}
