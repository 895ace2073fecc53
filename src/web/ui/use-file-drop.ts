import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** What a person chose or dropped. `folders` are names of what cannot be taken. */
export type PickedFiles = { files: File[]; folders: string[] }

/**
 * Takes the files that are dropped anywhere on the part of the page that `zone` stands in. Beside it a drop does nothing:
 * the browser would leave the page for the file. Answers whether files are over that part now; when they come, the zone
 * is brought into sight.
 * @param area a selector of that part, such as 'form'
 */
export function useFileDrop(
  zone: RefObject<HTMLElement | null>,
  area: string,
  onPick: (picked: PickedFiles) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const isInside = (event: Event) =>
    event.target instanceof Node && zone.current?.closest(area)?.contains(event.target) === true

  const drag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const isNowOver = isInside(event)
    event.dataTransfer.dropEffect = isNowOver ? 'copy' : 'none'
    if (isNowOver && !isOver) zone.current?.scrollIntoView({ block: 'nearest' })
    setOver(isNowOver)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    if (isInside(event)) onPick(readDropped(event.dataTransfer))
  })
  const leave = useEffectEvent((event: DragEvent) => {
    // Between two elements of the page there is one that it goes to.
    if (event.relatedTarget === null) setOver(false)
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('dragenter', (event) => drag(event), { signal })
    window.addEventListener('dragover', (event) => drag(event), { signal })
    window.addEventListener('dragleave', (event) => leave(event), { signal })
    window.addEventListener('drop', (event) => drop(event), { signal })
    return () => controller.abort()
  }, [])
  return isOver
}

function readDropped({ items, files }: DataTransfer): PickedFiles {
  const entries = [...items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry())
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []))
  // A folder stands among the files too, in the same place, as a file that cannot be read.
  return { files: [...files].filter((_, index) => !entries[index]?.isDirectory), folders }
}
