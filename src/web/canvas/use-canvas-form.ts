import { useId, useMemo, useState } from 'react'

import {
  type CanvasEdits,
  type CanvasErrors,
  type CanvasField,
  type CanvasValues,
  checkCanvas,
  taskToCanvas,
} from '#domain/canvas.ts'
import {
  NO_EDITS,
  conflictingFields,
  editField,
  editedFields,
  formValues,
  keepMine,
  knowOwn,
  takeTheirs,
  withoutSaved,
} from '#domain/edits.ts'
import type { Task } from '#domain/task.ts'

import { type Restored, useDraft } from '../drafts/use-draft.ts'

/** The texts of an open work canvas: what they say, what is wrong with them, and what can be done to them. */
export type CanvasForm = {
  /** The id of the form element, which the button outside of it names. */
  id: string
  row: CanvasValues
  values: CanvasValues
  edits: CanvasEdits
  /** Whether they say anything the task does not. */
  isEdited: boolean
  errors: CanvasErrors
  /** Edited texts that have changed elsewhere meanwhile. */
  conflicts: CanvasField[]
  restored: Restored
  set: (field: CanvasField, text: string) => void
  keepMine: (field: CanvasField) => void
  takeTheirs: (field: CanvasField) => void
  /** Takes away the edits that were saved; the task holds them now. */
  settle: (saved: CanvasEdits) => void
  /** The texts of saves whose answers were lost: what the task holds of them is no change from elsewhere. */
  sent: Partial<CanvasValues>
  rememberSent: (texts: Partial<CanvasValues>) => void
  /** Gives up every edit. */
  discard: () => void
  /** Forgets the draft: what was typed is saved, or given up. */
  forget: () => void
}

/** @param task the task as it is now */
export function useCanvasForm(task: Task): CanvasForm {
  const id = useId()
  const row = useMemo(() => taskToCanvas(task), [task])
  const { edits: typed, setEdits, restored, forget } = useDraft({ form: 'canvas', taskId: task.id }, row)
  const [sent, setSent] = useState<Partial<CanvasValues>>({})
  const edits = useMemo(() => knowOwn(typed, row, sent), [typed, row, sent])
  const values = useMemo(() => formValues(row, edits), [row, edits])
  return {
    id,
    row,
    values,
    edits,
    isEdited: editedFields(row, edits).length > 0,
    errors: useMemo(() => checkCanvas(values), [values]),
    conflicts: conflictingFields(row, edits),
    restored,
    set: (field, text) => setEdits((edits) => editField(edits, row, field, text)),
    keepMine: (field) => setEdits((edits) => keepMine(edits, row, field)),
    takeTheirs: (field) => setEdits((edits) => takeTheirs(edits, field)),
    settle: (saved) => setEdits((edits) => withoutSaved(edits, saved)),
    sent,
    rememberSent: (texts) => setSent((sent) => ({ ...sent, ...texts })),
    discard: () => setEdits(NO_EDITS),
    forget,
  }
}
