import { Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react'

import { hasCards, lanesOfBoard } from '#domain/board.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Band } from './band.tsx'
import { BoardActionsProvider } from './board-actions.ts'
import { showCardInfo } from './card-info-store.ts'
import { DragHint } from './drag-hint.tsx'
import { DragArea } from './drag/drag-area.tsx'
import { Rail } from './rail.tsx'
import { SteppedUp } from './stepped-up.tsx'
import { useBoard } from './use-board.ts'
import { useFirstSight } from './use-first-sight.ts'
import { useLatest } from '../use-latest.ts'

export type BoardProps = {
  /** Every task of the user: slots are counted over all of them. */
  tasks: readonly Task[]
  /** The tasks the filters leave; all of them when there is no filter. */
  shown?: readonly Task[]
  today: Temporal.PlainDate
  onEdit: (task: Task) => void
  /** Opens the form for a new task, at a level when one was chosen. */
  onAdd: (level?: Level) => void
  onStartWork?: (task: Task) => void
  /** Stands in the place of the bands when no task is shown. */
  empty?: ReactNode
}

/** The Priority View: ten levels, each with its slots, and the cards that are carried between them. */
export function Board(props: BoardProps) {
  const { tasks, shown = tasks, today, onAdd, empty = <NoTasks onAdd={onAdd} /> } = props
  const lanes = useMemo(() => lanesOfBoard(tasks, shown), [tasks, shown])
  const present = useFirstSight(lanes.filter(hasCards))
  const { actions, moveByDrag, news } = useBoard(props, lanes)
  const latestOnAdd = useLatest(onAdd)
  const addAt = useCallback((level: Level) => latestOnAdd.current(level), [latestOnAdd])

  const onCardKey = (event: KeyboardEvent, task: Task) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
    if (isPlain && event.key.toLowerCase() === 'i') return showCardInfo(task.id)
    if (isPlain && event.key.toLowerCase() === 'e') {
      // The form takes the focus before the letter arrives.
      event.preventDefault()
      return actions.edit(task)
    }
    if (isPlain && event.key.toLowerCase() === 's' && actions.startWork) {
      event.preventDefault()
      return actions.startWork(task)
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.step(task, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <BoardActionsProvider value={actions}>
      <DragArea
        lanes={lanes}
        today={today}
        taskById={(id) => tasks.find((task) => task.id === id)}
        onMove={moveByDrag}
        onCardKey={onCardKey}
      >
        <Rail lanes={lanes} onAdd={addAt} />
        {present.length === 0 ? (
          empty
        ) : (
          <div className="min-w-0">
            <DragHint className="pt-3 pb-2.5 sm:hidden" />
            <div className="bands">
              {present.map((lane) => (
                <Band key={lane.level} lane={lane} today={today} />
              ))}
            </div>
          </div>
        )}
      </DragArea>
      <output className="sr-only">{news}</output>
      <SteppedUp tasks={tasks} />
    </BoardActionsProvider>
  )
}

function NoTasks({ onAdd }: Pick<BoardProps, 'onAdd'>) {
  return (
    <EmptyState title="No tasks found." text="Every level is free. What is the one thing today?">
      <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={() => onAdd()}>
        Add Task
      </Button>
    </EmptyState>
  )
}
