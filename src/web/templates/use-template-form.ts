import { useCallback, useId, useMemo, useState } from 'react'

import { type Edits, NO_EDITS, editField, formValues } from '../drafts/edits.ts'
import {
  NEW_TEMPLATE,
  type TemplateFormErrors,
  type TemplateFormValues,
  type TemplateRow,
  checkTemplateForm,
  formToTemplate,
  isTemplateFormEdited,
  isUntouchedRow,
  newTemplateRow,
  putRowBack,
  readRows,
  rowFieldPath,
  taskIssuesToErrors,
} from './template-form.ts'

import { messagesByPath } from '../auth/messages-by-path.ts'
import { ApiError } from '../sync/api.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { useErrorFocus } from '../ui/use-error-focus.ts'
import { useLatest } from '../ui/use-latest.ts'
import { useMakeTemplate } from './queries.ts'
import * as words from './words.ts'

type Field = keyof TemplateFormValues
/** A removal that can be undone, and its message. */
type Undoable = { text: string; undo: () => void }

type FormEdits = Edits<TemplateFormValues>

export type TemplateForm = ReturnType<typeof useTemplateForm>

/** Returns the form for a new template. Values survive a reload, and a retry resumes a failed creation. */
export function useTemplateForm() {
  const id = useId()
  const { edits, setEdits, restored, forget } = useDraft(
    { form: 'template', taskId: null },
    NEW_TEMPLATE,
    repair,
  )
  const values = useMemo(() => formValues(NEW_TEMPLATE, edits), [edits])
  const faults = useFaults(id, values)
  const { setRefused } = faults
  const [undoable, setUndoable] = useState<Undoable | null>(null)

  const set = useCallback(
    <F extends Field>(field: F, value: TemplateFormValues[F]) => {
      setEdits((edits) => editField(edits, NEW_TEMPLATE, field, value))
      setRefused({})
      setUndoable(null)
    },
    [setEdits, setRefused],
  )
  const setRows = useCallback(
    (change: (rows: TemplateRow[]) => TemplateRow[]) => {
      setEdits((edits) =>
        editField(edits, NEW_TEMPLATE, 'tasks', change(formValues(NEW_TEMPLATE, edits).tasks)),
      )
      setRefused({})
      setUndoable(null)
    },
    [setEdits, setRefused],
  )
  const clear = () => {
    setEdits(NO_EDITS)
    setUndoable(null)
    faults.clear()
    forget()
  }
  return {
    id,
    values,
    errors: faults.errors,
    isEdited: isTemplateFormEdited(values),
    restored,
    set,
    /** The latest removed row or reset, which can be undone until the next change. */
    undoable,
    ...useRows(values.tasks, setRows, setUndoable),
    ...useSend(values, { set, clear, check: faults.check, refuse: faults.refuse }),
    fill: (project: Pick<TemplateFormValues, 'name' | 'tasks'>) => {
      setEdits({ mine: project, seen: { name: NEW_TEMPLATE.name, tasks: NEW_TEMPLATE.tasks } })
      setUndoable(null)
    },
    clear,
    reset: () => {
      clear()
      if (!isTemplateFormEdited(values)) return
      setUndoable({
        text: words.cleared,
        undo: () => {
          setEdits(edits)
          setUndoable(null)
        },
      })
    },
  }
}

/** Returns the errors to show. Empty required fields have none until the user tries to send the form. */
function useFaults(id: string, values: TemplateFormValues) {
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<TemplateFormErrors>({})
  const wrong = useMemo(() => checkTemplateForm(values), [values])
  const errors = useMemo(
    () => ({ ...refused, ...(isTried ? wrong : withoutMissing(wrong, values)) }),
    [refused, isTried, wrong, values],
  )
  return {
    errors,
    setRefused,
    clear: () => {
      setIsTried(false)
      setRefused({})
    },
    ...useErrorFocus(id, wrong, { setIsTried, setRefused }),
  }
}

