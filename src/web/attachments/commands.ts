import type { QueryClient } from '@tanstack/react-query'

import type { Attachment } from '#domain/attachments/attachment.ts'
import * as definitions from '#domain/attachments/commands.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { rejectionText } from '../sync/error-text.ts'
import { defineClientCommand } from '../sync/runner/command.ts'
import { TASKS_KEY, readTask, showAttached, taskScope } from '../tasks/data/task-cache.ts'
import { attachmentPath } from './attachment-path.ts'

type OfTask = { taskId: number; name: string }

/** A file waiting in the outbox. The file's bytes are stored next to the call. */
export type WaitingFile = OfTask & {
  /** Bytes. */
  size: number
  /** Whether the task already lists the name, so that discarding the file removes the name. */
  isNamed: boolean
}

const failure = (error: unknown) => rejectionText(error, 'Failed to update task. Please try again.')

/** Uploads a file. The outbox sends its bytes. */
export const addAttachment = defineClientCommand({
  name: definitions.addAttachment.name,
  scopes: ({ taskId }: WaitingFile) => [taskScope(taskId)],
  request: ({ taskId, name }) => ({ method: 'PUT', path: attachmentPath(taskId, name) }),
  settle: (client, { body }: { body: Attachment }, { taskId }) => showStored(client, taskId, body),
  failure,
})

/** Removes an attachment, or a name that has no file yet. */
export const removeAttachment = defineClientCommand({
  name: definitions.removeAttachment.name,
  scopes: ({ taskId }: OfTask) => [taskScope(taskId)],
  request: ({ taskId, name }) => ({ method: 'DELETE', path: attachmentPath(taskId, name) }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], { taskId, name }) =>
      tasks.map((task) =>
        task.id === taskId
          ? { ...task, attachments: task.attachments.filter((other) => other !== name) }
          : task,
      ),
  },
  settle: () => undefined,
  failure,
})

/** Writes an uploaded file into the cache. */
export function showStored(client: QueryClient, taskId: number, attachment: Attachment): void {
  const lists = { queryKey: [attachmentPath(taskId)] }
  client.setQueriesData<Attachment[]>(lists, (list) => list && [...list, attachment])
  showAttached(client, taskId, attachment.name)
  void readTask(client, taskId)
}
