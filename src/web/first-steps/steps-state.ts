import { useState } from 'react'

import { FIRST_STEPS, type FirstStep } from '#domain/account/first-steps.ts'
import type { Settings } from '#domain/account/settings.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../account/settings.ts'

export type StepsState = {
  /** Shown in place of the empty board, or as a row under it. */
  place: 'panel' | 'row'
  /** The steps that aren't done. Empty if the user hid them. */
  left: readonly FirstStep[]
  /** The sample tasks that still exist. */
  samples: readonly ShortTask[]
  /** Whether the user has a task that isn't a sample. */
  hasOwn: boolean
}

/** Returns the first steps to show on the board; null for none. */
export function useFirstSteps(tasks: readonly ShortTask[]): StepsState | null {
  const settings = useSettings()
  const isEmpty = tasks.length === 0
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (isEmpty && !wasEmpty) setWasEmpty(true)
  return stepsOf(settings, tasks, wasEmpty)
}

/** @param wasEmpty whether this page has shown an empty account, whose steps stay after the first task */
export function stepsOf(
  settings: Settings,
  tasks: readonly ShortTask[],
  wasEmpty: boolean,
): StepsState | null {
  const { hidesSteps, doneSteps, sampleTasks } = settings
  const isOffered = !hidesSteps && (wasEmpty || doneSteps.length > 0 || sampleTasks.length > 0)
  const left = isOffered ? FIRST_STEPS.filter((step) => !doneSteps.includes(step)) : []
  const ids = new Set(sampleTasks)
  const samples = tasks.filter(({ id }) => ids.has(id))
  if (left.length === 0 && samples.length === 0) return null
  return {
    place: tasks.length === 0 ? 'panel' : 'row',
    left,
    samples,
    hasOwn: samples.length < tasks.length,
  }
}
