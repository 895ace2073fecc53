import { openByLevel, splitLevel } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { type SlotMove, planPushDown } from '#domain/tasks/slots.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** The ways to move an open task into a full level, and what each would do now. */
export type Ways = {
  task: ShortTask
  level: Level
  open: readonly ShortTask[]
  /** The open tasks that hold a slot, which the task can swap with. */
  holding: readonly ShortTask[]
  /** The moves of a push-down. */
  moves: readonly SlotMove[]
  /** The task's position in its level, from 1, which the other task gets in a swap. */
  place: number
  /** The position in the waiting line that the task would get, from 1. */
  placeInLine: number
  openAt: (level: Level) => ShortTask[]
  titleOf: (id: number) => string
}

export type Way = { kind: 'wait' } | { kind: 'push' } | { kind: 'swap'; with: number }

export function waysInto(tasks: readonly ShortTask[], task: ShortTask, level: Level): Ways {
  const byLevel = openByLevel(tasks)
  const openAt = (one: Level) => byLevel.get(one) ?? []
  const open = openAt(level)
  const { holding, waiting } = splitLevel(level, open)
  return {
    task,
    level,
    open,
    holding,
    moves: planPushDown(task, level, openAt).moves,
    place: openAt(task.priority).findIndex(({ id }) => id === task.id) + 1,
    placeInLine: waiting.length + 1,
    openAt,
    titleOf: (id) => tasks.find((one) => one.id === id)?.title ?? '',
  }
}

/** Returns, as text, what a user accepts by choosing a way. If the text changes, the user must choose again. */
export function acceptedBy({ task, level, holding, moves }: Ways, way: Way): string {
  if (way.kind === 'push') return JSON.stringify(moves)
  const isOffered = way.kind === 'wait' || holding.some(({ id }) => id === way.with)
  return JSON.stringify([task.id, task.priority, level, isOffered && way])
}
