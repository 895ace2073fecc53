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

/**
 * Uploads files to a task, one at a time. The uploads continue when the dialog closes.
 * @param isNamed whether the task already lists the names; canceling an upload then removes its name
 */
export function uploadFiles(
  client: QueryClient,
  taskId: number,
  files: readonly NamedFile[],
  isNamed = false,
) {
  const events: UploadEvents = {
    stored: (id, attachment) => showStored(client, id, attachment),
    // The upload may have finished just before it was canceled.
    canceled: (id, name) => void (isNamed ? removeName(client, id, name) : readIfCreated(client, id)),
  }
  uploads.add(taskId, files, events, isNamed)
}

/** Removes a name. If that fails, the name stays without a file, and the user can remove it in the form. */
export async function removeName(client: QueryClient, taskId: number, name: string): Promise<void> {
  await runQuietly(removeAttachment, { taskId, name }).catch(() => undefined)
  await readIfCreated(client, taskId)
}

async function readIfCreated(client: QueryClient, taskId: number): Promise<void> {
  if (taskId > 0) await readTask(client, taskId)
}
