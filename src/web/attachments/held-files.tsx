import { memo, useCallback, useRef, useState } from 'react'

import { attachmentName, freeAttachmentName } from '#domain/attachments/attachment.ts'

import { HeldRow } from './attachment-row.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import type { NamedFile } from './uploads.ts'
import * as words from './words.ts'

/** The files chosen for a task that doesn't exist yet, with unique names. */
export type HeldFiles = {
  files: readonly NamedFile[]
  hold: (files: File[]) => void
  drop: (files: readonly NamedFile[]) => void
}

export function useHeldFiles(): HeldFiles {
  const [files, setFiles] = useState<readonly NamedFile[]>([])
  const hold = useCallback((chosen: File[]) => setFiles((held) => chosen.reduce(withFile, held)), [])
  const drop = useCallback(
    (dropped: readonly NamedFile[]) => setFiles((held) => held.filter((file) => !dropped.includes(file))),
    [],
  )
  return { files, hold, drop }
}

function withFile(held: readonly NamedFile[], file: File): readonly NamedFile[] {
  const taken = held.map(({ name }) => name)
  return [...held, { name: freeAttachmentName(attachmentName(file.name), taken), file }]
}

/** The attachments in the form for a new task. They are uploaded once the task exists. */
export const HeldFilesSection = memo(function HeldFilesSection({ files, hold, drop }: HeldFiles) {
  const zone = useRef<HTMLInputElement>(null)
  return (
    <AttachmentsSection listTitle={words.uploadedFiles} count={files.length} onTake={hold} zone={zone}>
      {files.map((held) => (
        <HeldRow key={held.name} {...held} onRemove={() => drop([held])} focusNext={zone} />
      ))}
    </AttachmentsSection>
  )
})
