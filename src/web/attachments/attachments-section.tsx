import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import { formatSize, sortFiles, tooManyAttachments } from '#domain/attachment.ts'

import { readEntrance } from '../entrance.ts'
import { FormSection } from '../tasks/fields/form-section.tsx'
import { FileDrop, type PickedFiles } from '../ui/file-drop.tsx'
import { RefusedRow } from './attachment-row.tsx'

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

type Refused = { id: number; name: string; reason: string }

/** The part of a form where files are chosen and listed. A file that cannot be taken is a row that says why. */
export function AttachmentsSection({ listTitle, count, onTake, children, zone }: Props) {
  const [bytesMax] = useState(() => readEntrance().maxUploadMb * 2 ** 20)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [note, setNote] = useState('')

  const rowCount = count + refused.length
  const { list, expectRows } = useNewRowsInSight(rowCount)
  const pick = ({ files, folders }: PickedFiles) => {
    const sorted = sortFiles(files, count, bytesMax)
    const rows = sorted.refused.map((file, i) => ({ ...file, id: (refused.at(-1)?.id ?? 0) + i + 1 }))
    if (sorted.taken.length + rows.length > 0) expectRows()
    setRefused([...refused, ...rows])
    setNote(noteOf(sorted.leftOut, folders, files.length))
    if (sorted.taken.length > 0) onTake(sorted.taken)
  }
  return (
    <FormSection title="Attachments" aside="(optional)" hint={`Up to ${formatSize(bytesMax)} each.`}>
      <div className="min-w-0">
        <FileDrop ref={zone} onPick={pick} />
        <div aria-live="polite">
          {note && <p className="mt-1.5 text-meta wrap-anywhere text-danger-text">{note}</p>}
          <span className="sr-only">
            {refused.map(({ name, reason }) => `${name} cannot be attached: ${reason}. `)}
          </span>
        </div>
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
                <RefusedRow
                  key={file.id}
                  {...file}
                  focusNext={zone}
                  onRemove={() => setRefused(refused.filter(({ id }) => id !== file.id))}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </FormSection>
  )
}

/**
 * New rows come at the end of a list that shows only some at a time. Where a person expects them, the list itself is
 * brought into sight too; at other times that would take away what is being typed.
 */
function useNewRowsInSight(rowCount: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(rowCount)
  const isExpected = useRef(false)
  useEffect(() => {
    if (rowCount > before.current) {
      list.current?.scrollTo({ top: list.current.scrollHeight })
      if (isExpected.current) list.current?.scrollIntoView({ block: 'nearest' })
      isExpected.current = false
    }
    before.current = rowCount
  }, [rowCount])
  const expectRows = () => {
    isExpected.current = true
  }
  return { list, expectRows }
}

/** What is said of things that have no row of their own. */
function noteOf(leftOut: number, folders: readonly string[], fileCount: number): string {
  const notes = folders.map((name) => `${name} is a folder. Choose the files in it instead.`)
  if (leftOut > 0) notes.push(tooManyAttachments(leftOut))
  if (fileCount + folders.length === 0) notes.push('There is no file in what was dropped.')
  return notes.join(' ')
}
