import { createContext, use } from 'react'

import type { Lane } from '#domain/board.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

/** What can be done on the board. The same object for as long as the board stands, so that no card depends on it. */
export type BoardActions = {
  edit: (task: Task) => void
  /** Absent while there is no clock to start. */
  startWork?: (task: Task) => void
  move: (task: Task, level: Level) => void
  /** Moves a task up (-1) or down (+1) within its level, past the nearest task that is shown. */
  step: (task: Task, step: -1 | 1) => void
  /** Whether there is a shown task to step past. */
  canStep: (task: Task, step: -1 | 1) => boolean
  complete: (task: Task) => void
  /** The ten lanes as they are now. */
  lanes: () => readonly Lane[]
}

const BoardActionsContext = createContext<BoardActions | null>(null)

export const BoardActionsProvider = BoardActionsContext.Provider

export function useBoardActions(): BoardActions {
  const actions = use(BoardActionsContext)
  if (!actions) throw new Error('Cards stand on a board.')
  return actions
}
