import { useId, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CardIcon } from './card-icon.tsx'
import { HandleMenu } from './deferred-parts.ts'
import { DRAG_INSTRUCTIONS_ID } from '../drag/drag-store.ts'
import * as words from '../words.ts'

/** The handle that drags its card. A click or Enter opens the move menu. */
export function Handle({ task, isCompact }: { task: ShortTask; isCompact: boolean }) {
  const [opened, setOpened] = useState<'by-press' | 'by-key' | null>(null)
  const id = useId()
  return (
    <>
      <button
        id={id}
        type="button"
        className="card-action card-handle"
        aria-label={words.dragHandle(task.title)}
        aria-describedby={DRAG_INSTRUCTIONS_ID}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onClick={(event) => setOpened(event.detail === 0 ? 'by-key' : 'by-press')}
        // Space has already lifted the card, and Firefox would click when the key is released.
        onKeyUp={(event) => event.code === 'Space' && event.preventDefault()}
      >
        <CardIcon name="grip" size={isCompact ? 14 : 16} />
      </button>
      {opened && <HandleMenu task={task} isByKey={opened === 'by-key'} onClose={() => setOpened(null)} />}
    </>
  )
}
