import { type Drop, type Lane, dropOnLevel } from '../level/lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

export function dropAt(lanes: readonly Lane[], task: ShortTask, level: Level): Drop {
  return dropOnLevel(task, level, lanes[level - 1]?.taken ?? 0)
}
