import { Upload } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'

/** What a person chose or dropped. `folders` are names of what cannot be taken. */
export type PickedFiles = { files: File[]; folders: string[] }

type FileDropProps = {
  onPick: (picked: PickedFiles) => void
  /** The button that chooses files. */
  ref?: Ref<HTMLInputElement>
}

/**
 * A zone that takes files into the form it stands in: it is the browser's own button for them, and shows where they go
 * while files are dragged over the form, on which they may be dropped anywhere. Beside the form a drop does nothing: the
 * browser would leave the page for the file.
 */
export function FileDrop({ onPick, ref }: FileDropProps) {
  const zone = useRef<HTMLLabelElement>(null)
  const [isOver, setOver] = useState(false)
  const isInside = (event: Event) =>
    event.target instanceof Node && zone.current?.closest('form')?.contains(event.target) === true

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

  return (
    <label
      ref={zone}
      className={`flex min-h-11 cursor-pointer flex-wrap items-center justify-center gap-x-2 rounded-md border border-dashed px-3 py-1 text-label text-fg-2 has-focus-visible:border-ring has-focus-visible:outline-2 has-focus-visible:outline-ring ${isOver ? 'border-ring bg-hover' : 'border-control hover:bg-hover'}`}
    >
      <input
        ref={ref}
        type="file"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) onPick({ files: [...target.files], folders: [] })
          // So that the same file can be chosen once more.
          target.value = ''
        }}
      />
      <Upload size={16} strokeWidth={1.75} aria-hidden="true" className="text-fg-3" />
      {isOver ? (
        'Drop to attach'
      ) : (
        <span>
          Drop files here or <span className="ml-0.5 border-b border-control font-medium">choose</span>
        </span>
      )}
    </label>
  )
}

function readDropped({ items, files }: DataTransfer): PickedFiles {
  const entries = [...items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry())
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []))
  // A folder stands among the files too, in the same place, as a file that cannot be read.
  return { files: [...files].filter((_, index) => !entries[index]?.isDirectory), folders }
}
