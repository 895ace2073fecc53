import type { Conflict } from '#domain/sync/conflict.ts'
import { estimateText } from '#domain/duration.ts'
import { levelName } from '#domain/tasks/priority.ts'
import {
  PLAIN_FIELDS,
  type PlainField,
  type TaskField,
  type TaskFormValues,
  formEstimate,
} from '#domain/tasks/task-form.ts'
import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import type { Difference, Version } from '../../conflicts/difference.ts'
import { fieldDates } from '../../ui/field-dates.ts'
import { percentText } from '../../ui/numbers.ts'
import * as words from '../words.ts'

/** Returns the conflicts of a form with both versions as text. */
export function taskDifferences(
  conflicts: readonly Conflict<TaskFormValues>[],
  row: TaskFormValues,
  values: TaskFormValues,
  tasks: readonly ShortTask[],
): Difference[] {
  return conflicts.flatMap(({ fields, mine }) => {
    const [key] = fields
    return key
      ? {
          key,
          label: isPeriod(fields) ? words.period : LABELS[key],
          saved: versionOf(row, fields, tasks),
          mine: versionOf({ ...values, ...mine }, fields, tasks),
          isText: key === 'title' || key === 'description',
        }
      : []
  })
}

/** Returns the names of the edited fields that don't conflict, each once. */
export function mergedFields(
  edited: readonly TaskField[],
  conflicts: readonly Conflict<TaskFormValues>[],
): string[] {
  const open = new Set(conflicts.flatMap(({ fields }) => fields))
  return [...new Set(edited.filter((field) => !open.has(field)).map((field) => LABELS[field]))]
}

const LABELS: Record<TaskField, string> = {
  ...(Object.fromEntries(PLAIN_FIELDS.map((field) => [field, TASK_FIELDS[field].label])) as Record<
    PlainField,
    string
  >),
  ...words.shortLabels,
}

function versionOf(
  values: TaskFormValues,
  fields: readonly TaskField[],
  tasks: readonly ShortTask[],
): Version {
  if (fields.includes('priority')) return { text: levelName(values.priority), level: values.priority }
  const texts = textsOf(values, fields, tasks).filter(Boolean)
  return { text: texts.join(isPeriod(fields) ? ' – ' : ', '), empty: words.empty }
}

function isPeriod(fields: readonly TaskField[]): boolean {
  return fields.includes('startDate') && fields.includes('endDate')
}

function textsOf(
  values: TaskFormValues,
  fields: readonly TaskField[],
  tasks: readonly ShortTask[],
): (string | false)[] {
  if (fields.includes('hours') || fields.includes('minutes')) return [estimateText(formEstimate(values))]
  if (fields.includes('isRecurring') || fields.includes('recurrenceFrequency'))
    return [
      values.isRecurring ? values.recurrenceFrequency : words.never,
      values.isRecurring && values.recurrenceForwardContent && words.carriedForward,
    ]
  return fields.map((field) => valueText(values, field, tasks))
}

function valueText(values: TaskFormValues, field: TaskField, tasks: readonly ShortTask[]): string {
  const value = values[field]
  if (field === 'progress') return percentText(values.progress)
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    const titles = value.map(
      (id) => tasks.find((task) => String(task.id) === id)?.title ?? words.unknownTask(id),
    )
    return titles.join(', ') || words.none
  }
  const text = String(value ?? '')
  return field.endsWith('Date') ? fieldDates.show(text, Temporal.Now.zonedDateTimeISO()) : text
}
