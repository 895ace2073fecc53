import { Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, memo, useMemo } from 'react'

import { hasCards, lanesOfBoard, shownIds } from './level/lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { FirstSteps } from '../first-steps/deferred-parts.tsx'
import { useFirstSteps } from '../first-steps/steps-state.ts'
import { isMac } from '../keys/key-names.ts'
import { areSingleKeysOn, isPlainKey } from '../keys/single-keys.ts'
import { quickAdd } from '../quick-add/open.ts'
import { BulkBar } from '../selection/deferred-parts.ts'
import { SelectionNews } from '../selection/selection-news.tsx'
import { clearSelection, selectAll, toggleSelected, useIsSelecting } from '../selection/selection.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SharedTooltip } from '../ui/tooltip.tsx'
import { Band } from './level/band.tsx'
import { BoardActionsProvider } from './board-actions.ts'
import { CardFocus } from './card/card-focus.tsx'
import { showCardInfo } from './card/card-info-store.ts'
import { SlackMarks, SlotTray } from './deferred-parts.ts'
import { rejectedMove } from '../slots/rejected-move.ts'
import { DragHint } from './drag/drag-hint.tsx'
import { DragArea } from './drag/drag-area.tsx'
import { Rail } from './level/rail.tsx'
import { SteppedUp } from './card/stepped-up.tsx'
import { useBoard } from './use-board.ts'
import { useFirstSight } from './level/use-first-sight.ts'
import { useUnmount } from '../ui/use-unmount.ts'
import * as words from './words.ts'
import { pressedKey } from '../keys/pressed-key.ts'

export type BoardProps = {
  /** All of the user's tasks, which all count toward the slots. */
  tasks: readonly ShortTask[]
  /** The tasks that match the filters; all by default. */
  shown?: readonly ShortTask[]
  today: Temporal.PlainDate
  onOpen: (task: ShortTask) => void
  onEdit: (task: ShortTask) => void
  /** Opens the form for a new task, at a level if one was chosen. */
  onAdd: (level?: Level) => void
  onStartWork: (task: ShortTask) => void
  /** Replaces the bands if no task is visible. */
  empty?: ReactNode
}

export const Board = memo(function Board(props: BoardProps) {
  const { tasks, shown = tasks, today, onAdd, empty } = props
  const lanes = useMemo(() => lanesOfBoard(tasks, shown), [tasks, shown])
  // Completing a level's last card must not remove the quick-add line that is open there.
  const typedIn = useStore(quickAdd, (line) => (line?.place === 'band' ? lanes[line.level - 1] : null))
  const present = useFirstSight(lanes.filter((lane) => hasCards(lane) || lane === typedIn))
  const { actions, moveByDrag, news, keepAfterMove } = useBoard(props, lanes)
  const isSelecting = useIsSelecting()
  const isRejectedUnseen = useStore(
    rejectedMove,
    (move) => move !== null && !present.some(({ level }) => level === move.level),
  )
  const steps = useFirstSteps(tasks)
  const showsPanel = steps?.place === 'panel' && empty === undefined
  useUnmount(clearSelection)

  const onCardKey = (event: KeyboardEvent, task: ShortTask) => {
    const { check, plan, remove, duplicate, edit, startWork } = actions
    const keys: Record<string, (task: ShortTask) => void> = {
      // During a selection, the keys of the bar act on all selected tasks. Most Mac keyboards have no Del key.
      ...(!isSelecting && { c: check, t: plan, delete: remove, ...(isMac() && { backspace: remove }) }),
      d: duplicate,
      e: edit,
      i: ({ id }) => showCardInfo(id),
      s: startWork,
      x: ({ id }) => toggleSelected(id),
    }
    const key = pressedKey(event)
    const run = keys[key]
    if (run && isPlainKey(event, key)) {
      // Otherwise the letter would be typed into the dialog that opens.
      event.preventDefault()
      return run(task)
    }
    const lane = lanes[task.priority - 1]
    if (lane && (event.ctrlKey || event.metaKey) && !event.shiftKey && key === 'a') {
      event.preventDefault()
      return selectAll(shownIds(lane), task.id)
    }
    const step = key === 'arrowup' ? -1 : key === 'arrowdown' ? 1 : null
    if (!event.altKey || !step) return
    event.preventDefault()
    actions.step(task, step)
  }

  return (
    <BoardActionsProvider value={actions}>
      <DragArea
        lanes={lanes}
        today={today}
        taskById={(id) => tasks.find((task) => task.id === id)}
        onMove={moveByDrag}
        onCardKey={onCardKey}
        onCheck={actions.check}
      >
        <Rail lanes={lanes} onAdd={onAdd} />
        <div className="min-w-0">
          <CardFocus keepAfterMove={keepAfterMove}>
            {present.length > 0 && (
              <>
                <DragHint className="py-2 md:hidden" />
                <div className="bands">
                  {present.map((lane) => (
                    <Band key={lane.level} lane={lane} today={today} />
                  ))}
                </div>
              </>
            )}
            {present.length === 0 && !showsPanel && (empty ?? <NoTasks onAdd={onAdd} />)}
            {steps && (showsPanel || steps.place === 'row') && <FirstSteps state={steps} />}
          </CardFocus>
        </div>
      </DragArea>
      <SharedTooltip selector=".card > .check" label={<CheckTip />} />
      <output className="sr-only">{news}</output>
      <SelectionNews />
      {isSelecting && <BulkBar tasks={tasks} shown={shown} today={today} />}
      <SteppedUp tasks={tasks} />
      {isRejectedUnseen && <SlotTray isAlone />}
      <SlackMarks tasks={tasks} />
    </BoardActionsProvider>
  )
})

function CheckTip() {
  const isSelecting = useIsSelecting()
  return (
    <>
      {isSelecting ? words.select : words.complete}{' '}
      {areSingleKeysOn() && <span className="pl-1 opacity-70">{isSelecting ? 'X' : 'C'}</span>}
    </>
  )
}

function NoTasks({ onAdd }: Pick<BoardProps, 'onAdd'>) {
  return (
    <EmptyState {...words.empty}>
      <Button variant="primary" icon={<Plus size={16} />} onClick={() => onAdd()} data-first-add>
        {words.addTask}
      </Button>
    </EmptyState>
  )
}
