import { useCallback, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { type Edits, NO_EDITS, editField, editedFields, formValues } from '#domain/edits.ts'
import {
  NEW_TEMPLATE,
  type TemplateFormErrors,
  type TemplateFormValues,
  type TemplateRow,
  checkTemplateForm,
  newTemplateRow,
  putRowBack,
  readRows,
  rowFieldPath,
  taskIssuesToErrors,
  templateIssuesToErrors,
} from '#domain/template-form.ts'

import { ApiError } from '../api.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { useLatest } from '../use-latest.ts'
import { useMakeTemplate } from './queries.ts'

type Field = keyof TemplateFormValues
/** What was taken away, in a sentence, and what brings it back. */
type WayBack = { text: string; undo: () => void }

type FormEdits = Edits<TemplateFormValues>

export type TemplateForm = ReturnType<typeof useTemplateForm>

/** The form of a new template. What it holds outlives a reload, and a creation that failed half-way is gone on with. */
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
  const [wayBack, setWayBack] = useState<WayBack | null>(null)

  const set = useCallback(
    <F extends Field>(field: F, value: TemplateFormValues[F]) => {
      setEdits((edits) => editField(edits, NEW_TEMPLATE, field, value))
      setRefused({})
      setWayBack(null)
    },
    [setEdits, setRefused],
  )
  const setRows = useCallback(
    (change: (rows: TemplateRow[]) => TemplateRow[]) => {
      setEdits((edits) =>
        editField(edits, NEW_TEMPLATE, 'tasks', change(formValues(NEW_TEMPLATE, edits).tasks)),
      )
      setRefused({})
      setWayBack(null)
    },
    [setEdits, setRefused],
  )
  const clear = () => {
    setEdits(NO_EDITS)
    setWayBack(null)
    faults.clear()
    forget()
  }
  return {
    id,
    values,
    errors: faults.errors,
    isEdited: editedFields(NEW_TEMPLATE, edits).length > 0,
    restored,
    set,
    /** How to take back what was taken away last, until something else is changed. */
    wayBack,
    ...useRows(values.tasks, setRows, setWayBack),
    ...useSend(values, { set, clear, check: faults.check, refuse: faults.refuse }),
    /** Fills the empty form with a project. */
    fill: (project: Pick<TemplateFormValues, 'name' | 'tasks'>) =>
      setEdits({ mine: project, seen: { name: NEW_TEMPLATE.name, tasks: NEW_TEMPLATE.tasks } }),
    clear,
    /** Empties the form. */
    reset: () => {
      clear()
      setWayBack({
        text: 'What you typed was cleared.',
        undo: () => {
          setEdits(edits)
          setWayBack(null)
        },
      })
    },
  }
}

/** What is said at the fields: of an empty one nothing, before somebody tries to send it. */
function useFaults(id: string, values: TemplateFormValues) {
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<TemplateFormErrors>({})
  const wrong = useMemo(() => checkTemplateForm(values), [values])
  const errors = useMemo(
    () => ({ ...refused, ...(isTried ? wrong : withoutMissing(wrong, values)) }),
    [refused, isTried, wrong, values],
  )
  const showThenFocus = (show: () => void) => {
    flushSync(show)
    const first = document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  return {
    errors,
    setRefused,
    clear: () => {
      setTried(false)
      setRefused({})
    },
    /** Whether the form can be sent; if not, what is wrong is shown and the first such field takes the focus. */
    check: () => {
      if (Object.keys(wrong).length === 0) return true
      showThenFocus(() => setTried(true))
      return false
    },
    refuse: (errors: TemplateFormErrors) => showThenFocus(() => setRefused(errors)),
  }
}

type Sender = {
  set: (field: 'attempt', value: string) => void
  clear: () => void
  check: () => boolean
  refuse: (errors: TemplateFormErrors) => void
}

function useSend(values: TemplateFormValues, { set, clear, check, refuse }: Sender) {
  const make = useMakeTemplate()
  const latest = useLatest(values)
  const startAnew = () => {
    const attempt = newIdempotencyKey()
    set('attempt', attempt)
    return attempt
  }
  const send = (onMade: () => void) => {
    if (make.isPending || !check()) return
    const isRetry = values.attempt !== ''
    const attempt = isRetry ? values.attempt : startAnew()
    make.mutate(
      { values: { ...values, attempt }, isRetry, startAnew },
      {
        onSuccess: () => {
          // What was typed while it was on its way is another template's.
          if (isSameForm(values, latest.current)) clear()
          else set('attempt', NEW_TEMPLATE.attempt)
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
  setWayBack: (wayBack: WayBack) => void,
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
      if (!removed || (removed.title.trim() === '' && removed.description.trim() === '')) return
      setWayBack({
        text: `Removed ${removed.title.trim() || 'a task'}.`,
        undo: () => setRows((rows) => putRowBack(rows, removed, place)),
      })
    },
    [latest, setRows, setWayBack],
  )
  return { addRow, changeRow, removeRow }
}

function isSameForm(a: TemplateFormValues, b: TemplateFormValues): boolean {
  const fields = ['name', 'description', 'category', 'isPublic', 'tasks'] as const
  return fields.every((field) => a[field] === b[field])
}

/** A draft that another version kept may hold rows of another shape. */
function repair(edits: FormEdits): FormEdits {
  const { tasks } = edits.mine
  return tasks ? { ...edits, mine: { ...edits.mine, tasks: readRows(tasks) } } : edits
}

/** Nothing is said of what is not filled in yet, before somebody tries to send it. */
function withoutMissing(errors: TemplateFormErrors, { name, tasks }: TemplateFormValues): TemplateFormErrors {
  const untitled = tasks.filter(({ title }) => title.trim() === '')
  const missing = new Set(untitled.map(({ key }) => rowFieldPath(key, 'title')))
  if (name.trim() === '') missing.add('name')
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !missing.has(path)))
}

/** What a refusal says of single fields; the rest of it is said by the toast. */
function errorToFields(error: unknown, rows: readonly TemplateRow[]): TemplateFormErrors {
  if (!(error instanceof ApiError)) return {}
  const issues = error.body?.issues ?? []
  const isOfTasks = issues.some(({ path }) => path === '' || /^\d/.test(path))
  return isOfTasks ? taskIssuesToErrors(issues, rows) : templateIssuesToErrors(issues)
}
