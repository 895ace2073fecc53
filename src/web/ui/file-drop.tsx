import { Upload } from 'lucide-react'
import { type Ref, useRef } from 'react'

import { type PickedFiles, useFileDrop } from './use-file-drop.ts'

type FileDropProps = {
  onPick: (picked: PickedFiles) => void
  /** The button that chooses files. */
  ref?: Ref<HTMLInputElement>
}

/**
 * A zone that takes files into the form it stands in: it is the browser's own button for them, and shows where they go
 * while files are dragged over the form, on which they may be dropped anywhere.
 */
export function FileDrop({ onPick, ref }: FileDropProps) {
  const zone = useRef<HTMLLabelElement>(null)
  const isOver = useFileDrop(zone, 'form', onPick)
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
