import type { ReactNode, RefObject } from 'react'

import { useStore } from '../state/store.ts'
import { connection } from '../sync/connection.ts'
import { FormSection } from '../ui/form-section.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { RefusedRow } from './attachment-row.tsx'
import { PickedNews } from './picked-news.tsx'
import { usePickedFiles } from './use-picked-files.ts'
import * as words from './words.ts'

type Props = {
  listTitle: string
  /** The number of attachments, including those being uploaded. */
  count: number
  /** The attached names that have no file and no upload. */
  unfilled?: readonly string[]
  onTake: (files: File[]) => void
  children: ReactNode
  /** The file input, which gets focus when a focused row disappears. */
  zone: RefObject<HTMLInputElement | null>
}

/** The section of a form where files are chosen and listed. A rejected file gets a row with the reason. */
export function AttachmentsSection({ listTitle, count, unfilled, onTake, children, zone }: Props) {
  const { bytesMax, refused, note, rowCount, list, pick, forget } = usePickedFiles(count, onTake, unfilled)
  const isCutOff = useStore(connection) !== null
  return (
    <FormSection
      title={words.attachments}
      aside={words.optional}
      hint={isCutOff ? `${words.sizeLimit(bytesMax)} ${words.waitingLimit}` : words.sizeLimit(bytesMax)}
    >
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
