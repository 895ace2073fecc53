import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { conflictingFields } from '#domain/edits.ts'
import { formToPatch } from '#domain/task-edits.ts'
import { taskToForm } from '#domain/task-form.ts'
import type { Task } from '#domain/task.ts'

import { ApiError } from '../api.ts'
import { dueTextToStored } from './due-reader.ts'
import { useChangeTask } from './queries.ts'
import { DUE_UNREAD, errorToFields } from './task-form-errors.ts'
import { showFailed } from './task-toasts.ts'
import type { TaskFormState } from './use-task-form.ts'
import { showAnswered } from './writes.ts'

/** How often a save is tried again upon a row that changed in other fields only. */
const MERGES_MAX = 3

/**
 * Saves the edits of a form, if the row is still the one that was loaded. When it is not, edits of other fields than
 * those that changed are saved upon the new row; an edit of the same field is left to the person.
 */
export function useSaveTask(task: Task, form: TaskFormState) {
  const client = useQueryClient()
  const change = useChangeTask()
  const [isSaved, setSaved] = useState(false)
  const isSending = useRef(false)

  const send = (row: Task, dueDate: string, merges: number) => {
    const patch = formToPatch(row, form.edits, dueDate)
    const saved = () => {
      form.settle(form.edits)
      setSaved(true)
    }
    if (Object.keys(patch).length === 0) return settle(saved)
    const versioned = { task: row, patch, ifMatch: true }
    change.mutate(versioned, {
      onSuccess: () => settle(saved),
      onError: (error) => {
        const theirs = error instanceof ApiError && error.code === 'changed' ? error.body?.task : undefined
        if (theirs) showAnswered(client, theirs)
        const isMergeable = theirs && conflictingFields(taskToForm(theirs), form.edits).length === 0
        if (isMergeable && merges > 0) return send(theirs, dueDate, merges - 1)
        if (isMergeable) showFailed('update', error)
        settle(() => form.refuse(errorToFields(error)))
      },
    })
  }
  const settle = (outcome: () => void) => {
    isSending.current = false
    outcome()
  }

  const save = async () => {
    if (isSending.current || !form.check()) return
    isSending.current = true
    const typed = form.edits.mine.dueDate
    const dueDate = typed === undefined ? '' : await dueTextToStored(typed).catch(() => null)
    if (dueDate !== null) return send(task, dueDate, MERGES_MAX)
    isSending.current = false
    form.refuse(DUE_UNREAD)
  }

  return { save, isPending: change.isPending, isSaved: isSaved && !form.isEdited }
}
