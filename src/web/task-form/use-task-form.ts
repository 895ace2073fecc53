import { useCallback, useId, useMemo, useState } from 'react'

import {
  NO_EDITS,
  chooseVersions,
  conflictsWith,
  editField,
  editedFields,
  formValues,
  takeTheirs,
} from '../drafts/edits.ts'
import type { Conflict } from '#domain/sync/conflict.ts'
import { TASK_FORM_KINDS } from '#domain/sync/task-kinds.ts'
import { type TaskEdits, withOwnLevel } from './task-edits.ts'
import {
  type TaskField,
  type TaskFormErrors,
  type TaskFormValues,
  checkTaskForm,
} from '#domain/tasks/task-form.ts'

import { type Draft, useDraft } from '../drafts/use-draft.ts'
import { realIds } from '../sync/runner/outbox.ts'
import { replaceIds } from '../sync/runner/temporary-ids.ts'
import { useErrorFocus } from '../ui/use-error-focus.ts'

export type SetField = <F extends TaskField>(field: F, value: TaskFormValues[F]) => void

export type TaskFormState = Pick<
  Draft<TaskFormValues>,
  'settle' | 'putBack' | 'restored' | 'forget' | 'isForgotten' | 'keepApart' | 'sentUnder' | 'keepSentUnder'
> & {
  /** Id of the form element. Buttons outside the form refer to it. */
  id: string
  values: TaskFormValues
  edits: TaskEdits
  isEdited: boolean
  /** The visible errors. An empty field has none until the user submits. */
  errors: TaskFormErrors
  /** Edits that conflict with changes made elsewhere. */
  conflicts: Conflict<TaskFormValues>[]
  set: SetField
  /** Resolves all conflicts: with the saved version of these fields, and with the edits of all others. */
  choose: (saved: ReadonlySet<string>) => void
  takeTheirs: (field: TaskField) => void
  discard: () => void
  /** Returns whether the form is valid; if not, shows all errors and focuses the first invalid field. */
  check(): boolean
  /** Shows the server's errors. Focuses the first invalid field, unless the user has continued typing. */
  refuse(errors: TaskFormErrors): void
}

/**
 * @param row the loaded task as form values; the same object until the task changes
 * @param taskId null for a new task, which validates every field; otherwise only edited fields are validated
 * @param form where the draft is kept; 'details' saves while the user is elsewhere, so errors don't take focus
 * @param filled values to start with, such as those of a quick line; they replace a stored draft
 */
export function useTaskForm(
  row: TaskFormValues,
  taskId: number | null,
  form: 'add' | 'edit' | 'details' = taskId === null ? 'add' : 'edit',
  filled?: Partial<TaskFormValues>,
): TaskFormState {
  const id = useId()
  const isNew = taskId === null
  const given = filled && { mine: filled, seen: {} }
  const { edits: typed, setEdits, ...draft } = useDraft({ form, taskId }, row, undefined, given)
  // A dependency that was created offline can get its real id while the form is open.
  const edits = replaceIds(typed, realIds)
  if (edits !== typed && !draft.isForgotten()) setEdits(edits)
  const [refused, setRefused] = useState<TaskFormErrors>({})
  const [isTried, setIsTried] = useState(false)

  const values = useMemo(() => formValues(row, edits), [row, edits])
  const conflicts = conflictsWith(row, edits, TASK_FORM_KINDS)
  const wrong = useMemo(() => {
    const errors = checkTaskForm(values, Temporal.Now.timeZoneId())
    // A new start date can be after the end date.
    const edited = { ...edits.mine, ...('startDate' in edits.mine && { endDate: '' }) }
    return isNew ? errors : pick(errors, (field) => field in edited)
  }, [values, isNew, edits])
  const errors = useMemo(
    () => ({ ...refused, ...(isTried ? wrong : pick(wrong, (field) => values[field] !== '')) }),
    [refused, isTried, wrong, values],
  )

  const set = useCallback<SetField>(
    (field, value) => {
      setEdits((edits) => {
        const next = editField(edits, row, field, value, TASK_FORM_KINDS)
        return isNew ? withOwnLevel(row, next) : next
      })
      setRefused((refused) => (field in refused ? pick(refused, (other) => other !== field) : refused))
    },
    [row, isNew, setEdits],
  )
  const shown = useErrorFocus(form === 'details' ? null : id, wrong, { setIsTried, setRefused })

  return {
    id,
    values,
    edits,
    isEdited: editedFields(row, edits).length > 0,
    errors,
    conflicts,
    set,
    ...draft,
    discard: () => setEdits(NO_EDITS),
    choose: (saved) => setEdits((edits) => chooseVersions(edits, conflicts, saved)),
    takeTheirs: (field) => {
      setEdits((edits) => takeTheirs(edits, field, row))
      setRefused((refused) => pick(refused, (other) => other !== field))
    },
    ...shown,
  }
}

function pick(errors: TaskFormErrors, isWanted: (field: TaskField) => boolean): TaskFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isWanted(field as TaskField)))
}
