import { useId, useMemo, useState } from 'react'

import {
  type CanvasEdits,
  type CanvasErrors,
  type CanvasField,
  type CanvasValues,
  checkCanvas,
  taskToCanvas,
} from './canvas-edits.ts'
import {
  NO_EDITS,
  chooseVersions,
  conflictsWith,
  editField,
  editedFields,
  formValues,
  knowOwn,
} from '../drafts/edits.ts'
import type { Task } from '#domain/tasks/task.ts'

import type { Conflict } from '#domain/sync/conflict.ts'

import { type Draft, useDraft } from '../drafts/use-draft.ts'

export type CanvasForm = Pick<Draft<CanvasValues>, 'settle' | 'putBack' | 'restored' | 'forget'> & {
  /** Id of the form element. The submit button is outside the form and refers to it. */
  id: string
  row: CanvasValues
  values: CanvasValues
  edits: CanvasEdits
  isEdited: boolean
  errors: CanvasErrors
  /** Edited fields that also changed on another device or in another tab. */
  conflicts: Conflict<CanvasValues>[]
  set: (field: CanvasField, text: string) => void
  /** Resolves all conflicts: uses the saved version of these fields and the edited version of all others. */
  choose: (saved: ReadonlySet<string>) => void
  /** Texts from saves without a response. A field that already has the same text in the saved task is not in conflict. */
  sent: Partial<CanvasValues>
  rememberSent: (texts: Partial<CanvasValues>) => void
  discard: () => void
}

export function useCanvasForm(task: Task): CanvasForm {
  const id = useId()
  const row = useMemo(() => taskToCanvas(task), [task])
  const { edits: typed, setEdits, ...draft } = useDraft({ form: 'canvas', taskId: task.id }, row)
  const [sent, setSent] = useState<Partial<CanvasValues>>({})
  const edits = useMemo(() => knowOwn(typed, row, sent), [typed, row, sent])
  const values = useMemo(() => formValues(row, edits), [row, edits])
  const conflicts = conflictsWith(row, edits)
  return {
    id,
    row,
    values,
    edits,
    isEdited: editedFields(row, edits).length > 0,
    errors: useMemo(() => checkCanvas(values), [values]),
    conflicts,
    ...draft,
    set: (field, text) => setEdits((edits) => editField(edits, row, field, text)),
    choose: (saved) => setEdits(chooseVersions(edits, conflicts, saved)),
    sent,
    rememberSent: (texts) => setSent((sent) => ({ ...sent, ...texts })),
    discard: () => setEdits(NO_EDITS),
  }
}
