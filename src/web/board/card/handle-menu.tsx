import {
  ArrowDown,
  ArrowUp,
  CircleCheck,
  Copy,
  Paperclip,
  Pencil,
  Play,
  SquareCheck,
  Sun,
  Trash2,
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

import { dropOnLevel } from '../level/lanes.ts'
import { LEVELS, type Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { chooseFiles } from '../../attachments/attach-files.ts'
import { tierClass } from '../../tasks/tier-class.ts'
import { planItem } from '../../day/plan-task.ts'
import { keyName } from '../../keys/key-names.ts'
import { toggleSelected } from '../../selection/selection.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { useBoardActions } from '../board-actions.ts'
import { focusCard, isFocusElsewhere } from './focus-card.ts'
import * as later from '../later-words.ts'
import * as words from '../words.ts'

type Props = {
  task: ShortTask
  /** Whether the menu was opened by a key, which focuses its first item. */
  isByKey: boolean
  onClose: () => void
}

/** A menu with a card's actions, and moves within its level or to a different level. Mounted only while open. */
export function HandleMenu({ task, isByKey, onClose }: Props) {
  const { check, edit, startWork, plan, duplicate, remove, step, canStep, move } = useBoardActions()
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      align="end"
      className="w-62"
      label={later.actions(task.title)}
      trigger={<span aria-hidden className="pointer-events-none absolute inset-0" />}
      onCloseAutoFocus={(event) => {
        // The move can replace the card and its handle.
        event.preventDefault()
        // Leave the focus on a dialog that was opened from here, or on the next card.
        if (isFocusElsewhere(task.id)) return
        focusCard(task.id, 'handle')
      }}
    >
      {isByKey && <span hidden ref={focusFirstItem} />}
      <MenuItem icon={<CircleCheck aria-hidden />} trailing={<Kbd>C</Kbd>} onSelect={() => check(task)}>
        {words.complete}
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} trailing={<Kbd>E</Kbd>} onSelect={() => edit(task)}>
        {later.editItem}
      </MenuItem>
      {startWork && (
        <MenuItem icon={<Play aria-hidden />} trailing={<Kbd>S</Kbd>} onSelect={() => startWork(task)}>
          {later.startWorkItem}
        </MenuItem>
      )}
      <MenuItem icon={<Sun aria-hidden />} trailing={<Kbd>T</Kbd>} onSelect={() => plan(task)}>
        {planItem(task)}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} trailing={<Kbd>D</Kbd>} onSelect={() => duplicate(task)}>
        {later.duplicate}
      </MenuItem>
      <MenuItem icon={<Paperclip aria-hidden />} onSelect={() => chooseFiles(task)}>
        {later.attachFile}
      </MenuItem>
      <MenuItem
        icon={<SquareCheck aria-hidden />}
        trailing={<Kbd>X</Kbd>}
        onSelect={() => toggleSelected(task.id)}
      >
        {words.select}
      </MenuItem>
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        trailing={<Kbd>{keyName('Del')}</Kbd>}
        onSelect={() => remove(task)}
      >
        {later.deleteTask}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowUp aria-hidden />}
        trailing={<Kbd>{keyName('Alt')} ↑</Kbd>}
        disabled={!canStep(task, -1)}
        onSelect={() => step(task, -1)}
      >
        {later.moveUp}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        trailing={<Kbd>{keyName('Alt')} ↓</Kbd>}
        disabled={!canStep(task, 1)}
        onSelect={() => step(task, 1)}
      >
        {later.moveDown}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{later.moveToLevel}</MenuLabel>
      <div className="grid grid-cols-5 gap-1 p-1">
        {LEVELS.map((level) => (
          <LevelItem key={level} level={level} task={task} onSelect={() => move(task, level)} />
        ))}
      </div>
    </Menu>
  )
}

function LevelItem({ level, task, onSelect }: { level: Level; task: ShortTask; onSelect: () => void }) {
  const { lanes } = useBoardActions()
  const drop = dropOnLevel(task, level, lanes()[level - 1]?.taken ?? 0)
  const isFull = !drop.allowed && drop.reason === 'full'
  return (
    <DropdownMenu.Item
      textValue={String(level)}
      aria-label={
        drop.allowed ? later.levelChoice(level) : isFull ? later.fullLevel(level) : words.dropLabel(drop)
      }
      disabled={!drop.allowed && !isFull}
      data-full={isFull || undefined}
      onSelect={onSelect}
      className={`${tierClass(level)} grid h-8 min-w-10 cursor-default place-items-center rounded-md border border-edge text-label font-[550] text-tx outline-none select-none data-disabled:border-transparent data-disabled:text-fg-off data-disabled:line-through data-full:text-fg-3 data-highlighted:border-spine data-highlighted:bg-tint touch:h-10`}
    >
      {level}
    </DropdownMenu.Item>
  )
}

/** Waits one frame, because the menu focuses itself when it opens. */
function focusFirstItem(mark: HTMLElement | null): void {
  requestAnimationFrame(() =>
    mark?.parentElement?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus(),
  )
}
