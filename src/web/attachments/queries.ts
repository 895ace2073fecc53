import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Attachment } from '#domain/attachment.ts'
import type { Task } from '#domain/task.ts'

import { request } from '../api.ts'
import { readTask, showAttached } from '../tasks/writes.ts'
import { attachmentPath } from './attachment-path.ts'
import { type NamedFile, uploads } from './uploads.ts'

/** The stored files of a task. They are read anew with each version, for each upload and removal raises it. */
export const attachmentsQuery = ({ id, version, attachments }: Task) =>
  queryOptions({
    queryKey: [attachmentPath(id), version],
    queryFn: () => request<Attachment[]>('GET', attachmentPath(id)),
    enabled: attachments.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** Sends files to a task, one after the other, whatever becomes of the dialog they were chosen in. */
export function uploadFiles(client: QueryClient, taskId: number, files: readonly NamedFile[]): void {
  uploads.add(taskId, files, {
    stored: (attachment) => showStored(client, taskId, attachment),
    // What was sent in full in the same moment may have arrived.
    cancelled: () => void readTask(client, taskId),
  })
}

/** The same for a task that names the files already, so that each fills its name, and a cancelled one frees it. */
export function uploadNamedFiles(client: QueryClient, taskId: number, files: readonly NamedFile[]): void {
  uploads.add(taskId, files, {
    stored: (attachment) => showStored(client, taskId, attachment),
    cancelled: (name) => void removeName(client, taskId, name),
  })
}

function showStored(client: QueryClient, taskId: number, attachment: Attachment): void {
  const lists = { queryKey: [attachmentPath(taskId)] }
  client.setQueriesData<Attachment[]>(lists, (list) => list && [...list, attachment])
  showAttached(client, taskId, attachment.name)
  void readTask(client, taskId)
}

/** Should it fail, the name stays without a file, which the form shows and can remove. */
async function removeName(client: QueryClient, taskId: number, name: string): Promise<void> {
  await request('DELETE', attachmentPath(taskId, name)).catch(() => undefined)
  await readTask(client, taskId)
}
