import { createContext, use, useLayoutEffect } from 'react'

import { createStore } from '../state/store.ts'
import type { Lane } from './level/lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

/** The board's commands. The object stays the same across renders, so that cards don't rerender. */
export type BoardActions = {
  /** Opens the task's details. */
  open: (task: ShortTask) => void
  edit: (task: ShortTask) => void
  startWork: (task: ShortTask) => void
  move: (task: ShortTask, level: Level) => void
  /** Moves a task up (-1) or down (+1) within its level, past the nearest visible task. */
  step: (task: ShortTask, step: -1 | 1) => void
  complete: (task: ShortTask) => void
  /** Activates the card's round control: completes the task, or undoes a completion that is still pending. */
  check: (task: ShortTask) => void
  /** Plans a task for today, or removes it from today's plan. */
  plan: (task: ShortTask) => void
  /** Copies a task and focuses the copy. */
  duplicate: (task: ShortTask) => void
  remove: (task: ShortTask) => void
  lanes: () => readonly Lane[]
}

/** The commands of the board on the page, for the palette; null in the other views. */
export const shownBoard = createStore<BoardActions | null>(null)

export function useShownBoard(actions: BoardActions): void {
  useLayoutEffect(() => {
    shownBoard.set(actions)
    return () => shownBoard.set(null)
  }, [actions])
}

const BoardActionsContext = createContext<BoardActions | null>(null)

export const BoardActionsProvider = BoardActionsContext.Provider

export function useBoardActions(): BoardActions {
  const actions = use(BoardActionsContext)
  if (!actions) throw new Error('useBoardActions needs a BoardActionsProvider.')
  return actions
}
