import { Dialog as Radix } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'

import type { Level } from '#domain/priority.ts'
import { formToDraft, newTaskForm } from '#domain/task-form.ts'
import type { Task, TaskDraftInput } from '#domain/task.ts'

import { HeldFilesSection, useHeldFiles } from '../attachments/held-files.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { dueTextToStored } from './due-reader.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { useCreateTask, useTasks } from './queries.ts'
import { DUE_UNREAD, errorToFields } from './task-form-errors.ts'
import { TaskForm } from './task-form.tsx'
import { useTaskForm } from './use-task-form.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The level chosen at first; 5 when none is given. */
  level?: Level
  /** What brings a task on screen that the filters hide; nothing for one that they show. */
  wayTo: (task: Task) => (() => void) | undefined
}

/** Adds a task. Each time it opens, it opens empty, but for what was typed before a reload or a crash. */
export function AddTaskDialog(props: Props) {
  const { open } = props
  const [shown, setShown] = useState({ open, round: open ? 1 : 0 })
  if (shown.open !== open) setShown({ open, round: shown.round + (open ? 1 : 0) })
  return shown.round > 0 && <AddTask key={shown.round} {...props} />
}

function AddTask({ open, onClose, level, wayTo }: Props) {
  const { tasks = NO_TASKS } = useTasks(open)
  const form = useTaskForm(
    useMemo(() => newTaskForm(level), [level]),
    null,
  )
  const held = useHeldFiles()
  const create = useCreateTask(wayTo)
  const keyOf = useIdempotencyKey()
  const isSending = useRef(false)

  const close = () => {
    form.forget()
    onClose()
  }
  const add = async () => {
    if (isSending.current || !form.check()) return
    isSending.current = true
    const dueDate = await dueTextToStored(form.values.dueDate).catch(() => null)
    if (dueDate === null) {
      isSending.current = false
      return form.refuse(DUE_UNREAD)
    }
    const { files } = held
    const draft = formToDraft(
      form.values,
      dueDate,
      files.map(({ name }) => name),
    )
    create.mutate(
      { draft, key: keyOf(draft), files },
      {
        onSuccess: close,
        onError: (error) => form.refuse(errorToFields(error)),
        onSettled: () => {
          isSending.current = false
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add New Task"
      width="form"
      confirmDiscard={form.isEdited || held.files.length > 0}
      footer={
        <DialogFooter
          start={
            <span className="flex items-center gap-1.5 text-meta text-fg-3 max-sm:hidden">
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> to add
            </span>
          }
        >
          <Radix.Close asChild>
            <Button>Cancel</Button>
          </Radix.Close>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            pending={create.isPending}
            pendingLabel="Adding..."
          >
            Add Task
          </Button>
        </DialogFooter>
      }
    >
      <TaskForm
        form={form}
        task={null}
        tasks={tasks}
        onSubmit={() => void add()}
        attachments={<HeldFilesSection {...held} />}
      />
    </Dialog>
  )
}

const NO_TASKS: readonly Task[] = []

/** One key for one content: sending the same again adds nothing twice, sending something else is something new. */
function useIdempotencyKey(): (draft: TaskDraftInput) => string {
  const sent = useRef({ content: '', key: '' })
  return (draft) => {
    const content = JSON.stringify(draft)
    if (sent.current.content !== content) sent.current = { content, key: newIdempotencyKey() }
    return sent.current.key
  }
}
