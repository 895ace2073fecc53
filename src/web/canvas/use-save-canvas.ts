import { useRef, useState } from 'react'

import { canvasToPatch, taskToCanvas } from './canvas-edits.ts'
import { conflictingFields, knowOwn } from '../drafts/edits.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'

import { saveWork } from '../clock/save-work.ts'
import { isNotFound } from '../sync/api.ts'
import { queryClient } from '../sync/query-client.ts'
import { rejectionText } from '../sync/error-text.ts'
import { showChanged } from '../tasks/data/task-cache.ts'
import { showToast } from '../toasts/toast.ts'
import type { CanvasForm } from './use-canvas-form.ts'
import * as words from './words.ts'

/** Saves the text and the session's time together. Saves nothing while a field has a conflict. */
export function useSaveCanvas(task: Task, form: CanvasForm) {
  const { edits, sent, settle, putBack, isEdited } = form
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const isSending = useRef(false)

  const patchUpon = (row: ShortTask): TaskPatch | null => {
    if (!hasTexts(row)) return null
    const texts = taskToCanvas(row)
    if (conflictingFields(texts, knowOwn(edits, texts, sent)).length > 0) return null
    return canvasToPatch(row, edits)
  }
  const save = async () => {
    if (isSending.current) return
    isSending.current = true
    setState('saving')
    try {
      const result = await saveWork(task, patchUpon)
      if (result === 'conflict') putBack(edits)
      else settle(edits)
      // The status line reports waiting changes.
      if (result === 'saved') showToast(words.saved)
      setState(result === 'conflict' ? 'open' : 'saved')
    } catch (error) {
      form.rememberSent(edits.mine)
      putBack(edits)
      // The canvas says that the task was deleted.
      if (isNotFound(error)) showChanged(queryClient, [{ id: task.id, deleted: true }])
      else showToast(failure(error))
      setState('open')
    } finally {
      isSending.current = false
    }
  }
  // Text typed during the save isn't saved yet, and removing it later must not close the canvas.
  if (state === 'saved' && isEdited) setState('open')
  return { save, isSaving: state === 'saving', isSaved: state === 'saved' && !isEdited }
}

function failure(error: unknown) {
  const text = rejectionText(error, words.saveFailed.text)
  return { ...words.saveFailed, text, variant: 'destructive' } as const
}
