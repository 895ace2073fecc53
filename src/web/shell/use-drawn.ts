import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'

import { showsTask } from '../filters/task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { revealCard } from '../board/card/focus-card.ts'
import { drawWholeBoard } from '../board/level/use-first-sight.ts'
import { useTaskFilter } from '../filters/use-task-filter.ts'
import { HOME } from '../boot/paths.ts'
import { useView } from './use-view.ts'

/**
 * Returns the rendered view and filter. Both lag behind the address: a tab or a filter responds immediately, and React
 * renders the cards afterwards in interruptible steps. `showOnBoard` shows a task on the board, without filters. `wayTo`
 * returns a function that does so, or undefined if the filters don't hide the task.
 */
export function useDrawn(today: Temporal.PlainDate) {
  const [asked] = useView()
  const [askedFilter] = useTaskFilter()
  const view = useDeferredValue(asked)
  const filter = useDeferredValue(askedFilter)
  const [, navigate] = useLocation()
  const toShow = useRef<ShortTask>(null)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const isBehind = view !== asked || filter !== askedFilter
  useEffect(() => {
    // Until the tasks have loaded, the board has no levels.
    if (!toShow.current || isBehind || !document.querySelector('[data-level]')) return
    revealCard(toShow.current)
    toShow.current = null
  })
  const showOnBoard = useCallback(
    (task: ShortTask) => {
      toShow.current = task
      drawWholeBoard()
      navigate(HOME)
      drawAgain()
    },
    [navigate],
  )
  const viewer = useMemo(() => ({ today, zone: Temporal.Now.timeZoneId() }), [today])
  const wayTo = useCallback(
    (task: ShortTask) => (showsTask(askedFilter, task, viewer) ? undefined : () => showOnBoard(task)),
    [askedFilter, viewer, showOnBoard],
  )
  return { view, filter, viewer, showOnBoard, wayTo }
}
