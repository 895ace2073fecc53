import {
  ATTACHMENT_NAME_BYTES_MAX,
  attachmentNameFault,
  byteLength,
  cleanAttachmentName,
} from '../tasks/attachment-name.ts'
import type { Attachment } from './attachment-schema.ts'
import { TenfoldError, invalid } from '../error.ts'
import type { Present } from '../tasks/task-rules.ts'
import { formatSize } from '../format-size.ts'
import { LIST_ENTRIES_MAX } from '../limits.ts'
import type { Task } from '../tasks/task.ts'
import { cutTo, graphemes } from '../text.ts'

export type { Attachment }

/**
 * Returns the name to store a file under. Source: decisions 12.
 * @throws TenfoldError `invalid` if the name is invisible, `.`, `..` or too long
 */
export function attachmentName(given: string): string {
  const name = cleanAttachmentName(given)
  const fault = attachmentNameFault(name)
  if (fault) throw invalid('name', fault)
  return name
}

/**
 * Returns the task with one more file, and the file's name. A name in the task's list that has no file yet counts as
 * free. If the name already has a file, the new file gets a number: 'plan (2).pdf'. Source: decisions 5 and 12.
 * @param stored the names of the task's stored files
 * @param wanted a result of `attachmentName`
 * @throws TenfoldError `invalid` when the task already has the maximum number of attachments
 */
export function addAttachment(
  task: Task,
  stored: readonly string[],
  wanted: string,
  { now }: Present,
): { task: Task; name: string } {
  const name = stored.includes(wanted) ? freeAttachmentName(wanted, [...stored, ...task.attachments]) : wanted
  const attachments = task.attachments.includes(name) ? task.attachments : [...task.attachments, name]
  if (attachments.length > LIST_ENTRIES_MAX) {
    throw invalid('attachments', `A task can have at most ${LIST_ENTRIES_MAX} attachments.`)
  }
  return { task: { ...task, attachments, version: task.version + 1, updatedAt: now }, name }
}

export function removeAttachment(task: Task, name: string, { now }: Present): Task {
  const attachments = task.attachments.filter((other) => other !== name)
  return { ...task, attachments, version: task.version + 1, updatedAt: now }
}

/** Returns `wanted` if it is free, else the first free numbered name: 'plan (2).pdf'. Source: decisions 12. */
export function freeAttachmentName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  let count = 2
  while (taken.includes(numberedName(wanted, count))) count++
  return numberedName(wanted, count)
}

/** A file on the user's own machine. `size` is in bytes. */
export type LocalFile = { name: string; size: number }

/** Files sorted into those that can be attached and those that cannot. */
export type SortedFiles<F> = {
  taken: F[]
  refused: { name: string; reason: string }[]
  /** How many files exceed the task's limit. */
  leftOut: number
}

/**
 * Separates the chosen files that can be uploaded from those that can't, as far as the browser can tell.
 * @param attached the number of attachments of the task, including uploads in progress
 * @param bytesMax the largest file that the server accepts
 * @param unfilled the attached names that have no file yet; a file with such a name doesn't count again
 */
export function sortFiles<F extends LocalFile>(
  files: readonly F[],
  attached: number,
  bytesMax: number,
  unfilled: Iterable<string> = [],
): SortedFiles<F> {
  const sorted: SortedFiles<F> = { taken: [], refused: [], leftOut: 0 }
  const open = new Set(unfilled)
  let room = LIST_ENTRIES_MAX - attached
  for (const file of files) {
    const reason = uploadRefusal(file, bytesMax)
    if (reason !== null) sorted.refused.push({ name: file.name, reason })
    else if (open.delete(cleanAttachmentName(file.name)) || room-- > 0) sorted.taken.push(file)
    else sorted.leftOut++
  }
  return sorted
}

/** Returns the message for files that exceed a task's limit. */
export function tooManyAttachments(leftOut: number): string {
  const files = leftOut === 1 ? '1 file was' : `${leftOut} files were`
  return `A task can have at most ${LIST_ENTRIES_MAX} attachments. ${files} left out.`
}

export function fileTooLarge(bytesMax: number): TenfoldError {
  return new TenfoldError('too_large', `The file is too large. The limit is ${formatSize(bytesMax)}.`)
}

/** Returns the error for an upload that would bring the user's files above `bytesMax` bytes in total. */
export function storageFull(bytesMax: number): TenfoldError {
  const message = `Your files can use up to ${formatSize(bytesMax)} in total. Remove files you no longer need.`
  return new TenfoldError('too_large', message)
}

/**
 * Returns a file name as lists show it. A name over 20 characters is cut to 17 plus an ellipsis. Source: specification 9.
 */
export function shortAttachmentName(name: string): string {
  const characters = graphemes(name)
  return characters.length > 20 ? `${characters.slice(0, 17).join('')}…` : name
}

function uploadRefusal({ name, size }: LocalFile, bytesMax: number): string | null {
  if (size > bytesMax) return `Larger than ${formatSize(bytesMax)}`
  return attachmentNameFault(cleanAttachmentName(name))
}

/** Returns the name with ' (2)' before the last dot, unless that dot begins the name. Shortens a long name's stem. */
function numberedName(name: string, count: number): string {
  const mark = ` (${count})`
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const room = ATTACHMENT_NAME_BYTES_MAX - byteLength(mark + ending)
  if (room > 0) return cutTo(room, stem, byteLength) + mark + ending
  return cutTo(ATTACHMENT_NAME_BYTES_MAX - byteLength(mark), name, byteLength) + mark
}
