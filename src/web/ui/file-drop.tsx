import { Upload } from 'lucide-react'
import { type Ref, useRef } from 'react'

import { type PickedFiles, useFileDrop } from './use-file-drop.ts'
import * as words from './words.ts'

type FileDropProps = {
  onPick: (picked: PickedFiles) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * A drop zone and file picker. The zone shows where files go while they are dragged over its form; files can be dropped
 * anywhere on the form.
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
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Upload size={16} strokeWidth={1.75} className="text-fg-3" />
      {isOver ? (
        words.dropToAttach
      ) : (
        <span>
          {words.dropFilesOr}{' '}
          <span className="ml-0.5 border-b border-control font-medium">{words.chooseFiles}</span>
        </span>
      )}
    </label>
  )
}
