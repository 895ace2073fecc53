import { useQuery, useQueryClient } from '@tanstack/react-query'

import { attachmentName } from '#domain/attachments/attachment.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useStore } from '../state/store.ts'
import { attachmentsQuery, uploadFiles } from './queries.ts'
import { keptUploads, uploadsTo } from './shown-uploads.ts'
import { useUploads } from './uploads.ts'

/** Returns the attachments of a task and the uploads to it. */
export function useAttachedFiles(task: ShortTask) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(attachmentsQuery(task))
  const onTheirWay = uploadsTo(task.id, useUploads().uploads, useStore(keptUploads))
  /** The stored files by name; undefined while loading. */
  const stored = data && new Map(data.map((file) => [file.name, file]))
  // The row of the upload already shows this name.
  const isFilling = (name: string) =>
    onTheirWay.some((upload) => upload.name === name && (stored ? !stored.has(name) : upload.isNamed))
  const names = [...new Set(task.attachments)].filter((name) => !isFilling(name))

  /** Starts uploading files. Returns the files' requested names. */
  const send = (files: File[]): string[] => {
    const named = files.map((file) => ({ name: attachmentName(file.name), file }))
    uploadFiles(client, task.id, named)
    return named.map(({ name }) => name)
  }
  const unfilled = stored ? names.filter((name) => !stored.has(name)) : []
  const count = names.length + onTheirWay.length
  return { names, stored, unfilled, onTheirWay, count, send, isError, retry: () => void refetch() }
}