type Sender = {
  set: (field: 'attempt' | 'sent', value: string) => void
  clear: () => void
  check: () => boolean
  refuse: (errors: TemplateFormErrors) => void
}

function useSend(values: TemplateFormValues, { set, clear, check, refuse }: Sender) {
  const make = useMakeTemplate()
  const latest = useLatest(values)
  const startOver = () => {
    const attempt = newIdempotencyKey()
    set('attempt', attempt)
    set('sent', JSON.stringify(formToTemplate(values)))
    return attempt
  }
  const forgetAttempt = () => {
    set('attempt', NEW_TEMPLATE.attempt)
    set('sent', NEW_TEMPLATE.sent)
  }
  const send = (onMade: () => void) => {
    if (make.isPending || !check()) return
    const isRetry = values.attempt !== ''
    const attempt = isRetry ? values.attempt : startOver()
    make.mutate(
      { values: { ...values, attempt }, isRetry, startOver },
      {
        onSuccess: () => {
          // Text typed during the request belongs to the next template.
          if (!isSameForm(values, latest.current)) return forgetAttempt()
          clear()
          onMade()
        },
        onError: (error) => refuse(errorToFields(error, values.tasks)),
      },
    )
  }
  return { send, isSending: make.isPending }
}

function useRows(
  rows: TemplateRow[],
  setRows: (change: (rows: TemplateRow[]) => TemplateRow[]) => void,
  setUndoable: (undoable: Undoable) => void,
) {
  const latest = useLatest(rows)
  const addRow = useCallback(() => {
    const row = newTemplateRow(newIdempotencyKey().slice(0, 8))
    setRows((rows) => [...rows, row])
    return row.key
  }, [setRows])
  const changeRow = useCallback(
    (key: string, change: Partial<TemplateRow>) =>
      setRows((rows) => rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    [setRows],
  )
  const removeRow = useCallback(
    (key: string) => {
      const place = latest.current.findIndex((row) => row.key === key)
      const removed = latest.current[place]
      setRows((rows) => rows.filter((row) => row.key !== key))
      if (!removed || isUntouchedRow(removed)) return
      setUndoable({
        text: words.removed(removed.title.trim()),
        undo: () => setRows((rows) => putRowBack(rows, removed, place)),
      })
    },
    [latest, setRows, setUndoable],
  )
  return { addRow, changeRow, removeRow }
}

function isSameForm(a: TemplateFormValues, b: TemplateFormValues): boolean {
  const fields = ['name', 'description', 'category', 'isPublic', 'tasks'] as const
  return fields.every((field) => a[field] === b[field])
}

/** Repairs a draft from a different release, whose rows can have a different shape. Drops untouched rows. */
function repair(edits: FormEdits): FormEdits {
  if (!edits.mine.tasks) return edits
  const rows = readRows(edits.mine.tasks)
  return editField(edits, NEW_TEMPLATE, 'tasks', rows.every(isUntouchedRow) ? [] : rows)
}

/** Returns the errors without those of empty required fields. */
function withoutMissing(errors: TemplateFormErrors, { name, tasks }: TemplateFormValues): TemplateFormErrors {
  const untitled = tasks.filter(({ title }) => title.trim() === '')
  const missing = new Set(untitled.map(({ key }) => rowFieldPath(key, 'title')))
  if (name.trim() === '') missing.add('name')
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !missing.has(path)))
}

/** Returns the errors of single fields in a rejection. The toast shows the others. */
function errorToFields(error: unknown, rows: readonly TemplateRow[]): TemplateFormErrors {
  if (!(error instanceof ApiError)) return {}
  const issues = error.body?.issues ?? []
  const isOfTasks = issues.some(({ path }) => path === '' || /^\d/.test(path))
  return isOfTasks ? taskIssuesToErrors(issues, rows) : messagesByPath(issues)
}
