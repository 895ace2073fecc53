import { useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { closeTrash, trashStore } from '../account/open-trash.ts'
import { deferred, onUse } from '../boot/deferred.tsx'
import { useStore } from '../state/store.ts'
import { isDialogEntry } from '../ui/dialog-entry.ts'

const trashCode = onUse('trash/trash-dialog.tsx', () => import('../trash/trash-dialog.tsx'))

const TrashDialog = deferred(trashCode, 'TrashDialog', {
  name: 'the trash',
  isWanted: ({ open }) => open,
  onMissing: ({ onClose }) => onClose(),
})

export function PageTrash({ onShow }: { onShow: (task: ShortTask) => void }) {
  const opened = useStore(trashStore)
  const [opening, setOpening] = useState(opened)
  if (opened > 0 && opened !== opening) setOpening(opened)
  return (
    <TrashDialog
      // Each opening starts with a new list and without filters.
      key={opening}
      open={opened > 0}
      opening={opening}
      onClose={closeTrash}
      onShow={(task) => {
        closeTrash()
        onceClosed(() => onShow(task))
      }}
    />
  )
}

/** The maximum number of frames to wait for a closing dialog to return focus. */
const FRAMES_MAX = 60

/** Runs a function once all dialogs are closed, because closing one moves the focus and goes back in the history. */
function onceClosed(run: () => void, frames = FRAMES_MAX): void {
  const isOpen = isDialogEntry() || document.querySelector('[role=dialog]') !== null
  if (isOpen && frames > 0) requestAnimationFrame(() => onceClosed(run, frames - 1))
  else run()
}
