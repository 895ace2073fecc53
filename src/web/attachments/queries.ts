import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Attachment } from '#domain/attachments/attachment.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { request } from '../sync/api.ts'
import { readTask } from '../tasks/data/task-cache.ts'
import { runQuietly } from '../sync/runner/run.ts'
import { attachmentPath } from './attachment-path.ts'
import { removeAttachment, showStored } from './commands.ts'
import { type NamedFile, type UploadEvents, uploads } from './uploads.ts'

/** The stored files of a task. Every upload and removal raises the task's version, which is part of the query key. */
export const attachmentsQuery = ({ id, version, attachments }: ShortTask) =>
  queryOptions({
    queryKey: [attachmentPath(id), version],
    queryFn: () => request<Attachment[]>('GET', attachmentPath(id)),
    // The id of a task that was created offline is temporary and negative.
    enabled: attachments.length > 0 && id > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** Uploads files to a task, one at a time. The uploads continue when the dialog closes. */
export function uploadFiles(client: QueryClient, taskId: number, files: readonly NamedFile[]): void {
  uploads.add(taskId, files, {
    stored: (id, attachment) => showStored(client, id, attachment),
    // The upload may have finished just before it was canceled.
    canceled: (id) => void readIfCreated(client, id),
  })
}

/** Uploads files to a task that already lists their names. Canceling an upload removes its name. */
export function uploadNamedFiles(client: QueryClient, taskId: number, files: readonly NamedFile[]): void {
  const events: UploadEvents = {
    stored: (id, attachment) => showStored(client, id, attachment),
    canceled: (id, name) => void removeName(client, id, name),
  }
  uploads.add(taskId, files, events, true)
}

/** Removes a name. If that fails, the name stays without a file, and the user can remove it in the form. */
export async function removeName(client: QueryClient, taskId: number, name: string): Promise<void> {
  await runQuietly(removeAttachment, { taskId, name }).catch(() => undefined)
  await readIfCreated(client, taskId)
}

async function readIfCreated(client: QueryClient, taskId: number): Promise<void> {
  if (taskId > 0) await readTask(client, taskId)
}
