import { useMemo, useState } from 'react'

import { levelFullMessage } from '#domain/tasks/level.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'

import { type Way, type Ways, acceptedBy, waysInto } from '../slots/ways.ts'
import { countOpen, slotStanding } from './slot-standing.ts'

/** The options that a form offers at a full level, and the chosen one. */
export type WayChoice = {
  /** Null if the chosen level accepts the task. */
  ways: Ways | null
  /** The option to save with. Null before the choice, and after a change to the board that it depends on. */
  way: Way | null
  /** Whether the board changed after the choice. */
  isChanged: boolean
  /** Why the task can't be saved yet, or null. */
  refusal: string | null
  choose: (way: Way) => void
}

type Chosen = { level: number; version: number; way: Way; accepted: string }

/**
 * Offers options if the level that is chosen in a form is full.
 * @param task the edited task, as saved
 */
export function useWays(
  task: ShortTask,
  { priority: level, completed }: Pick<TaskFormValues, 'priority' | 'completed'>,
  tasks: readonly ShortTask[],
): WayChoice {
  const openCountAt = useOpenCounts(tasks)
  const { standing, after } = slotStanding(task, { priority: level, completed }, openCountAt)
  const isFull = standing === 'refused'
  const ways = useMemo(() => (isFull ? waysInto(tasks, task, level) : null), [isFull, tasks, task, level])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // After a save and its undo, the task has a newer version, and the user chooses again.
  const isChosen = ways !== null && chosen?.level === level && chosen.version === task.version
  const isChanged = isChosen && acceptedBy(ways, chosen.way) !== chosen.accepted
  const way = isChosen && !isChanged ? chosen.way : null
  return useMemo(
    () => ({
      ways,
      way,
      isChanged,
      refusal: isFull && !way ? levelFullMessage(level, after - 1) : null,
      choose: (way) =>
        ways && setChosen({ level, version: task.version, way, accepted: acceptedBy(ways, way) }),
    }),
    [ways, way, isChanged, isFull, level, after, task.version],
  )
}

export function useOpenCounts(tasks: readonly ShortTask[]): (level: Level) => number {
  return useMemo(() => countOpen(tasks), [tasks])
}
