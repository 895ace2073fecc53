import { type Place, comparePlaces, hasRoom } from './level.ts'
import { type NewTask, type Present, createTask } from './task-rules.ts'
import type { Task } from './task.ts'

/** A copy of a task, and the tasks of its level that move down because of the copy. */
export type Duplicate = { copy: NewTask; moved: Place[] }

/**
 * Copies a task. The copy is open, has no progress, time or files, and starts its own series. If the task is open, the
 * copy comes right after it. If the level is full, the copy joins the waiting line, like every new task.
 * @param level the open tasks at the task's level
 */
export function duplicateTask(
  task: Task,
  level: readonly Place[],
  who: { userId: string } & Present,
): Duplicate {
  const { id, ...fields } = task
  const copy = createTask({ ...fields, ...FRESH }, level, who)
  if (task.completed || !hasRoom(task.priority, level.length)) return { copy, moved: [] }
  const places = level.toSorted(comparePlaces)
  const after = places.slice(places.findIndex((place) => place.id === id) + 1)
  const position = task.position + 1
  return { copy: { ...copy, position }, moved: moveDown(after, position) }
}

const FRESH = {
  progress: 0,
  elapsedTime: 0,
  completed: false,
  attachments: [],
  position: 0,
  parentTaskId: null,
}

/** Returns the tasks that must move so that all of them come after `position`, in the same order. */
function moveDown(places: readonly Place[], position: number): Place[] {
  const moved: Place[] = []
  let last = position
  for (const place of places) {
    if (place.position > last) break
    last += 1
    moved.push({ id: place.id, position: last })
  }
  return moved
}
