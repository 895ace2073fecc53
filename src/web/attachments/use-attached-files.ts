import { useQuery, useQueryClient } from '@tanstack/react-query'

import { attachmentName } from '#domain/attachment.ts'
import type { Task } from '#domain/task.ts'

import { attachmentsQuery, uploadFiles } from './queries.ts'
import { useUploads } from './uploads.ts'

/** The attachments of a task, with those on their way to it. */
export function useAttachedFiles(task: Task) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(attachmentsQuery(task))
  const onTheirWay = useUploads().uploads.filter((upload) => upload.taskId === task.id)
  /** The stored files by their names; undefined until they are known. */
  const stored = data && new Map(data.map((file) => [file.name, file]))
  // A name that waits for its file is shown by the upload.
  const isFilling = (name: string) => !stored?.has(name) && onTheirWay.some((upload) => upload.name === name)
  const names = [...new Set(task.attachments)].filter((name) => !isFilling(name))

  /** Sends files at once; answers the names under which that is tried. */
  const send = (files: File[]): string[] => {
    const named = files.map((file) => ({ name: attachmentName(file.name), file }))
    uploadFiles(client, task.id, named)
    return named.map(({ name }) => name)
  }
  return { names, stored, onTheirWay, send, isError, retry: () => void refetch() }
}
