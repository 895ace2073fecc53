import { type RefObject, useState } from 'react'

import { useEvent } from './use-event.ts'
import * as words from './words.ts'

/** The chosen, dropped or pasted files. `folders` lists the names of folders, which can't be uploaded. */
export type PickedFiles = { files: File[]; folders: string[] }

/**
 * Accepts files dropped on or pasted into the `area` that contains `zone`, and scrolls the zone into view. Ignores drops
 * elsewhere, where the browser would open the file.
 * @param area a selector of the drop area, such as 'form'
 * @returns whether files are over the area
 */
export function useFileDrop(
  zone: RefObject<HTMLElement | null>,
  area: string,
  onPick: (picked: PickedFiles) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const isInside = (event: Event) =>
    event.target instanceof Node && zone.current?.closest(area)?.contains(event.target) === true

  useEvent(window, ['dragenter', 'dragover'], (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const isNowOver = isInside(event)
    event.dataTransfer.dropEffect = isNowOver ? 'copy' : 'none'
    if (isNowOver && !isOver) zone.current?.scrollIntoView({ block: 'nearest' })
    setIsOver(isNowOver)
  })
  useEvent(window, ['drop'], (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(false)
    if (isInside(event)) onPick(readDropped(event.dataTransfer))
  })
  useEvent(window, ['dragleave'], (event) => {
    // Moving between elements sets relatedTarget; leaving the window doesn't.
    if (event.relatedTarget === null) setIsOver(false)
  })
  useEvent(window, ['paste'], (event) => {
    const { files = [], types = [] } = event.clipboardData ?? {}
    // Copied table cells have an image too, but belong into the text field.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (files.length === 0 || isText || !isInside(event)) return
    event.preventDefault()
    onPick({ files: Array.from(files, nameByTime), folders: [] })
  })
  return isOver
}

/** Names a pasted image after the time, because browsers name each one 'image.png', and equal names replace each other. */
function nameByTime(file: File): File {
  if (!file.name.startsWith('image.')) return file
  const [date, time = ''] = Temporal.Now.plainDateTimeISO().round('second').toString().split('T')
  // The time comes first, because lists show only the beginning of a long name.
  const name = `${words.pasted} ${time.replaceAll(':', '.')} ${date}`
  return new File([file], file.name.replace('image', name), file)
}

export function readDropped({ items, files }: DataTransfer): PickedFiles {
  const entries = [...items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry())
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []))
  // `files` contains folders at the same index, as unreadable files.
  return { files: [...files].filter((_, index) => !entries[index]?.isDirectory), folders }
}
