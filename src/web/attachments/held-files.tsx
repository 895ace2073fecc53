import { memo, useCallback, useRef, useState } from 'react'

import { attachmentName, freeAttachmentName } from '#domain/attachment.ts'

import { HeldRow } from './attachment-row.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import type { NamedFile } from './uploads.ts'

/** The files of a task that is not there yet. Each has its name already, which no other of them has. */
export type HeldFiles = {
  files: readonly NamedFile[]
  hold: (files: File[]) => void
  drop: (name: string) => void
}

export function useHeldFiles(): HeldFiles {
  const [files, setFiles] = useState<readonly NamedFile[]>([])
  const hold = useCallback((chosen: File[]) => setFiles((held) => chosen.reduce(withFile, held)), [])
  const drop = useCallback(
    (name: string) => setFiles((held) => held.filter((file) => file.name !== name)),
    [],
  )
  return { files, hold, drop }
}

function withFile(held: readonly NamedFile[], file: File): readonly NamedFile[] {
  const taken = held.map(({ name }) => name)
  return [...held, { name: freeAttachmentName(attachmentName(file.name), taken), file }]
}

/** The attachments in the form for a new task: they are sent once it is there. */
export const HeldFilesSection = memo(function HeldFilesSection({ files, hold, drop }: HeldFiles) {
  const zone = useRef<HTMLInputElement>(null)
  return (
    <AttachmentsSection listTitle="Uploaded Files" count={files.length} onTake={hold} zone={zone}>
      {files.map(({ name, file }) => (
        <HeldRow key={name} name={name} size={file.size} onRemove={() => drop(name)} focusNext={zone} />
      ))}
    </AttachmentsSection>
  )
})
