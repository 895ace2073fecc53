import { createContext, use } from 'react'

import type { BarChange } from '#domain/timeline-drag.ts'
import type { TimelineItem } from '#domain/timeline.ts'

import type { Offer } from './use-timeline.ts'

/** What can be done on the timeline. The same object for as long as it stands, so that no row depends on it. */
export type TimelineActions = {
  edit: (item: TimelineItem) => void
  /** Saves a change of a bar, and says what became of it. */
  change: (item: TimelineItem, change: BarChange) => void
  /** Makes the task of `to` depend on that of `from`; refused in words where that is a circle. */
  link: (from: TimelineItem, to: TimelineItem) => void
  unlink: (from: TimelineItem, to: TimelineItem) => void
  /** Opens the choice of what a task depends on. */
  chooseLinks: (item: TimelineItem) => void
  /** Moves what is planned, and keeps one way back for all of it. */
  takeOffer: (offer: Offer) => void
  predecessorsOf: (item: TimelineItem) => readonly TimelineItem[]
  itemOf: (taskId: number) => TimelineItem | undefined
  /** Why the task of `to` cannot depend on that of `from`; null when it can. */
  faultOfLink: (from: TimelineItem, to: TimelineItem) => string | null
}

const TimelineActionsContext = createContext<TimelineActions | null>(null)

export const TimelineActionsProvider = TimelineActionsContext.Provider

export function useTimelineActions(): TimelineActions {
  const actions = use(TimelineActionsContext)
  if (!actions) throw new Error('Bars stand on a timeline.')
  return actions
}
