import { CircleCheck, Ellipsis, Link2, Pencil, Sun, Unlink } from 'lucide-react'
import { useState } from 'react'

import type { TimelineItem } from '../rules/items.ts'

import { completeItem, reopenItem } from '../../complete/words.ts'
import { planItem, togglePlan } from '../../day/plan-task.ts'
import { hintedKeys } from '../../keys/single-keys.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { focusBar } from './focus-bar.ts'
import { useTimelineActions } from '../timeline-actions.ts'
import * as words from '../words.ts'

export function RowMenu({ item }: { item: TimelineItem }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-menu=""
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={words.actionsFor(item.task.title)}
        onClick={() => setIsOpen(true)}
        className="tl-menu"
      >
        <Ellipsis size={16} strokeWidth={1.75} />
      </button>
      {isOpen && <OpenRowMenu item={item} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OpenRowMenu({ item, onClose }: { item: TimelineItem; onClose: () => void }) {
  const { edit, check, chooseLinks, unlink, predecessorsOf } = useTimelineActions()
  const predecessors = predecessorsOf(item)
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={words.actionsFor(item.task.title)}
      className="max-w-80"
      trigger={<span aria-hidden className="pointer-events-none absolute inset-0" />}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // If an item opened a dialog, the dialog has the focus.
        if (document.activeElement === document.body) focusBar(item.task.id)
      }}
    >
      <MenuItem icon={<CircleCheck />} trailing={hint('C')} onSelect={() => check(item)}>
        {item.task.completed ? reopenItem : completeItem}
      </MenuItem>
      <MenuItem icon={<Pencil />} trailing={<Kbd>Enter</Kbd>} onSelect={() => edit(item)}>
        {words.edit}
      </MenuItem>
      {!item.task.completed && (
        <MenuItem icon={<Sun />} trailing={hint('T')} onSelect={() => togglePlan(item.task)}>
          {planItem(item.task)}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => chooseLinks(item)}>
        {words.chooseDependencies}
      </MenuItem>
      {predecessors.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{words.removeDependency}</MenuLabel>
          {predecessors.map((before) => (
            <MenuItem
              key={before.task.id}
              icon={<Unlink />}
              onSelect={() => unlink(before, item)}
              aria-label={words.removeDependencyOn(before.task.title)}
            >
              {before.task.title}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  )
}

const hint = (key: string) => hintedKeys([key]).length > 0 && <Kbd>{key}</Kbd>
