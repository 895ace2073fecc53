import { useDeferredValue, useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'

import type { TaskFilter } from '../filters/task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { revealCard } from '../board/card/focus-card.ts'
import { drawWholeBoard } from '../board/level/use-first-sight.ts'
import { useTaskFilter } from '../filters/use-task-filter.ts'
import { HOME } from '../boot/paths.ts'
import { type View, useView } from './use-view.ts'

/**
 * Returns the rendered view and filter. Both lag behind the address: a tab or a filter responds immediately, and React
 * renders the cards afterwards in interruptible steps.
 */
export function useDrawn(): {
  view: View
  filter: TaskFilter
  /** Shows a task on the board, without filters. */
  showOnBoard: (task: ShortTask) => void
} {
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
  const showOnBoard = (task: ShortTask) => {
    toShow.current = task
    drawWholeBoard()
    navigate(HOME)
    drawAgain()
  }
  return { view, filter, showOnBoard }
}
