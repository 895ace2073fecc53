import { type Drop, type Lane, dropOnLevel } from '#domain/board.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

/** What dropping a task on a level would do, by the lanes as they are. */
export function dropAt(lanes: readonly Lane[], task: Task, level: Level): Drop {
  return dropOnLevel(task, level, lanes[level - 1]?.taken ?? 0)
}
