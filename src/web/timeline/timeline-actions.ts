import { createContext, use } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { BarChange } from './rules/bar-drag.ts'
import type { Conflict } from './rules/plan.ts'
import type { TimelineItem } from './rules/items.ts'
import type { Undo } from '../sync/runner/undo-stack.ts'

/** The conflict being shown, and the undo of the change that caused it. */
export type Offer = { conflict: Conflict; undo: Promise<Undo> }

/** The timeline's commands. The object never changes, so it causes no rerender of rows. */
export type TimelineActions = {
  edit: (item: TimelineItem) => void
  /** Completes a task, or reopens a completed one. */
  check: (item: TimelineItem) => void
  change: (item: TimelineItem, change: BarChange) => void
  /** Sets the dates of a task dropped on a day. */
  dropOnDay: (task: ShortTask, day: number) => void
  /** Makes the task of `to` depend on the task of `from`. Shows an error if that would create a cycle. */
  link: (from: TimelineItem, to: TimelineItem) => void
  unlink: (from: TimelineItem, to: TimelineItem) => void
  chooseLinks: (item: TimelineItem) => void
  /** Makes the planned moves as one change with one undo. */
  takeOffer: (offer: Offer) => void
  predecessorsOf: (item: TimelineItem) => readonly TimelineItem[]
  itemOf: (taskId: number) => TimelineItem | undefined
  /** Returns why the task of `to` can't depend on the task of `from`, or null if it can. */
  faultOfLink: (from: TimelineItem, to: TimelineItem) => string | null
  say: (text: string) => void
}

const TimelineActionsContext = createContext<TimelineActions | null>(null)

export const TimelineActionsProvider = TimelineActionsContext.Provider

export function useTimelineActions(): TimelineActions {
  const actions = use(TimelineActionsContext)
  if (!actions) throw new Error('useTimelineActions needs a TimelineActionsProvider.')
  return actions
}
