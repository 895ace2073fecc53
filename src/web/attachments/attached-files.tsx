import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useRef } from 'react'

import { attachmentName } from '#domain/attachment.ts'
import type { Task } from '#domain/task.ts'

import type { SetField } from '../tasks/use-task-form.ts'
import { AttachedRow, UploadRow } from './attachment-row.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import { attachmentsQuery, uploadFiles } from './queries.ts'
import { UploadNewsText } from './upload-news.tsx'
import { uploads, useUploads } from './uploads.ts'

type Props = {
  task: Task
  /** Names that go when the form is saved. */
  removed: readonly string[]
  set: SetField
}

/** The attachments in the form of a task. A file is sent at once; one that is removed goes when the form is saved. */
export const AttachedFilesSection = memo(function AttachedFilesSection({ task, removed, set }: Props) {
  const client = useQueryClient()
  const zone = useRef<HTMLInputElement>(null)
  const { data: stored, isError, refetch } = useQuery(attachmentsQuery(task))
  const onTheirWay = useUploads().uploads.filter((upload) => upload.taskId === task.id)
  const sizes = stored && new Map(stored.map(({ name, size }) => [name, size]))
  // A name that waits for its file is shown by the upload.
  const isFilling = (name: string) => !sizes?.has(name) && onTheirWay.some((upload) => upload.name === name)
  const names = [...new Set(task.attachments)].filter((name) => !isFilling(name))

  const remove = (names: readonly string[]) => set('removedAttachments', [...names])
  const take = (files: File[]) => {
    const named = files.map((file) => ({ name: attachmentName(file.name), file }))
    // A file fills its name when that has none; saved as removed, it would be gone again.
    const filled = new Set(named.map(({ name }) => name).filter((name) => !sizes?.has(name)))
    remove(removed.filter((name) => !filled.has(name)))
    uploadFiles(client, task.id, named)
  }
  return (
    <>
      <AttachmentsSection
        listTitle="Attached Files"
        count={names.length + onTheirWay.length}
        onTake={take}
        zone={zone}
      >
        {names.map((name) => (
          <AttachedRow
            key={`name ${name}`}
            taskId={task.id}
            name={name}
            size={sizes && (sizes.get(name) ?? null)}
            isRemoved={removed.includes(name)}
            focusNext={zone}
            onToggle={() =>
              remove(removed.includes(name) ? removed.filter((other) => other !== name) : [...removed, name])
            }
          />
        ))}
        {onTheirWay.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retry(upload.id)}
            onCancel={() => uploads.cancel(upload)}
            focusNext={zone}
          />
        ))}
        {isError && (
          <li className="px-2 py-1.5 text-meta text-danger-text">
            The files could not be loaded.{' '}
            <button
              type="button"
              className="border-b border-control font-medium"
              onClick={() => void refetch()}
            >
              Try again
            </button>
          </li>
        )}
      </AttachmentsSection>
      <UploadNewsText isFor={(taskId) => taskId === task.id} />
    </>
  )
})
