import { Ellipsis, Link2, Pencil, Unlink } from 'lucide-react'
import { useState } from 'react'

import type { TimelineItem } from '#domain/timeline.ts'

import { Kbd } from '../ui/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { focusBar } from './focus-bar.ts'
import { useTimelineActions } from './timeline-actions.ts'

/** What can be done with a task beside dragging its bar: edit it, and choose and remove what it depends on. */
export function RowMenu({ item }: { item: TimelineItem }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-menu=""
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Actions for ${item.task.title}`}
        onClick={() => setOpen(true)}
        className="tl-menu"
      >
        <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
      </button>
      {isOpen && <OpenRowMenu item={item} onClose={() => setOpen(false)} />}
    </>
  )
}

function OpenRowMenu({ item, onClose }: { item: TimelineItem; onClose: () => void }) {
  const { edit, chooseLinks, unlink, predecessorsOf } = useTimelineActions()
  const predecessors = predecessorsOf(item)
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={`Actions for ${item.task.title}`}
      className="max-w-80"
      trigger={<span aria-hidden className="pointer-events-none absolute inset-0" />}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // A dialog that was opened from here has the focus by now.
        if (document.activeElement === document.body) focusBar(item.task.id)
      }}
    >
      <MenuItem icon={<Pencil aria-hidden />} trailing={<Kbd>Enter</Kbd>} onSelect={() => edit(item)}>
        Edit
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => chooseLinks(item)}>
        Depends on…
      </MenuItem>
      {predecessors.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>Remove dependency</MenuLabel>
          {predecessors.map((before) => (
            <MenuItem
              key={before.task.id}
              icon={<Unlink aria-hidden />}
              onSelect={() => unlink(before, item)}
              aria-label={`Remove dependency on ${before.task.title}`}
            >
              {before.task.title}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  )
}
