import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { decideConflict } from '#domain/sync/conflict.ts'
import { TASK_FORM_KINDS } from '#domain/sync/task-kinds.ts'
import { type TaskEdits, formToPatch } from './task-edits.ts'
import { checkEndDate, taskToForm } from '#domain/tasks/task-form.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { RoomPatch } from '#domain/tasks/slot-schema.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'

import { secondsOf } from '../clock/clock.ts'
import { loadSaveWork } from '../clock/queries.ts'
import { changed } from '../conflicts/words.ts'
import { formValues } from '../drafts/edits.ts'
import { ApiError, isNotFound } from '../sync/api.ts'
import { storeDates } from './due-reader.ts'
import { pushDown, swapTasks } from '../slots/commands.ts'
import { runAndWait, unlessWaiting } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { deletedElsewhere } from '../tasks/words.ts'
import { errorToFields } from './task-form-errors.ts'
import { showError } from '../toasts/toast.ts'
import type { TaskFormState } from './use-task-form.ts'
import type { WayChoice } from './use-ways.ts'
import { showAnswered, showChanged } from '../tasks/data/task-cache.ts'

/** The maximum number of retries of a save after changes to other fields. */
const MERGES_MAX = 3

/**
 * Saves a form's edits if the task hasn't changed since it loaded. Retries on the new version if other fields changed;
 * leaves a conflict in an edited field to the user.
 */
export function useSaveTask(task: Task, form: TaskFormState, choice: WayChoice, onSaved?: () => void) {
  const client = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const isSending = useRef(false)

  const saved = () => {
    form.settle(form.edits)
    setIsSaved(true)
    onSaved?.()
  }
  const unsaved = () => form.putBack(form.edits)
  const send = (row: Task, edits: TaskEdits, merges: number) => {
    const patch = patchUnlessConflict(row, edits)
    // The form shows the conflict, because the list already has the newer version.
    if (!patch) return settle(unsaved)
    const errors = checkDates(row, edits)
    if (errors) return settle(() => form.refuse(errors))
    if (Object.keys(patch).length === 0) return settle(saved)
    const onError = (error: Error) => {
      const theirs = error instanceof ApiError && error.code === 'changed' ? error.body?.task : undefined
      if (theirs) showAnswered(client, theirs)
      if (isNotFound(error)) showChanged(client, [{ id: row.id, deleted: true }])
      if (form.isForgotten()) return settle(() => undefined)
      // The dialog may be closed by now, so it can't show why the edits aren't saved.
      const isSeen = document.getElementById(form.id) !== null
      if (theirs && merges > 0 && (isSeen || patchUnlessConflict(theirs, edits)))
        return send(theirs, edits, merges - 1)
      if (isSeen) unsaved()
      else form.keepApart(edits)
      if (!isSeen && (theirs || isNotFound(error))) showError(theirs ? changed : deletedElsewhere)
      else if (theirs) showError(changeTask.failure(error, { task: row, patch }))
      const errors = errorToFields(error)
      setHasFailed(Object.keys(errors).length === 0)
      settle(() => form.refuse(errors))
    }
    if (patch.completed && secondsOf(row.id) > 0)
      return void complete(row, edits).then((isDone) => settle(isDone ? saved : unsaved), onError)
    sendSave(row, patch, choice).then(() => settle(saved), onError)
  }
  const settle = (outcome: () => void) => {
    isSending.current = false
    setIsPending(false)
    outcome()
  }

  /** @param row the newest version of the task */
  const save = async (row = task) => {
    if (isSending.current || !form.check()) return
    isSending.current = true
    setIsPending(true)
    setHasFailed(false)
    const { values: mine, errors } = await storeDates(form.edits.mine)
    if (errors) settle(() => form.refuse(errors))
    else send(row, { ...form.edits, mine }, MERGES_MAX)
  }

  // Text typed during the save isn't saved yet, and removing it later must not close the form.
  if (isSaved && form.isEdited) setIsSaved(false)
  return { save, isPending, isSaved: isSaved && !form.isEdited, hasFailed }
}

/** Sends a save, with the chosen option at a full level, if any. Settles even if another task replaces the form. */
async function sendSave(task: Task, patch: TaskPatch, { ways, way }: WayChoice): Promise<unknown> {
  const seen = { seen: task.version, showsMissing: true }
  if (!ways || !way || way.kind === 'wait')
    return unlessWaiting(seen, (options) =>
      runAndWait(changeTask, { task, patch, ...(way && { waits: true }) }, options),
    )
  const { priority: _, ...others } = patch
  const isMore = Object.keys(others).length > 0
  const making = { task, ...(isMore && { patch: others as RoomPatch }) }
  // A call in the outbox can't merge its fields with a newer version of the task, so the form keeps them instead.
  const sending = { ...seen, canWait: !isMore }
  const { level, moves } = ways
  if (way.kind === 'push')
    return unlessWaiting(sending, (options) => runAndWait(pushDown, { ...making, level, moves }, options))
  const other = ways.holding.find(({ id }) => id === way.with)
  if (!other) throw new Error(`Task ${way.with} holds no slot.`)
  return unlessWaiting(sending, (options) => runAndWait(swapTasks, { ...making, other }, options))
}

/** Returns null if an edited field has a conflict with the row. */
function patchUnlessConflict(row: Task, edits: TaskEdits): TaskPatch | null {
  const change = { base: edits.seen, patch: edits.mine }
  return decideConflict(change, taskToForm(row), TASK_FORM_KINDS).kind === 'ask'
    ? null
    : formToPatch(row, edits)
}

/** Saves the edits and the timer's time in one write. Returns false if an edited field has a conflict. */
async function complete(task: Task, edits: TaskEdits): Promise<boolean> {
  const { completeWithTime } = await loadSaveWork()
  const changes = (row: ShortTask) => (hasTexts(row) ? patchUnlessConflict(row, edits) : null)
  return (await completeWithTime(task, changes, {})) !== 'conflict'
}

function checkDates(task: Task, edits: TaskEdits) {
  const hasDates = 'startDate' in edits.mine || 'endDate' in edits.mine
  return hasDates && checkEndDate(formValues(taskToForm(task), edits), Temporal.Now.timeZoneId())
}
