import { useId, useState } from 'react'

import type { Task } from '#domain/task.ts'

import { CardIcon } from './card-icon.tsx'
import { HandleMenu } from './deferred-parts.ts'
import { DRAG_INSTRUCTIONS_ID } from './drag/drag-instructions.ts'

/** Drags its card; pressed without dragging, or by Enter, it opens a menu of moves. */
export function Handle({ task, isCompact }: { task: Task; isCompact: boolean }) {
  const [opened, setOpened] = useState<'by-press' | 'by-key' | null>(null)
  const id = useId()
  return (
    <>
      <button
        id={id}
        type="button"
        className="card-action card-handle"
        aria-label={`Drag to change priority: ${task.title}`}
        aria-describedby={DRAG_INSTRUCTIONS_ID}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onClick={(event) => setOpened(event.detail === 0 ? 'by-key' : 'by-press')}
        // Firefox clicks on the release of Space, which has picked the card up.
        onKeyUp={(event) => event.code === 'Space' && event.preventDefault()}
      >
        <CardIcon name="grip" size={isCompact ? 14 : 16} />
      </button>
      {opened && <HandleMenu task={task} isByKey={opened === 'by-key'} onClose={() => setOpened(null)} />}
    </>
  )
}
