import { defineCommand } from '../command.ts'
import { notFound, requireFound } from '../error.ts'
import type { Task } from '../tasks/task.ts'
import { addAttachment as taskWithFile, removeAttachment as taskWithout, storageFull } from './attachment.ts'

/** Identifies a file of a task. `name` is a result of `attachmentName`. */
type OfTask = { id: number; name: string }

type Upload = OfTask & {
  /** Bytes. */
  size: number
  /** The limit for the total size of the user's files, in bytes. */
  storageBytesMax: number
}

type Attached = {
  task: Task | null
  /** The names of the task's stored files. */
  stored: readonly string[]
  /** The total bytes of the user's files. Excludes files of deleted tasks, because an upload removes them if it needs the space. */
  fileBytes: number
}

/** Adds a file to a task. Throws `not_found`, `too_large`, and `invalid` when the task already has the maximum number of files. */
export const addAttachment = defineCommand({
  name: 'attachment.add',
  needs: ({ id }: Upload) => ({ task: id, stored: id, fileBytes: true }),
  rule: ({ task, stored, fileBytes }: Attached, { name, size, storageBytesMax }, author) => {
    const before = requireFound(task)
    if (fileBytes + size > storageBytesMax) throw storageFull(storageBytesMax)
    const added = taskWithFile(before, stored, name, author)
    return { before, after: added.task, name: added.name }
  },
})

/** Removes a file from a task, or a listed name that has no file. Throws `not_found`. */
export const removeAttachment = defineCommand({
  name: 'attachment.remove',
  needs: ({ id }: OfTask) => ({ task: id }),
  rule: ({ task }: { task: Task | null }, { name }, author) => {
    const before = requireFound(task)
    if (!before.attachments.includes(name)) throw notFound()
    return { before, after: taskWithout(before, name, author) }
  },
})
