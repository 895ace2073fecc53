import { type DueUrgency, dueLabel, dueUrgency, readDate } from '#domain/tasks/due-date.ts'
import { formatEstimate, formatSpent } from '#domain/duration.ts'
import { levelName } from '#domain/tasks/priority.ts'
import { CATEGORY_PROJECT } from '#domain/categories/category.ts'

import type { Way } from '../slots/ways.ts'
import { CategoryBadge } from '../categories/category-badge.tsx'
import { CategorySelect } from '../task-form/fields/category-select.tsx'
import { HoursAndMinutes } from '../task-form/fields/effort-fields.tsx'
import { firstOfSeries, nextDays } from '../task-form/fields/next-dates.tsx'
import { PriorityField } from '../task-form/fields/priority-field.tsx'
import { RecurrenceControls } from '../task-form/fields/recurrence-fields.tsx'
import { TaskDateField } from '../task-form/fields/task-date-field.tsx'
import { ProjectField } from '../task-form/task-form.tsx'
import { useOpenCounts } from '../task-form/use-ways.ts'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { fieldDates } from '../ui/field-dates.ts'
import { useToday } from '../ui/today.ts'
import { ValueRow } from './in-place.tsx'
import type { InPlaceState } from './use-in-place.ts'
import * as words from './words.ts'

/** The short values of a task. When clicked, a value turns into its field from the task form. */
export function Values({ edit }: { edit: InPlaceState }) {
  const { task, tasks, form } = edit
  const { values, errors, set } = form
  const openCountAt = useOpenCounts(tasks)
  const ways = {
    ...edit.ways,
    choose: (way: Way) => {
      edit.ways.choose(way)
      edit.commit('level')
    },
  }
  return (
    <div>
      <ValueRow
        part="level"
        edit={edit}
        field={
          <PriorityField
            level={values.priority}
            isCompleted={values.completed}
            task={task}
            openCountAt={openCountAt}
            error={errors.priority}
            ways={ways}
            set={set}
          />
        }
      >
        <span className="inline-flex items-center gap-2">
          <PriorityChip level={task.priority} /> {levelName(task.priority)}
        </span>
      </ValueRow>
      {DATES.map(({ part, name }) => (
        <ValueRow
          key={part}
          part={part}
          edit={edit}
          field={<TaskDateField name={name} value={values[name]} error={errors[name]} set={set} />}
        >
          {part === 'due' ? <DueValue dueDate={task.dueDate} /> : <DateValue text={task[name]} />}
        </ValueRow>
      ))}
      <ValueRow
        part="estimate"
        edit={edit}
        field={
          <HoursAndMinutes
            hours={values.hours}
            minutes={values.minutes}
            hoursError={errors.hours}
            minutesError={errors.minutes}
            set={set}
          />
        }
      >
        {formatEstimate(task.estimatedTime) || <None />}
        {task.elapsedTime > 0 && <Aside>{words.spent(formatSpent(task.elapsedTime))}</Aside>}
      </ValueRow>
      <ValueRow
        part="category"
        edit={edit}
        field={<CategorySelect value={values.category} tasks={tasks} error={errors.category} set={set} />}
      >
        <CategoryBadge name={task.category} />
      </ValueRow>
      {values.category === CATEGORY_PROJECT && (
        <ValueRow
          part="project"
          edit={edit}
          field={
            <ProjectField value={values.projectName} tasks={tasks} error={errors.projectName} set={set} />
          }
        >
          {task.projectName ?? <None />}
        </ValueRow>
      )}
      <Repeats edit={edit} />
    </div>
  )
}

const DATES = [
  { part: 'due', name: 'dueDate' },
  { part: 'start', name: 'startDate' },
  { part: 'end', name: 'endDate' },
] as const

function Repeats({ edit }: { edit: InPlaceState }) {
  const { task, tasks, form } = edit
  const { values, errors, set } = form
  return (
    <ValueRow
      part="repeats"
      edit={edit}
      field={
        <div className="grid gap-3 py-1">
          <RecurrenceControls values={values} errors={errors} set={set} task={task} tasks={tasks} />
        </div>
      }
    >
      <RepeatsValue task={task} tasks={tasks} />
    </ValueRow>
  )
}

function None() {
  return <span className="text-fg-3">{words.none}</span>
}

function Aside({ children }: { children: string }) {
  return <span className="block text-meta text-fg-2">{children}</span>
}

const URGENT: ReadonlySet<DueUrgency> = new Set(['overdue', 'today', 'tomorrow'])

/** The due date, with a label such as 'Tomorrow' above it if it is near. */
function DueValue({ dueDate }: { dueDate: string | null }) {
  const today = useToday()
  const zone = Temporal.Now.timeZoneId()
  if (!dueDate || !readDate(dueDate, zone)) return <DateValue text={dueDate} />
  const near = words.nearDue(dueLabel(dueDate, today, zone))
  if (near === null) return shown(dueDate)
  const isUrgent = URGENT.has(dueUrgency(dueDate, today, zone))
  return (
    <>
      <span className={isUrgent ? 'font-[550] text-danger-text' : ''}>{near}</span>
      <Aside>{shown(dueDate)}</Aside>
    </>
  )
}

function DateValue({ text }: { text: string | null }) {
  if (!text) return <None />
  const isUnread = readDate(text, Temporal.Now.timeZoneId()) === null
  return <span className={isUnread ? 'text-warn-text' : ''}>{shown(text)}</span>
}

function RepeatsValue({ task, tasks }: Pick<InPlaceState, 'task' | 'tasks'>) {
  const today = useToday()
  const { isRecurring, recurrenceFrequency } = task
  if (!isRecurring || !recurrenceFrequency) return <span className="text-fg-3">{words.never}</span>
  const [next] = nextDays({ ...task, recurrenceFrequency }, task, firstOfSeries(task, tasks), today)
  return (
    <>
      {recurrenceFrequency}
      {next && <Aside>{words.next(shown(next.toString()))}</Aside>}
    </>
  )
}

/** Returns a stored date as 'Tue, Nov 24, 9:00 AM', and other text unchanged. */
function shown(stored: string): string {
  return fieldDates.show(stored, Temporal.Now.zonedDateTimeISO(), false)
}
