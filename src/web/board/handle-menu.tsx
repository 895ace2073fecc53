import { ArrowDown, ArrowUp } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

import { dropLabel, dropOnLevel } from '#domain/board.ts'
import { LEVELS, type Level, levelName } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { tierClass } from '../tasks/tier-class.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { useBoardActions } from './board-actions.ts'
import { focusCard } from './focus-card.ts'

type Props = {
  task: Task
  /** Opened by a key: the focus goes to the first move. */
  isByKey: boolean
  onClose: () => void
}

/** The moves of one card: up and down within its level, and to any level with room. Mounted while it is open. */
export function HandleMenu({ task, isByKey, onClose }: Props) {
  const { step, canStep, move } = useBoardActions()
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      align="end"
      label={`Move ${task.title}`}
      trigger={<span aria-hidden className="pointer-events-none absolute inset-0" />}
      onCloseAutoFocus={(event) => {
        // The card may stand elsewhere by now, and its handle be another one.
        event.preventDefault()
        focusCard(task.id, 'handle')
      }}
    >
      {isByKey && <span hidden ref={focusFirstItem} />}
      <MenuItem
        icon={<ArrowUp aria-hidden />}
        trailing={<Kbd>Alt ↑</Kbd>}
        disabled={!canStep(task, -1)}
        onSelect={() => step(task, -1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        trailing={<Kbd>Alt ↓</Kbd>}
        disabled={!canStep(task, 1)}
        onSelect={() => step(task, 1)}
      >
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Move to level</MenuLabel>
      <div className="grid grid-cols-5 gap-1 p-1">
        {LEVELS.map((level) => (
          <LevelItem key={level} level={level} task={task} onSelect={() => move(task, level)} />
        ))}
      </div>
    </Menu>
  )
}

function LevelItem({ level, task, onSelect }: { level: Level; task: Task; onSelect: () => void }) {
  const { lanes } = useBoardActions()
  const drop = dropOnLevel(task, level, lanes()[level - 1]?.taken ?? 0)
  return (
    <DropdownMenu.Item
      textValue={String(level)}
      aria-label={drop.allowed ? `Level ${level}, ${levelName(level)}` : dropLabel(drop)}
      disabled={!drop.allowed}
      onSelect={onSelect}
      className={`${tierClass(level)} grid h-8 min-w-10 cursor-default place-items-center rounded-md border border-edge text-label font-[550] text-tx outline-none select-none data-disabled:border-transparent data-disabled:text-fg-off data-disabled:line-through data-highlighted:border-spine data-highlighted:bg-tint touch:h-10`}
    >
      {level}
    </DropdownMenu.Item>
  )
}

/** The menu takes the focus itself when it opens, in the same frame; its first item gets it in the next. */
function focusFirstItem(mark: HTMLElement | null): void {
  requestAnimationFrame(() =>
    mark?.parentElement?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus(),
  )
}
