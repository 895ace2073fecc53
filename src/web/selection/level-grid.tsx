import { DropdownMenu } from 'radix-ui'

import { levelName } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { tierClass } from '../tasks/tier-class.ts'
import { roomAtLevels } from './level-room.ts'
import type { Bulk } from './use-bulk.ts'
import * as words from './words.ts'

type Props = {
  tasks: readonly ShortTask[]
  selected: readonly ShortTask[]
  bulk: Pick<Bulk, 'move' | 'makeRoom'>
}

export function LevelGrid({ tasks, selected, bulk }: Props) {
  const cells = roomAtLevels(tasks, selected)
  // A single task can still be moved to a full level.
  const canMakeRoom = selected.length === 1
  const tooSmall = cells.filter(({ isTooSmall }) => isTooSmall).map(({ level }) => level)
  return (
    <>
      <div className="grid grid-cols-5 gap-1 p-1">
        {cells.map(({ level, free, isHere, isTooSmall }) => (
          <DropdownMenu.Item
            key={level}
            textValue={String(level)}
            disabled={isHere || (isTooSmall && !canMakeRoom)}
            onSelect={() => (isTooSmall ? bulk.makeRoom(level) : bulk.move(level))}
            className={`${tierClass(level)} grid h-11 cursor-default content-center justify-items-center rounded-md border border-edge text-label font-[590] text-tx outline-none select-none data-disabled:border-transparent data-disabled:text-fg-off data-highlighted:border-spine data-highlighted:bg-tint data-highlighted:forced-outline`}
          >
            <span className="sr-only">{words.level}</span>
            {level}
            <span className="sr-only">{levelName(level)}</span>
            <span
              className={`text-[11px]/[14px] font-normal ${isHere || isTooSmall ? 'text-fg-off' : 'text-fg-2'}`}
            >
              {words.free(free)}
            </span>
            {isHere && <span className="sr-only">{words.alreadyThere}</span>}
          </DropdownMenu.Item>
        ))}
      </div>
      {tooSmall.length > 0 && !canMakeRoom && (
        <p className="px-2 pt-1 pb-1.5 text-meta text-fg-2">{words.tooFew(tooSmall)}</p>
      )}
    </>
  )
}
