import { useEffect, useRef, useState } from 'react'

import { sortFiles, tooManyAttachments } from '#domain/attachment.ts'

import { readEntrance } from '../entrance.ts'
import type { PickedFiles } from '../ui/use-file-drop.ts'

/** A file that cannot be attached, and why. */
export type RefusedFile = { id: number; name: string; reason: string }

/**
 * What becomes of files that a person chose or dropped: those that can be taken are handed on, the others are rows of
 * the list, or said in the note.
 * @param count how many attachments there are, those on their way included
 */
export function usePickedFiles(count: number, onTake: (files: File[]) => void) {
  const [bytesMax] = useState(() => readEntrance().maxUploadMb * 2 ** 20)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
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
  const forget = (id: number) => setRefused(refused.filter((file) => file.id !== id))
  return { bytesMax, refused, note, rowCount, list, pick, forget }
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
