import { z } from 'zod'

import {
  ATTACHMENT_NAME_BYTES_MAX,
  attachmentNameFault,
  byteLength,
  cleanAttachmentName,
} from './attachment-name.ts'
import { TenfoldError, invalid } from './error.ts'
import type { Present } from './task-rules.ts'
import { LIST_ENTRIES_MAX } from './limits.ts'
import type { Task } from './task.ts'
import { codePoints } from './text.ts'

/** A stored file of a task, as the API answers it. */
export const attachmentSchema = z
  .object({
    name: z.string().describe("Unique in the task; it stands in the task's `attachments`."),
    size: z.int().min(0).describe('Bytes.'),
    type: z.string().describe('A media type that the bytes agree with.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Attachment' })

export type Attachment = z.output<typeof attachmentSchema>

/**
 * The name a file is kept under. Source: decisions 12.
 * @throws TenfoldError `invalid` when it is empty, `.`, `..` or too long
 */
export function attachmentName(given: string): string {
  const name = cleanAttachmentName(given)
  const fault = attachmentNameFault(name)
  if (fault) throw invalid('name', fault)
  return name
}

/**
 * The task with one more file, and the name the file got. A name in the list that has no file yet is filled; one that
 * has a file stays, and the new one is numbered: 'plan (2).pdf'. Source: decisions 5 and 12.
 * @param stored the names of the task that have a file
 * @param wanted what `attachmentName` answered
 * @throws TenfoldError `invalid` when the task has as many attachments as it can
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
    throw invalid('attachments', `At most ${LIST_ENTRIES_MAX} attachments.`)
  }
  return { task: { ...task, attachments, version: task.version + 1, updatedAt: now }, name }
}

/** The task without an attachment of this name. */
export function removeAttachment(task: Task, name: string, { now }: Present): Task {
  const attachments = task.attachments.filter((other) => other !== name)
  return { ...task, attachments, version: task.version + 1, updatedAt: now }
}

/** `wanted` where it is free, else the first numbered one that is: 'plan (2).pdf'. Source: decisions 12. */
export function freeAttachmentName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  let count = 2
  while (taken.includes(numberedName(wanted, count))) count++
  return numberedName(wanted, count)
}

/** A file on a person's own machine. `size` in bytes. */
export type LocalFile = { name: string; size: number }

/** Files sorted into those that can be attached and those that cannot. */
export type SortedFiles<F> = {
  taken: F[]
  refused: { name: string; reason: string }[]
  /** How many are one too many for the task. */
  leftOut: number
}

/**
 * Which of the files a person chose can be sent, as far as that is known before anything is sent.
 * @param attached how many attachments the task has already, those on their way included
 * @param bytesMax the largest file that the server takes
 */
export function sortFiles<F extends LocalFile>(
  files: readonly F[],
  attached: number,
  bytesMax: number,
): SortedFiles<F> {
  const sorted: SortedFiles<F> = { taken: [], refused: [], leftOut: 0 }
  for (const file of files) {
    const reason = uploadRefusal(file, bytesMax)
    if (reason !== null) sorted.refused.push({ name: file.name, reason })
    else if (attached + sorted.taken.length < LIST_ENTRIES_MAX) sorted.taken.push(file)
    else sorted.leftOut++
  }
  return sorted
}

/** What is said when files are left out because a task holds no more. */
export function tooManyAttachments(leftOut: number): string {
  const files = leftOut === 1 ? '1 file was' : `${leftOut} files were`
  return `A task has at most ${LIST_ENTRIES_MAX} attachments: ${files} left out.`
}

/** What an upload is refused with that has more than `bytesMax` bytes. */
export function fileTooLarge(bytesMax: number): TenfoldError {
  return new TenfoldError('too_large', `The file is too large: at most ${formatSize(bytesMax)}.`)
}

/** What an upload is refused with that would have the user's files take more than `bytesMax` bytes in all. */
export function storageFull(bytesMax: number): TenfoldError {
  const message = `Your files may take ${formatSize(bytesMax)} in all. Remove some that you no longer need.`
  return new TenfoldError('too_large', message)
}

/** A file name as lists show it: 17 characters and an ellipsis when it has over 20. Source: specification 9. */
export function shortAttachmentName(name: string): string {
  return codePoints(name) > 20 ? `${Array.from(name).slice(0, 17).join('')}…` : name
}

/** A number of bytes as people read it: '812 bytes', '1.4 KB', '25 MB'. A MB is 2^20 bytes. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  const digits = size < 100 ? 1 : 0
  return `${size.toLocaleString('en-US', { maximumFractionDigits: digits })} ${units[unit]}`
}

/** Why a file cannot be uploaded under its name, or null. */
function uploadRefusal({ name, size }: LocalFile, bytesMax: number): string | null {
  if (size > bytesMax) return `Larger than ${formatSize(bytesMax)}`
  return attachmentNameFault(cleanAttachmentName(name))
}

/** ' (2)' goes before the last dot, but for a dot that begins the name. Of a long name, the end of the stem gives way. */
function numberedName(name: string, count: number): string {
  const mark = ` (${count})`
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const room = ATTACHMENT_NAME_BYTES_MAX - byteLength(mark + ending)
  if (room > 0) return cutToBytes(stem, room) + mark + ending
  return cutToBytes(name, ATTACHMENT_NAME_BYTES_MAX - byteLength(mark)) + mark
}

function cutToBytes(text: string, bytesMax: number): string {
  const characters = Array.from(text)
  while (byteLength(characters.join('')) > bytesMax) characters.pop()
  return characters.join('')
}
