import { useLayoutEffect, useMemo, useRef, useState } from 'react'

import { type Lane, dropResult, isShownInLane } from '#domain/board.ts'
import { openTasksAtLevel, stepWithinLevel } from '#domain/level.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { useChangeTask, useMoveTask, useOrderLevel } from '../tasks/queries.ts'
import type { BoardActions } from './board-actions.ts'
import type { Drag } from './drag/drag-store.ts'
import { dropAt } from './drag/drop-at.ts'
import { type CardPart, focusCard } from './focus-card.ts'
import { useLatest } from '../use-latest.ts'

type Props = {
  tasks: readonly Task[]
  onEdit: (task: Task) => void
  onStartWork?: (task: Task) => void
}

/** What the board does with its tasks, and `news`, what is spoken of it. A card that is moved by keys keeps the focus. */
export function useBoard({ tasks, onEdit, onStartWork }: Props, lanes: readonly Lane[]) {
  const { mutate: move } = useMoveTask()
  const { mutate: order } = useOrderLevel()
  const { mutate: change } = useChangeTask()
  const latest = useLatest({ tasks, lanes, onEdit, onStartWork })
  const keepFocus = useFocusAfterMove()
  const [news, setNews] = useState('')
  const canStart = onStartWork !== undefined

  const commands = useMemo(() => {
    const wantedOrder = (task: Task, step: -1 | 1) => {
      const { tasks, lanes } = latest.current
      const lane = lanes[task.priority - 1]
      const isShown = (id: number) => lane !== undefined && isShownInLane(lane, id)
      return stepWithinLevel(openTasksAtLevel(tasks, task.priority), task.id, step, isShown)
    }
    const actions: BoardActions = {
      edit: (task) => latest.current.onEdit(task),
      startWork: canStart ? (task) => latest.current.onStartWork?.(task) : undefined,
      move: (task, level) => {
        const drop = dropAt(latest.current.lanes, task, level)
        if (!drop.allowed) return
        setNews(`Moved to ${dropResult(drop)}`)
        move({ task, level })
      },
      step: (task, step) => {
        const wanted = wantedOrder(task, step)
        if (!wanted) return
        keepFocus(task.id, document.activeElement?.matches('.card-handle') ? 'handle' : 'title')
        const { positions } = wanted
        const place = positions.findIndex(({ id }) => id === task.id) + 1
        setNews(`Moved to place ${place} of ${positions.length} at level ${task.priority}.`)
        order({ level: task.priority, order: wanted })
      },
      canStep: (task, step) => wantedOrder(task, step) !== null,
      complete: (task) => change({ task, patch: { completed: true }, endSeries: true }),
      lanes: () => latest.current.lanes,
    }
    const moveByDrag = (task: Task, level: Level, by: Drag['by']) => {
      if (by === 'keyboard') keepFocus(task.id, 'handle')
      move({ task, level })
    }
    return { actions, moveByDrag }
  }, [latest, canStart, move, order, change, keepFocus])
  return { ...commands, news }
}

/** A card that changes its place is made anew there, or taken out and put in: the focus it had is lost and given back. */
function useFocusAfterMove() {
  const wish = useRef<{ taskId: number; part: CardPart } | null>(null)
  useLayoutEffect(() => {
    if (!wish.current) return
    const { taskId, part } = wish.current
    const focused = document.activeElement
    if (focused === null || focused === document.body) focusCard(taskId, part)
    else if (!focused.closest(`[data-task="${taskId}"]`)) wish.current = null
  })
  return useMemo(
    () => (taskId: number, part: CardPart) => {
      wish.current = { taskId, part }
    },
    [],
  )
}
