import { memo, useId } from 'react'

import { hasRoom, levelFullMessage } from '#domain/level.ts'
import { LEVELS, type Level, levelName } from '#domain/priority.ts'
import { type SlotStanding, otherOpenCounts, slotStanding } from '#domain/slot-standing.ts'
import type { Task } from '#domain/task.ts'

import { Note, NoteAction } from '../../ui/note.tsx'
import { PriorityChip } from '../priority-chip.tsx'
import type { SetField } from '../use-task-form.ts'
import { LadderSlider } from './ladder-slider.tsx'

type Props = {
  level: Level
  isCompleted: boolean
  /** The row being edited, null for a new task. */
  task: Task | null
  openCountAt: (level: Level) => number
  error?: string
  set: SetField
}

/** The priority, with the slots of the level being chosen and, when it is full, the nearest one with room. */
export const PriorityField = memo(function PriorityField({ level, isCompleted, task, ...props }: Props) {
  const id = useId()
  const standing = slotStanding(task, { priority: level, completed: isCompleted }, props.openCountAt)
  const others = otherOpenCounts(task, props.openCountAt)
  const full = LEVELS.filter((level) => !hasRoom(level, others(level)))
  const taken = `${standing.taken} of ${standing.slots} taken`
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <span id={`${id}-label`} className="text-label font-medium">
          Priority Level
        </span>
        <span aria-hidden className="flex items-center gap-2 text-label font-medium">
          <PriorityChip level={level} />
          {levelName(level)}
          <span
            className={`text-meta font-normal ${standing.standing === 'room' ? 'text-fg-2' : 'text-danger-text'}`}
          >
            {taken}
          </span>
        </span>
      </div>
      <LadderSlider
        id={id}
        labelledBy={`${id}-label`}
        describedBy={`${id}-note`}
        isInvalid={props.error !== undefined}
        level={level}
        onChange={(chosen) => props.set('priority', chosen)}
        full={full}
        valueText={[`Level ${level}`, levelName(level), full.includes(level) && 'full', taken]
          .filter(Boolean)
          .join(', ')}
      />
      <div aria-hidden className="grid grid-cols-3 pt-1.5 text-meta text-fg-2">
        <span>Highest (1)</span>
        <span className="text-center">Medium (5)</span>
        <span className="text-right">Lowest (10)</span>
      </div>
      <div id={`${id}-note`} aria-live="polite" className="not-empty:mt-2.5">
        <SlotNote level={level} standing={standing} error={props.error} set={props.set} />
      </div>
    </div>
  )
})

type NoteProps = { level: Level; standing: SlotStanding; error?: string; set: SetField }

function SlotNote({ level, standing, error, set }: NoteProps) {
  const { after, slots, alternative } = standing
  if (standing.standing === 'room' && !error) return null
  const isRefused = standing.standing !== 'over'
  return (
    <Note
      tone={isRefused ? 'danger' : 'warn'}
      action={
        alternative && (
          <NoteAction onClick={() => set('priority', alternative.level)}>
            Use level {alternative.level}, {alternative.free} {alternative.free === 1 ? 'slot' : 'slots'} free
          </NoteAction>
        )
      }
    >
      {standing.standing === 'room' ? error : levelFullMessage(level, after - 1)}
      {!isRefused && ` The task can still be added; the lane will show ${after} of ${slots}.`}
    </Note>
  )
}
