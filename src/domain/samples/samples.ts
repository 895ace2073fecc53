import type { Level } from '../tasks/priority.ts'
import { DRAFT_FIELD_NAMES, type DraftField, initialFields } from '../tasks/task-fields.ts'
import type { Task } from '../tasks/task.ts'
import type { TaskDraftInput } from '../tasks/task-draft.ts'
import { NO_DAYS, type TemplateDays, daysToDates } from '../templates/template-days.ts'

/** A task of the sample board, with dates relative to the day it is added. */
type Sample = Partial<TemplateDays> &
  Pick<TaskDraftInput, 'title' | 'description' | 'category' | 'projectName' | 'estimatedTime'> & {
    priority: Level
    /** `HH:MM` */
    dueTime?: string
  }

/** The sample board: 12 tasks on eight levels, none of them recurring, so that completing one creates no other. */
const SAMPLES: readonly Sample[] = [
  {
    title: 'Send the signed contract to Acme',
    description: 'The legal team has approved the last changes.',
    priority: 1,
    category: 'Deadline',
    dueDay: 0,
    dueTime: '17:00',
    estimatedTime: '30 minutes',
  },
  {
    title: 'Fix the payment error on the checkout page',
    description: 'Some cards from outside the US are rejected.',
    priority: 2,
    category: 'Project',
    projectName: 'Online shop',
    startDay: 0,
    endDay: 1,
    dueDay: 1,
    estimatedTime: '3 hours',
  },
  {
    title: 'Prepare slides for the quarterly review',
    priority: 2,
    category: 'Meeting',
    startDay: 0,
    endDay: 2,
    dueDay: 3,
    dueTime: '10:00',
    estimatedTime: '2 hours',
  },
  {
    title: 'Test the new product pages on phones',
    priority: 3,
    category: 'Project',
    projectName: 'Online shop',
    startDay: 2,
    endDay: 4,
    dueDay: 5,
    estimatedTime: '4 hours',
  },
  {
    title: 'Book flights for the conference',
    description: 'Prices rise at the end of the week.',
    priority: 3,
    category: 'Deadline',
    dueDay: 4,
    estimatedTime: '45 minutes',
  },
  {
    title: 'Interview two designers',
    priority: 4,
    category: 'Meeting',
    dueDay: 6,
    dueTime: '14:00',
    estimatedTime: '2 hours',
  },
  {
    title: 'Write the shop’s return policy',
    priority: 4,
    category: 'Project',
    projectName: 'Online shop',
    startDay: 5,
    endDay: 8,
    dueDay: 9,
    estimatedTime: '1 hour 30 minutes',
  },
  {
    title: 'See the dentist',
    priority: 5,
    category: 'Appointment',
    dueDay: 8,
    dueTime: '09:00',
    estimatedTime: '1 hour',
  },
  {
    title: 'Compare three accounting tools',
    priority: 5,
    category: 'Task',
    dueDay: 12,
    estimatedTime: '2 hours',
  },
  {
    title: 'Call Grandma about her birthday party',
    priority: 6,
    category: 'Reminder',
    dueDay: 13,
    estimatedTime: '20 minutes',
  },
  { title: 'Sort the photos from the summer', priority: 7, category: 'Task', estimatedTime: '3 hours' },
  { title: 'Read the book about typography', priority: 8, category: 'Task', estimatedTime: '6 hours' },
]

/** Returns the tasks of the sample board, with dates relative to `today`. */
export function sampleDrafts(today: Temporal.PlainDate): TaskDraftInput[] {
  return SAMPLES.map(({ startDay = null, endDay = null, dueDay = null, dueTime, ...fields }) => {
    const dates = daysToDates({ startDay, endDay, dueDay }, today.toString())
    return { ...fields, ...dates, dueDate: dueTime ? `${dates.dueDate}T${dueTime}` : dates.dueDate }
  })
}

/** The fields that change when people try out the sample board by dragging, rescheduling and completing tasks. */
const TRIED: ReadonlySet<DraftField> = new Set([
  'priority',
  'position',
  'completed',
  'startDate',
  'endDate',
  'dueDate',
])

/** Returns whether a task hasn't changed since the sample board added it, apart from its level, place, dates and completion. */
export function isUntouched(task: Task): boolean {
  const sample = SAMPLES.find(({ title }) => title === task.title)
  if (!sample) return false
  const { startDay: _s, endDay: _e, dueDay: _d, dueTime: _t, ...fields } = { ...NO_DAYS, ...sample }
  const added = { ...initialFields(), ...fields }
  return DRAFT_FIELD_NAMES.every((name) => TRIED.has(name) || String(added[name]) === String(task[name]))
}
