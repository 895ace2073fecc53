import { useQueryClient } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'

import type { Level } from '#domain/tasks/priority.ts'
import { type TaskFormValues, checkEndDate, formToDraft, newTaskForm } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { ApiError } from '../sync/api.ts'
import { HeldFilesSection, useHeldFiles } from '../attachments/held-files.tsx'
import { showToast } from '../toasts/toast.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { keyName } from '../keys/key-names.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useLatest } from '../ui/use-latest.ts'
import { storeDates } from './due-reader.ts'
import { editedFields } from '../drafts/edits.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { uploadFiles } from '../attachments/queries.ts'
import { temporaryId } from '../sync/runner/temporary-ids.ts'
import { calls } from '../sync/runner/calls.ts'
import { useRun } from '../sync/runner/run.ts'
import { createTask, findPending } from '../tasks/data/create-task.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { errorToFields } from './task-form-errors.ts'
import { TaskForm } from './task-form.tsx'
import { useTaskForm } from './use-task-form.ts'
import * as words from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The preselected level; 5 by default. */
  level?: Level
  /** Values to start with, such as those of a quick line. */
  filled?: Partial<TaskFormValues>
  /** Returns a function that shows a task hidden by filters, or undefined if it is visible. */
  wayTo: (task: ShortTask) => (() => void) | undefined
}

/** The dialog that adds a task. The dialog opens empty unless there is a draft to restore. */
export function AddTaskDialog(props: Props) {
  const { open, filled } = props
  const [shown, setShown] = useState({ open, filled, round: open ? 1 : 0 })
  if (shown.open !== open || shown.filled !== filled) {
    const isNew = open && (!shown.open || filled !== undefined)
    setShown({ open, filled, round: shown.round + (isNew ? 1 : 0) })
  }
  return shown.round > 0 && <AddTask key={shown.round} {...props} />
}

function AddTask({ open, onClose, level, filled, wayTo }: Props) {
  const { tasks = NO_TASKS } = useTasks(open)
  const form = useTaskForm(
    useMemo(() => newTaskForm(level), [level]),
    null,
    undefined,
    filled,
  )
  const held = useHeldFiles()
  const client = useQueryClient()
  const create = useRun(createTask)
  const key = useRef(form.sentUnder ?? newIdempotencyKey())
  const isSending = useRef(false)
  const latest = useLatest({ typed: form.values, files: held.files })

  const changeKey = () => {
    key.current = newIdempotencyKey()
    form.keepSentUnder(key.current)
  }
  /** An earlier request whose response was lost created the task, and the form has since changed. */
  const offerAnother = () => {
    changeKey()
    showToast({ ...words.alreadyAdded, variant: 'destructive' })
  }
  const discard = () => {
    changeKey()
    form.discard()
  }
  const close = () => {
    form.forget()
    onClose()
  }
  const add = async () => {
    if (isSending.current || !form.check()) return
    isSending.current = true
    const { files } = held
    const { values, errors = checkEndDate(values, Temporal.Now.timeZoneId()) } = await storeDates(form.values)
    if (errors) {
      isSending.current = false
      return form.refuse(errors)
    }
    const draft = formToDraft(
      values,
      files.map(({ name }) => name),
    )
    /** Text typed and files chosen during the request belong to the next task. */
    const closeUnlessChanged = async () => {
      const { typed, files: chosen } = latest.current
      const { values: mine } = await storeDates(typed)
      if (files === chosen && editedFields(values, { mine, seen: {} }).length === 0) return close()
      held.drop(files)
      changeKey()
    }
    const pending = findPending(calls.get(), key.current, draft)
    if (pending === 'same') {
      uploadFiles(client, temporaryId(key.current), files, true)
      isSending.current = false
      return closeUnlessChanged()
    }
    // The user typed another task over a restored draft.
    if (pending === 'other') changeKey()
    // Discarding a restored draft changes the key while the request runs.
    const sentKey = key.current
    form.keepSentUnder(sentKey)
    let hasWaited = false
    create.run(draft, {
      key: sentKey,
      onWaiting: () => {
        hasWaited = true
        uploadFiles(client, temporaryId(sentKey), files, true)
      },
      onDone: ({ id }) => hasWaited || uploadFiles(client, id, files, true),
      show: wayTo,
      onSuccess: () => void closeUnlessChanged(),
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'key_reused') return offerAnother()
        form.refuse(errorToFields(error))
      },
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.addTitle}
      width="form"
      confirmDiscard={form.isEdited || held.files.length > 0}
      footer={
        <DialogFooter
          start={
            <span className="flex items-center gap-1.5 text-meta text-fg-3 max-sm:hidden">
              <Kbd>{keyName('Mod')}</Kbd> <Kbd>Enter</Kbd> {words.toAdd}
            </span>
          }
        >
          <Radix.Close asChild>
            <Button>{words.cancel}</Button>
          </Radix.Close>
          <SubmitButton form={form.id} pending={create.isPending} pendingLabel={words.adding}>
            {words.add}
          </SubmitButton>
        </DialogFooter>
      }
    >
      <TaskForm
        form={{ ...form, discard }}
        task={null}
        tasks={tasks}
        onSubmit={() => void add()}
        attachments={<HeldFilesSection {...held} />}
      />
    </Dialog>
  )
}
