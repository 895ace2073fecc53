import { memo, useRef } from 'react'

import type { Task } from '#domain/task.ts'

import type { SetField } from '../tasks/use-task-form.ts'
import { AttachedRow, UnreadRow, UploadRow } from './attachment-row.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import { UploadNewsText } from './upload-news.tsx'
import { useAttachedFiles } from './use-attached-files.ts'

type Props = {
  task: Task
  /** Names that go when the form is saved. */
  removed: readonly string[]
  set: SetField
}

/** The attachments in the form of a task. A file is sent at once; one that is removed goes when the form is saved. */
export const AttachedFilesSection = memo(function AttachedFilesSection({ task, removed, set }: Props) {
  const zone = useRef<HTMLInputElement>(null)
  const { names, stored, onTheirWay, send, isError, retry } = useAttachedFiles(task)

  const remove = (names: readonly string[]) => set('removedAttachments', [...names])
  const take = (files: File[]) => {
    // A file fills its name when that has none; saved as removed, it would be gone again.
    const filled = new Set(send(files).filter((name) => !stored?.has(name)))
    remove(removed.filter((name) => !filled.has(name)))
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
            size={stored && (stored.get(name)?.size ?? null)}
            isRemoved={removed.includes(name)}
            focusNext={zone}
            onToggle={() =>
              remove(removed.includes(name) ? removed.filter((other) => other !== name) : [...removed, name])
            }
          />
        ))}
        {onTheirWay.map((upload) => (
          <UploadRow key={upload.id} upload={upload} focusNext={zone} />
        ))}
        {isError && <UnreadRow onRetry={retry} />}
      </AttachmentsSection>
      <UploadNewsText isFor={(taskId) => taskId === task.id} />
    </>
  )
})
