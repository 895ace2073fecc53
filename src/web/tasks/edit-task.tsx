import { Trash2Icon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

import { levelFullMessage } from '#domain/level.ts'
import { slotStanding } from '#domain/slot-standing.ts'
import { type TaskFormValues, taskToForm } from '#domain/task-form.ts'
import type { Task } from '#domain/task.ts'

import { AttachedFilesSection } from '../attachments/attached-files.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { ChangedNote } from './fields/changed-note.tsx'
import { CompletedRow } from './fields/completed-row.tsx'
import { taskDifferences } from './fields/task-differences.ts'
import { useDeleteTask, useTasks } from './queries.ts'
import { TaskForm, useOpenCounts } from './task-form.tsx'
import { useSaveTask } from './use-save-task.ts'
import { useTaskForm } from './use-task-form.ts'

/** How long the green panel stands before the dialog closes, in ms. Source: specification 9. */
const SAVED_MS = 1000

type Props = {
  task: Task
  isOpen: boolean
  /** The row has disappeared: it is being deleted from here, or was deleted elsewhere. */
  isGone: boolean
  onClose: () => void
  onOpenerGone?: () => void
}

export function EditTask({ task, isOpen, isGone, onClose, onOpenerGone }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const { tasks = NO_TASKS } = useTasks()
  const row = useMemo(() => taskToForm(task), [task])
  const form = useTaskForm(row, task.id)
  const { save, isPending, isSaved } = useSaveTask(task, form)
  const remove = useDeleteTask()
  const isLost = isGone && remove.isIdle
  const refusal = useRefusal(task, form.values, tasks)

  const close = () => {
    form.forget()
    onClose()
  }
  const submit = () => {
    if (isLost || isSaved) return
    // What was changed elsewhere may have come in this moment: it is not written over unseen.
    if (form.conflicts.length > 0) body.current?.scrollTo({ top: 0 })
    else if (refusal) form.refuse({ priority: refusal })
    else void save()
  }
  const askThenDelete = () => {
    if (window.confirm('Are you sure you want to delete this task?'))
      remove.mutate(task, { onSuccess: close })
  }

  // The panel is to be seen, whatever part of the form was on screen, for a time that a timer outside of React counts.
  const finish = useEffectEvent(close)
  useEffect(() => {
    if (!isSaved || !isOpen) return
    body.current?.scrollTo({ top: 0 })
    const timer = setTimeout(() => finish(), SAVED_MS)
    return () => clearTimeout(timer)
  }, [isSaved, isOpen])

  return (
    <Dialog
      ref={body}
      open={isOpen && (!isGone || !isLost || form.isEdited)}
      onClose={close}
      onOpenerGone={onOpenerGone}
      title="Edit Task"
      width="form"
      confirmDiscard={form.isEdited || isPending}
      footer={
        <DialogFooter
          start={
            <Button
              variant="danger-ghost"
              icon={<Trash2Icon size={16} aria-hidden />}
              disabled={isSaved || isLost}
              pending={remove.isPending}
              pendingLabel="Deleting..."
              onClick={askThenDelete}
            >
              Delete Task
            </Button>
          }
        >
          <Radix.Close asChild>
            <Button disabled={isSaved}>Cancel</Button>
          </Radix.Close>
          <SaveButton form={form.id} isOff={isSaved || isLost} isPending={isPending} refusal={refusal} />
        </DialogFooter>
      }
    >
      <TaskForm
        form={form}
        task={task}
        tasks={tasks}
        onSubmit={submit}
        attachments={
          <AttachedFilesSection task={task} removed={form.values.removedAttachments} set={form.set} />
        }
      >
        <div aria-live="polite">
          {isSaved && (
            <div className="mb-4">
              <Note tone="ok" title="Task Saved Successfully!">
                Your changes have been saved.
              </Note>
            </div>
          )}
          {isLost && (
            <div className="mb-4">
              <Note tone="danger">
                This task was deleted in another window. Your text is kept until you close.
              </Note>
            </div>
          )}
        </div>
        {/* While it is on its way the row already shows the edits, as the server will store them. */}
        {!isPending && (
          <ChangedNote
            differences={taskDifferences(form.conflicts, row, form.values, tasks)}
            takeTheirs={form.takeTheirs}
            keepMine={form.keepMine}
          />
        )}
        {!isSaved && <CompletedRow task={task} checked={form.values.completed} set={form.set} />}
      </TaskForm>
    </Dialog>
  )
}

type SaveProps = { form: string; isOff: boolean; isPending: boolean; refusal: string | null }

/** Saves. Where the level is full it says so instead, and leads to the ladder when it is pressed. */
function SaveButton({ form, isOff, isPending, refusal }: SaveProps) {
  const button = (
    <Button
      variant="primary"
      type="submit"
      form={form}
      disabled={isOff}
      aria-disabled={isOff || refusal !== null}
      pending={isPending}
      pendingLabel="Saving..."
    >
      Save Changes
    </Button>
  )
  return refusal ? <Tooltip label={refusal}>{button}</Tooltip> : button
}

/** Why an open task cannot be saved at the level that is chosen, or null. */
function useRefusal(task: Task, values: TaskFormValues, tasks: readonly Task[]): string | null {
  const openCountAt = useOpenCounts(tasks)
  const { standing, after } = slotStanding(task, values, openCountAt)
  return standing === 'refused' ? levelFullMessage(values.priority, after - 1) : null
}

const NO_TASKS: readonly Task[] = []
