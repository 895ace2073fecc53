import type { ReactNode, RefObject } from 'react'

import { formatSize } from '#domain/attachment.ts'

import { FormSection } from '../tasks/fields/form-section.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { RefusedRow } from './attachment-row.tsx'
import { PickedNews } from './picked-news.tsx'
import { usePickedFiles } from './use-picked-files.ts'

type Props = {
  /** What stands above the list. */
  listTitle: string
  /** How many attachments there are, those on their way included. */
  count: number
  onTake: (files: File[]) => void
  /** The rows of the list. */
  children: ReactNode
  /** The button that chooses files, where the focus goes when the row that had it is gone. */
  zone: RefObject<HTMLInputElement | null>
}

/** The part of a form where files are chosen and listed. A file that cannot be taken is a row that says why. */
export function AttachmentsSection({ listTitle, count, onTake, children, zone }: Props) {
  const { bytesMax, refused, note, rowCount, list, pick, forget } = usePickedFiles(count, onTake)
  return (
    <FormSection title="Attachments" aside="(optional)" hint={`Up to ${formatSize(bytesMax)} each.`}>
      <div className="min-w-0">
        <FileDrop ref={zone} onPick={pick} />
        <PickedNews note={note} refused={refused} />
        {rowCount > 0 && (
          <>
            <h4 className="mt-3 mb-1 text-label font-medium">{listTitle}</h4>
            <ul
              ref={list}
              aria-label={listTitle}
              className="max-h-45 scroll-mb-4 overflow-y-auto overscroll-contain"
            >
              {children}
              {refused.map((file) => (
                <RefusedRow key={file.id} {...file} focusNext={zone} onRemove={() => forget(file.id)} />
              ))}
            </ul>
          </>
        )}
      </div>
    </FormSection>
  )
}
