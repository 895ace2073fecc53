import { useEffect, useRef, useState } from 'react'

import { sortFiles, tooManyAttachments } from '#domain/attachments/attachment.ts'

import { readEntrance } from '../boot/entrance.ts'
import type { PickedFiles } from '../ui/use-file-drop.ts'
import * as words from './words.ts'

/** A file that can't be attached, and why. */
export type RefusedFile = { id: number; name: string; reason: string }

/**
 * Checks chosen or dropped files: passes acceptable files to `onTake`, and explains rejected files in rows or a note.
 * @param count the number of attachments, including those being uploaded
 * @param unfilled the attached names that have no file and no upload
 */
export function usePickedFiles(count: number, onTake: (files: File[]) => void, unfilled?: readonly string[]) {
  const [bytesMax] = useState(() => readEntrance().maxUploadMb * 2 ** 20)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [note, setNote] = useState('')

  const rowCount = count + refused.length
  const { list, expectRows } = useNewRowsInSight(rowCount)
  const pick = ({ files, folders }: PickedFiles) => {
    const sorted = sortFiles(files, count, bytesMax, unfilled)
    const rows = sorted.refused.map((file, i) => ({ ...file, id: (refused.at(-1)?.id ?? 0) + i + 1 }))
    if (sorted.taken.length + rows.length > 0) expectRows()
    setRefused([...refused, ...rows])
    setNote(noteOf(sorted.leftOut, folders, files.length))
    if (sorted.taken.length > 0) onTake(sorted.taken)
  }
  const forget = (id: number) => setRefused(refused.filter((file) => file.id !== id))
  return { bytesMax, refused, note, rowCount, list, pick, forget }
}

/**
 * Scrolls the list to new rows. Scrolls the page to the list only after the user chose files. Scrolling at other times
 * would move the field the user is typing in.
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

/** Returns the note about files that have no row. */
function noteOf(leftOut: number, folders: readonly string[], fileCount: number): string {
  const notes = folders.map((name) => words.isFolder(name))
  if (leftOut > 0) notes.push(tooManyAttachments(leftOut))
  if (fileCount + folders.length === 0) notes.push(words.noFiles)
  return notes.join(' ')
}
