import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState } from 'react'

import { resolveConflicts } from '#domain/sync/conflict.ts'
import { type TaskField, newTaskForm, taskToForm } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'

import { CANVAS_FIELDS } from '../canvas/canvas-edits.ts'
import * as canvasWords from '../canvas/words.ts'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
import type { Difference } from '../conflicts/difference.ts'
import { mergedFields, taskDifferences } from '../task-form/fields/task-differences.ts'
import { tasksQuery } from '../tasks/data/queries.ts'
import { type Question, questionOf } from './question.ts'
import { currentOutbox } from './start.ts'
import type { Waiting } from './waiting.ts'

type Props = {
  /** The rejected change to decide about; null for none. */
  entry: Waiting | null
  onClose: () => void
}

/** Shows both versions of a task that changed elsewhere before a waiting change to it was sent. */
export function WaitingConflict({ entry, onClose }: Props) {
  // Excludes pending changes, because the user compares with the saved task.
  const { data: tasks } = useQuery({ ...tasksQuery, enabled: false })
  const question = useMemo(
    () => entry && questionOf(entry, (id) => tasks?.find((task) => task.id === id)),
    [entry, tasks],
  )
  // Otherwise the dialog would reopen at the next conflict.
  useLayoutEffect(() => {
    if (entry && !question) onClose()
  }, [entry, question, onClose])
  // The dialog shows its last content while it closes.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  if (!shown) return null
  const { saved, decision } = shown
  const decide = (keptSaved: ReadonlySet<string>) => {
    const patch = resolveConflicts(decision, ({ fields }) =>
      keptSaved.has(fields[0] ?? '') ? 'saved' : 'mine',
    )
    if (entry) void currentOutbox.get()?.decide(entry.seq, saved, patch)
    onClose()
  }
  return (
    <ConflictDialog
      open={question !== null}
      onClose={onClose}
      differences={differencesOf(shown, tasks ?? [])}
      merged={mergedOf(decision.patch)}
      changedAt={saved.updatedAt}
      onSave={decide}
    />
  )
}

function differencesOf({ saved, decision }: Question, tasks: readonly ShortTask[]): Difference[] {
  return decision.conflicts.flatMap(({ fields: [key = 'title', ...led], mine }) => {
    const canvas = CANVAS_FIELDS.find((field) => field === key)
    const text = (task: Partial<Task>) => ({ text: task[key] as string, empty: canvasWords.emptyText })
    if (canvas)
      return {
        key,
        label: canvasWords.fields[canvas].label,
        saved: text(saved),
        mine: text(mine),
        isText: true,
      }
    const conflict = { fields: formFieldsOf([key, ...led]), saved: {}, mine: {} }
    const [values, edited] = [taskToForm(saved), taskToForm({ ...saved, ...mine })]
    return taskDifferences([conflict], values, edited, tasks).map((one) => ({ ...one, key }))
  })
}

/** Returns the labels of the fields that don't conflict. */
function mergedOf(patch: Partial<TaskPatch>): string[] {
  const fields = Object.keys(patch) as (keyof TaskPatch)[]
  const texts = CANVAS_FIELDS.filter((field) => field in patch).map(
    (field) => canvasWords.fields[field].label,
  )
  return [...mergedFields(formFieldsOf(fields), []), ...texts]
}

/** Returns the form's names for a task's fields. The form shows no positions and no logged time. */
function formFieldsOf(fields: readonly (keyof TaskPatch)[]): TaskField[] {
  return fields.flatMap((field): TaskField[] => {
    if (field === 'estimatedTime') return ['hours', 'minutes']
    return FORM_FIELDS.filter((one) => one === field)
  })
}

const FORM_FIELDS = Object.keys(newTaskForm()) as TaskField[]
