import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { canvasToPatch, taskToCanvas } from '#domain/canvas.ts'
import { conflictingFields, knowOwn } from '#domain/edits.ts'
import type { Task, TaskPatch } from '#domain/task.ts'

import { ApiError } from '../api.ts'
import { saveWork } from '../clock/save-work.ts'
import { showToast } from '../toast.ts'
import type { CanvasForm } from './use-canvas-form.ts'

/**
 * Saves the texts of a canvas together with the time of its session. A text that was changed elsewhere as well is left to
 * the person, and nothing is saved until it is settled.
 */
export function useSaveCanvas(task: Task, form: CanvasForm) {
  const { edits, sent, settle, isEdited } = form
  const client = useQueryClient()
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const isSending = useRef(false)

  const save = async () => {
    if (isSending.current) return
    isSending.current = true
    setState('saving')
    let hasTexts = false
    const patchUpon = (row: Task): TaskPatch | null => {
      const texts = taskToCanvas(row)
      if (conflictingFields(texts, knowOwn(edits, texts, sent)).length > 0) return null
      const patch = canvasToPatch(row, edits)
      hasTexts = Object.keys(patch).length > 0
      return patch
    }
    try {
      const outcome = await saveWork(client, task, patchUpon)
      const isSaved = outcome.is === 'saved'
      if (isSaved) settle(edits)
      if (isSaved && (hasTexts || outcome.seconds > 0)) showToast(SAVED)
      setState(isSaved ? 'saved' : 'open')
    } catch (error) {
      form.rememberSent(edits.mine)
      showToast(failure(error))
      setState('open')
    } finally {
      isSending.current = false
    }
  }
  // What was typed while it was on its way is not saved yet.
  return { save, isSaving: state === 'saving', isSaved: state === 'saved' && !isEdited }
}

const SAVED = { title: 'Task updated', text: 'Your work has been saved.' }

/** A refusal whose words help more is shown in the server's words. Source: specification 8, decisions 7. */
function failure(error: unknown) {
  const isTold = error instanceof ApiError && [400, 409].includes(error.status)
  const text = (isTold && error.serverMessage) || 'Could not save your work.'
  return { title: 'Error updating task', text, variant: 'destructive' } as const
}
