import { memo, useId } from 'react'

import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import { hasRoom, levelFullMessage } from '#domain/tasks/level.ts'
import { LEVELS, type Level, levelName } from '#domain/tasks/priority.ts'
import { type SlotStanding, otherOpenCounts, slotStanding } from '../slot-standing.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Note, NoteAction } from '../../ui/note.tsx'
import { PriorityChip } from '../../tasks/priority-chip.tsx'
import type { SetField } from '../use-task-form.ts'
import type { WayChoice } from '../use-ways.ts'
import { LadderSlider } from './ladder-slider.tsx'
import { boardChanged } from '../../slots/words.ts'
import { WayButtons } from './way-buttons.tsx'
import * as words from '../words.ts'

type Props = {
  level: Level
  isCompleted: boolean
  /** The edited task, or null for a new one. */
  task: ShortTask | null
  openCountAt: (level: Level) => number
  error?: string
  /** The options at a full level; none for a new task, which joins the waiting line. */
  ways?: WayChoice
  set: SetField
}

/** The priority with the slots of the chosen level and, if it is full, the nearest level with room. */
export const PriorityField = memo(function PriorityField({ level, isCompleted, task, ...props }: Props) {
  const id = useId()
  const standing = slotStanding(task, { priority: level, completed: isCompleted }, props.openCountAt)
  const others = otherOpenCounts(task, props.openCountAt)
  const full = LEVELS.filter((level) => !hasRoom(level, others(level)))
  const taken = words.taken(standing.taken, standing.slots)
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <span id={`${id}-label`} className="text-label font-medium">
          {TASK_FIELDS.priority.label}
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
        valueText={words.levelValue(level, levelName(level), full.includes(level), taken)}
      />
      <div aria-hidden className="grid grid-cols-3 pt-1.5 text-meta text-fg-2">
        <span>{words.highest}</span>
        <span className="text-center">{words.medium}</span>
        <span className="text-right">{words.lowest}</span>
      </div>
      <div id={`${id}-note`} aria-live="polite" className="not-empty:mt-2.5">
        <SlotNote {...props} id={id} level={level} standing={standing} />
      </div>
    </div>
  )
})

type NoteProps = Pick<Props, 'level' | 'error' | 'ways' | 'set'> & { id: string; standing: SlotStanding }

function SlotNote({ id, level, standing, error, ways, set }: NoteProps) {
  const { after, alternative } = standing
  if (standing.standing === 'room' && !error) return null
  const isRefused = standing.standing !== 'over'
  const choose = (other: Level) => {
    // The chosen button disappears.
    document.getElementById(id)?.focus()
    set('priority', other)
  }
  return (
    <Note
      tone={ways?.way ? 'ok' : isRefused ? 'danger' : 'warn'}
      action={
        alternative && (
          <NoteAction onClick={() => choose(alternative.level)}>
            {words.chooseLevel(alternative.level, alternative.free)}
          </NoteAction>
        )
      }
    >
      {standing.standing === 'room' ? error : levelFullMessage(level, after - 1)}
      {!isRefused && ` ${words.willWait}`}
      {ways?.isChanged && ` ${boardChanged}`}
      {ways?.ways && (
        <WayButtons
          ways={ways.ways}
          way={ways.way}
          onChoose={(way) => {
            // Clears the error of an attempt to save without a choice.
            set('priority', level)
            ways.choose(way)
          }}
        />
      )}
    </Note>
  )
}
