import { DropdownMenu } from 'radix-ui'

import { dropOnLevel } from '../level/lanes.ts'
import { LEVELS, type Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { planItem } from '../../day/plan-task.ts'
import { keyName } from '../../keys/key-names.ts'
import { hintedKeys } from '../../keys/single-keys.ts'
import { TASK_COMMANDS, type TaskCommandId } from '../../keys/task-commands.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { useBoardActions } from '../board-actions.ts'
import { findCard, focusCard, focusLevel, isFocusElsewhere } from './focus-card.ts'
import { TASK_ACTIONS } from './task-actions.ts'
import * as later from '../later-words.ts'
import * as words from '../words.ts'

type Props = {
  task: ShortTask
  /** Whether the menu was opened by a key, which focuses its first item. */
  isByKey: boolean
  onClose: () => void
}

/** A menu of a card's actions, including moves within its level and to other levels. Mounted only while open. */
export function HandleMenu({ task, isByKey, onClose }: Props) {
  const { move } = useBoardActions()
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
        if (findCard(task.id)) focusCard(task.id, 'handle')
        else focusLevel(task.priority)
      }}
    >
      {isByKey && <span hidden ref={focusFirstItem} />}
      <TaskItems ids={ACTIONS} task={task} />
      <MenuSeparator />
      <TaskItems ids={['moveUp', 'moveDown']} task={task} />
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

const ACTIONS: readonly TaskCommandId[] = [
  'complete',
  'edit',
  'startWork',
  'plan',
  'duplicate',
  'attachFile',
  'select',
  'delete',
]

type ItemsProps = { ids: readonly TaskCommandId[]; task: ShortTask }

/** Menu items for commands on a task. Items that can't run on the task are disabled. */
function TaskItems({ ids, task }: ItemsProps) {
  const actions = useBoardActions()
  return ids.map((id) => {
    const { icon: Icon, check, run } = TASK_ACTIONS[id]
    const { does } = TASK_COMMANDS[id]
    const keys = hintedKeys(TASK_COMMANDS[id].keys)
    return (
      <MenuItem
        key={id}
        danger={id === 'delete'}
        icon={<Icon />}
        trailing={keys.length > 0 && <Kbd>{keys.map((key) => keyName(key)).join(' ')}</Kbd>}
        disabled={!check()(task)}
        onSelect={() => run(task, actions)}
      >
        {id === 'plan' ? planItem(task) : does}
      </MenuItem>
    )
  })
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
      className={`${tierClass(level)} grid h-8 min-w-10 cursor-default place-items-center rounded-md border border-edge text-label font-[550] text-tx outline-none select-none data-disabled:border-transparent data-disabled:text-fg-off data-disabled:line-through data-full:text-fg-3 data-highlighted:border-spine data-highlighted:bg-tint touch:h-10 data-highlighted:forced-outline`}
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
