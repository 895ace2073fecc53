import { MoveVertical } from 'lucide-react'

import { comparePlaces } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { focusSoon } from '../board/card/focus-card.ts'
import { roomAtLevels } from '../selection/level-room.ts'
import { currentSelection } from '../selection/selection.ts'
import { bulkOf } from '../selection/use-bulk.ts'
import * as selectionWords from '../selection/words.ts'
import { moveTask } from '../slots/rejected-move.ts'
import { showError } from '../toasts/toast.ts'
import type { ListedCommand } from './listed-command.ts'
import * as words from './words.ts'

/** Returns the ids of the selected tasks, or of the task whose card or row has focus. */
export function readTargets(): ReadonlySet<number> {
  const { ids } = currentSelection()
  if (ids.size > 0) return ids
  const card = document.activeElement?.closest<HTMLElement>('[data-task]')
  return new Set(card ? [Number(card.dataset['task'])] : [])
}

/** Returns the commands that move the targets to each other level. A level without room is labeled as full. */
export function moveCommands(targets: ReadonlySet<number>, tasks: readonly ShortTask[]): ListedCommand[] {
  const moved = tasks
    .filter(({ id, completed }) => targets.has(id) && !completed)
    .toSorted((a, b) => a.priority - b.priority || comparePlaces(a, b))
  if (moved.length === 0) return []
  return roomAtLevels(tasks, moved)
    .filter(({ isHere }) => !isHere)
    .map(({ level, isTooSmall }) => ({
      id: `move ${level}`,
      name: words.moveToLevel(level),
      detail: isTooSmall
        ? selectionWords.tooFew([level])
        : selectionWords.named(moved.map(({ title }) => title)),
      icon: MoveVertical,
      run: () => (isTooSmall ? makeRoom(moved, level) : move(moved, level)),
    }))
}

/** Offers ways to get a single task into a full level, or shows an error. */
function makeRoom(moved: readonly ShortTask[], level: Level): void {
  const { length } = moved
  if (bulkOf(moved).makeRoom(level)) return
  showError({ title: selectionWords.failed('move', length), text: selectionWords.tooFew([level]) })
}

function move(moved: readonly ShortTask[], level: Level): void {
  const [task] = moved
  if (!task || moved.length > 1 || currentSelection().ids.size > 0) return bulkOf(moved).move(level)
  moveTask(task, level)
  // The card is a different element in its new band.
  focusSoon(task.id)
}
