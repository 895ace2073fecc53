import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { User } from '#domain/account/account.ts'
import type { Away } from '#domain/account/settings.ts'
import { askOnReturn, listOverdue } from '#domain/tasks/day/coming-back.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useLastHere } from '../away/last-here.ts'
import { settingsQuery, useSettings } from '../account/settings.ts'
import { deferred, onUse } from '../boot/deferred.tsx'
import { useClock } from '../clock/clock.ts'
import { questionedSession } from '../clock/work-clock.ts'
import { queryClient } from '../sync/query-client.ts'
import { createStore, useStore } from '../state/store.ts'
import { listFreshAt } from '../tasks/data/list-change.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { useDayOfUse } from '../ui/day-of-use.ts'
import { usesFieldOrDialog } from '../ui/focus-view.ts'
import { saveAway } from './save-away.ts'
import * as words from './words.ts'

const backCode = onUse('coming-back/back-dialog.tsx', () => import('./back-dialog.tsx'))

const BackDialog = deferred(backCode, 'BackDialog', {
  name: words.part,
  canWait: () => true,
  isWanted: ({ open }) => open,
})

/** The absence that the dialog is about; null before the first one. */
const question = createStore<{ away: Away; isOpen: boolean } | null>(null)

/** The absences for which the page has decided whether to ask. */
const decided = createStore<readonly string[]>([])

/** Returns whether the question is open, or about to be. No other question opens at the same time. */
export function useIsComingBack(today: Temporal.PlainDate): boolean {
  const { away } = useSettings()
  const isOpen = useStore(question, (asked) => asked?.isOpen === true)
  const known = useStore(decided)
  return (
    isOpen || (away !== null && away.askedOn !== today.toString() && !known.includes(stateOf(away, today)))
  )
}

type Props = { user: User; tasks: readonly ShortTask[]; today: Temporal.PlainDate }

/** Asks about the overdue tasks after an absence, and once more on a later day. */
export function ComingBack({ user, tasks, today }: Props) {
  useLastHere(user.id, tasks)
  const { away } = useSettings()
  const asked = useStore(question)
  // The tasks cached on this device may be older than the absence.
  const isFresh = useStore(listFreshAt, (at) => away !== null && at >= Date.parse(away.until))
  const isRead = useIsFetching({ queryKey: TASKS_KEY, exact: true }) === 0 && isFresh
  const hasGapQuestion = questionedSession(useClock()) !== null
  const usedOn = useDayOfUse()
  const readOn = useRef(usedOn)

  // A page that stayed open learns of the absence from the server.
  useEffect(() => {
    if (readOn.current.equals(usedOn)) return
    readOn.current = usedOn
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }, [usedOn])

  useEffect(() => {
    // The question doesn't open over a dialog or while the user types; it waits for the next change or page load.
    const isBusy = document.querySelector('[role=dialog]') || usesFieldOrDialog()
    if (!away || !isRead || hasGapQuestion || isBusy || !usedOn.equals(today)) return
    // A failed write restores the old state, which must not cause another question or write.
    const state = stateOf(away, today)
    if (decided.get().includes(state)) return
    decided.set([...decided.get(), state])
    const overdue = listOverdue(tasks, { today, zone: Temporal.Now.timeZoneId() })
    const { asks, next } = askOnReturn(away, overdue.length, today)
    if (next !== undefined) void saveAway(next)
    if (asks) question.set({ away, isOpen: true })
  }, [away, isRead, hasGapQuestion, tasks, today, usedOn])

  if (!asked) return null
  return (
    <BackDialog
      // Each time it opens, the dialog starts over with that day's tasks.
      key={`${asked.away.until} ${asked.away.askedOn}`}
      open={asked.isOpen}
      away={asked.away}
      firstName={user.firstName}
      tasks={tasks}
      today={today}
      onClose={() => question.set({ ...asked, isOpen: false })}
      onApplied={() => void saveAway(null)}
    />
  )
}

function stateOf({ until, askedOn }: Away, today: Temporal.PlainDate): string {
  return `${until} ${askedOn} ${today.toString()}`
}
