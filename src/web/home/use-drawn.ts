import { useDeferredValue, useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'

import type { TaskFilter } from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { revealCard } from '../board/focus-card.ts'
import { useTaskFilter } from '../filters/use-task-filter.ts'
import { HOME } from '../paths.ts'
import { type View, useView } from './use-view.ts'

/**
 * What of the address is drawn. A press on a tab or a filter is answered at once; the many cards that it brings follow a
 * moment later, drawn in pieces, and give way to the next press.
 */
export function useDrawn(): {
  view: View
  filter: TaskFilter
  /** Shows a task on the board, without filters. */
  showOnBoard: (task: Task) => void
} {
  const [asked] = useView()
  const [askedFilter] = useTaskFilter()
  const view = useDeferredValue(asked)
  const filter = useDeferredValue(askedFilter)
  const [, navigate] = useLocation()
  const toShow = useRef<Task>(null)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const isBehind = view !== asked || filter !== askedFilter
  useEffect(() => {
    if (!toShow.current || isBehind) return
    revealCard(toShow.current)
    toShow.current = null
  })
  const showOnBoard = (task: Task) => {
    toShow.current = task
    navigate(HOME)
    drawAgain()
  }
  return { view, filter, showOnBoard }
}
