import { LEVELS, type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** A level as the target of a move. Only tasks that aren't there yet need a slot. */
export type LevelRoom = { level: Level; free: number; isHere: boolean; isTooSmall: boolean }

/**
 * Returns, for each level, whether it has room for the given tasks.
 * @param tasks all of the user's tasks
 */
export function roomAtLevels(tasks: readonly ShortTask[], moved: readonly ShortTask[]): LevelRoom[] {
  return LEVELS.map((level) => {
    const open = tasks.filter((task) => !task.completed && task.priority === level).length
    const free = Math.max(0, slotsAtLevel(level) - open)
    const moving = moved.filter(({ priority }) => priority !== level).length
    return { level, free, isHere: moving === 0, isTooSmall: moving > free }
  })
}
