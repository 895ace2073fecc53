import { memo, useRef } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { AttachedRow, UnreadRow, UploadRow } from './attachment-row.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import { UploadNewsText } from './upload-news.tsx'
import { useAttachedFiles } from './use-attached-files.ts'
import * as words from './words.ts'

type Props = {
  task: ShortTask
  /** The attachment names to remove when the form is saved. */
  removed: readonly string[]
  set: (field: 'removedAttachments', names: string[]) => void
}

/** The attachments in a task's form. Files upload immediately; removals take effect when the form is saved. */
export const AttachedFilesSection = memo(function AttachedFilesSection({ task, removed, set }: Props) {
  const zone = useRef<HTMLInputElement>(null)
  const { names, stored, unfilled, onTheirWay, count, send, isError, retry } = useAttachedFiles(task)

  const remove = (names: readonly string[]) => set('removedAttachments', [...names])
  const take = (files: File[]) => {
    // An upload can provide the file for a listed name. If the name were still marked as removed, saving would delete
    // the file.
    const filled = new Set(send(files).filter((name) => !stored?.has(name)))
    remove(removed.filter((name) => !filled.has(name)))
  }
  return (
    <>
      <AttachmentsSection
        listTitle={words.attachedFiles}
        count={count}
        unfilled={unfilled}
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
          <UploadRow key={upload.key} upload={upload} focusNext={zone} />
        ))}
        {isError && <UnreadRow onRetry={retry} />}
      </AttachmentsSection>
      <UploadNewsText isFor={(taskId) => taskId === task.id} />
    </>
  )
})
