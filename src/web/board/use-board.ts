import { useMemo, useRef, useState } from 'react'

import { type Lane, shownIds } from './level/lanes.ts'
import { openTasksAtLevel, stepWithinLevel } from '#domain/tasks/level.ts'
import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { completeTask } from '../complete/complete-task.ts'
import { pressCheck } from '../complete/press-check.ts'
import { completed } from '../complete/words.ts'
import { togglePlan } from '../day/plan-task.ts'
import { nearestCards } from '../selection/return-focus.ts'
import { findById } from '../sync/runner/outbox.ts'
import { run } from '../sync/runner/run.ts'
import { deleteTask, duplicateTask, orderLevel } from '../tasks/data/commands.ts'
import { type BoardActions, useShownBoard } from './board-actions.ts'
import type { Drag } from './drag/drag-store.ts'
import { moveTask, offerRoom } from '../slots/rejected-move.ts'
import { dropAt } from './drag/drop-at.ts'
import {
  type CardPart,
  findCard,
  focusCard,
  focusSoon,
  isFocusElsewhere,
  leaveCardFocus,
} from './card/focus-card.ts'
import { announced } from '../ui/announced.ts'
import { useLatest } from '../ui/use-latest.ts'
import * as words from './words.ts'

type Props = {
  tasks: readonly ShortTask[]
  onOpen: (task: ShortTask) => void
  onEdit: (task: ShortTask) => void
  onStartWork: (task: ShortTask) => void
}

/** Returns the board's commands, the last announcement as `news`, and `keepAfterMove` for `CardFocus`. */
export function useBoard({ tasks, onOpen, onEdit, onStartWork }: Props, lanes: readonly Lane[]) {
  const latest = useLatest({ tasks, lanes, onOpen, onEdit, onStartWork })
  const { keepFocus, keepAfterMove } = useFocusAfterMove()
  const [news, setNews] = useState('')

  const commands = useMemo(() => {
    const say = (text: string) => setNews(announced(text))
    const wantedOrder = (task: ShortTask, step: -1 | 1) => {
      const { tasks, lanes } = latest.current
      const lane = lanes[task.priority - 1]
      const shown = new Set(lane && shownIds(lane))
      return stepWithinLevel(openTasksAtLevel(tasks, task.priority), task.id, step, (id) => shown.has(id))
    }
    const actions: BoardActions = {
      open: (task) => latest.current.onOpen(task),
      edit: (task) => latest.current.onEdit(task),
      startWork: (task) => latest.current.onStartWork(task),
      move: (task, level) => {
        const drop = dropAt(latest.current.lanes, task, level)
        if (!drop.allowed) return void (drop.reason === 'full' && offerRoom(task, level))
        say(words.movedTo(drop))
        moveTask(task, level)
      },
      step: (task, step) => {
        const wanted = wantedOrder(task, step)
        if (!wanted) return
        keepFocus(task.id, document.activeElement?.matches('.card-handle') ? 'handle' : 'title')
        const { positions } = wanted
        const position = positions.findIndex(({ id }) => id === task.id) + 1
        say(words.movedToPosition(position, positions.length, task.priority))
        run(orderLevel, { level: task.priority, order: wanted })
      },
      complete: (task) => void completeTask(task, { endsSeries: true }),
      check: (task) => {
        const place = findCard(task.id)
        if (!place) return void completeTask(task)
        pressCheck(task.id, place, async () => {
          // The user may have deleted the task while its card closed.
          if (!findById(latest.current.tasks, task.id)) return
          leaveCardFocus(task.id)
          say(completedNews(task, latest.current.lanes))
          return completeTask(task)
        })
      },
      plan: planAndKeepFocus(keepFocus),
      duplicate: (task) => {
        const taken = latest.current.lanes[task.priority - 1]?.taken ?? 0
        run(duplicateTask, task, {
          onDone: (copy) => {
            say(words.duplicated(copy, taken))
            if (!isFocusElsewhere(task.id)) focusSoon(copy.id)
          },
        })
      },
      remove: (task) => {
        leaveCardFocus(task.id)
        run(deleteTask, task)
      },
      lanes: () => latest.current.lanes,
    }
    const moveByDrag = (task: ShortTask, level: Level, by: Drag['by']) => {
      if (by === 'keyboard') keepFocus(task.id, 'handle')
      moveTask(task, level)
    }
    return { actions, moveByDrag }
  }, [latest, keepFocus])
  useShownBoard(commands.actions)
  return { ...commands, news, keepAfterMove }
}

function completedNews({ title, priority, isRecurring }: ShortTask, lanes: readonly Lane[]): string {
  const slots = slotsAtLevel(priority)
  // The next occurrence of a recurring task takes its slot.
  const taken = (lanes[priority - 1]?.taken ?? 1) - (isRecurring ? 0 : 1)
  return completed(title, Math.min(taken, slots), slots)
}

/** How long after a key press focus can still move to the card, or to the nearest one if a filter hides it, in ms. */
const KEEPS_MS = 2000

/** The filter for today can hide a card once its task is no longer planned for today. */
const planAndKeepFocus = (keepFocus: KeepFocus) => (task: ShortTask) => {
  keepFocus(task.id, 'title')
  togglePlan(task)
}

type KeepFocus = (taskId: number, part: CardPart) => void

/**
 * `keepFocus` names a moved card that keeps focus. Called after a change to the board, `keepAfterMove` focuses that
 * card if its element was replaced, or the nearest card if a filter now hides it.
 */
function useFocusAfterMove() {
  const wish = useRef<{ taskId: number; part: CardPart; near: readonly number[]; until: number } | null>(null)
  return useMemo(
    () => ({
      keepFocus: (taskId: number, part: CardPart) => {
        wish.current = { taskId, part, near: nearestCards(taskId), until: performance.now() + KEEPS_MS }
      },
      keepAfterMove: () => {
        if (!wish.current) return
        const { taskId, part, near, until } = wish.current
        const focused = document.activeElement
        if (performance.now() > until) wish.current = null
        else if (focused === null || focused === document.body) {
          const id = near.find((id) => findCard(id))
          if (id !== undefined) focusCard(id, id === taskId ? part : 'title')
        } else if (!focused.closest(`[data-task="${taskId}"]`)) wish.current = null
      },
    }),
    [],
  )
}
