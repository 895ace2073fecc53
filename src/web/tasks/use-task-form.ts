import { useCallback, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import {
  NO_EDITS,
  conflictingFields,
  editField,
  editedFields,
  formValues,
  keepMine,
  takeTheirs,
  withoutSaved,
} from '#domain/edits.ts'
import type { TaskEdits } from '#domain/task-edits.ts'
import { type TaskField, type TaskFormErrors, type TaskFormValues, checkTaskForm } from '#domain/task-form.ts'

import { type Restored, useDraft } from '../drafts/use-draft.ts'

export type SetField = <F extends TaskField>(field: F, value: TaskFormValues[F]) => void

/** An open task form: what it shows, what is wrong with it, and what can be done to it. */
export type TaskFormState = {
  /** The id of the form element, which the buttons outside of it name. */
  id: string
  values: TaskFormValues
  edits: TaskEdits
  /** Whether it says anything the row does not. */
  isEdited: boolean
  /** What is said at the fields now: nothing of an empty field before somebody tries to send it. */
  errors: TaskFormErrors
  /** Edited fields in which the row has changed meanwhile. */
  conflicts: TaskField[]
  set: SetField
  keepMine: (field: TaskField) => void
  takeTheirs: (field: TaskField) => void
  /** Whether what was typed before a reload or a crash was brought back. */
  restored: Restored
  /** Gives up every edit. */
  discard: () => void
  /** Forgets the draft: what was typed is sent, or given up with the form. */
  forget: () => void
  /** Takes away the edits that were saved; the row holds them now. */
  settle(saved: TaskEdits): void
  /** Whether the form can be sent; if not, everything wrong is shown and the first such field takes the focus. */
  check(): boolean
  /** Shows what the server found wrong, and moves the focus to it. */
  refuse(errors: TaskFormErrors): void
}

/**
 * @param row the loaded row as the form shows it; the same object until the row changes
 * @param taskId null for a new task, of which every field counts; otherwise only those that were edited are checked
 */
export function useTaskForm(row: TaskFormValues, taskId: number | null): TaskFormState {
  const id = useId()
  const isNew = taskId === null
  const { edits, setEdits, restored, forget } = useDraft({ form: isNew ? 'add' : 'edit', taskId }, row)
  const [refused, setRefused] = useState<TaskFormErrors>({})
  const [isTried, setTried] = useState(false)

  const values = useMemo(() => formValues(row, edits), [row, edits])
  const wrong = useMemo(() => {
    const errors = checkTaskForm(values)
    return isNew ? errors : pick(errors, (field) => field in edits.mine)
  }, [values, isNew, edits])
  const errors = useMemo(
    () => ({ ...refused, ...(isTried ? wrong : pick(wrong, (field) => values[field] !== '')) }),
    [refused, isTried, wrong, values],
  )

  const set = useCallback<SetField>(
    (field, value) => {
      setEdits((edits) => editField(edits, row, field, value))
      setRefused((refused) => (field in refused ? pick(refused, (other) => other !== field) : refused))
    },
    [row, setEdits],
  )
  const showThenFocus = (show: () => void) => {
    flushSync(show)
    const first = document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // What is said about the field stands under it, and is to be seen too.
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }

  return {
    id,
    values,
    edits,
    isEdited: editedFields(row, edits).length > 0,
    errors,
    conflicts: conflictingFields(row, edits),
    set,
    restored,
    discard: () => setEdits(NO_EDITS),
    forget,
    keepMine: (field) => setEdits((edits) => keepMine(edits, row, field)),
    takeTheirs: (field) => setEdits((edits) => takeTheirs(edits, field)),
    settle: (saved) => setEdits((edits) => withoutSaved(edits, saved)),
    check: () => {
      if (Object.keys(wrong).length === 0) return true
      showThenFocus(() => setTried(true))
      return false
    },
    refuse: (errors) => showThenFocus(() => setRefused(errors)),
  }
}

function pick(errors: TaskFormErrors, isWanted: (field: TaskField) => boolean): TaskFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isWanted(field as TaskField)))
}
