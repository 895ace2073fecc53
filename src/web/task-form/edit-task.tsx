import { Trash2Icon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

import { taskToForm } from '#domain/tasks/task-form.ts'

import { ChangedNote, ConflictDialog, DeletedNote } from '../conflicts/conflict-notes.tsx'
import { useConflictDialog, useSaveChoices } from '../conflicts/use-conflict-dialog.ts'
import { useRestoreTask } from '../conflicts/use-restore-task.ts'
import { editedFields } from '../drafts/edits.ts'
import { AttachedFilesSection } from '../attachments/attached-files.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { CompletedRow } from './fields/completed-row.tsx'
import { mergedFields, taskDifferences } from './fields/task-differences.ts'
import { useRun } from '../sync/runner/run.ts'
import { deleteTask } from '../tasks/data/commands.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { TaskForm } from './task-form.tsx'
import { useSaveTask } from './use-save-task.ts'
import { useTaskForm } from './use-task-form.ts'
import type { ShownTask } from './use-shown-task.ts'
import { useWays } from './use-ways.ts'
import { confirmDelete } from '../tasks/words.ts'
import * as words from './words.ts'

/** How long the green panel is shown before the dialog closes, in ms. Source: specification 9. */
const SAVED_MS = 1000

type Props = ShownTask & { onOpenerGone?: () => void }

export function EditTask({ task, isOpen, isGone, onClose, onOpenerGone }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const { tasks = NO_TASKS } = useTasks()
  const row = useMemo(() => taskToForm(task), [task])
  const form = useTaskForm(row, task.id)
  const ways = useWays(task, form.values, tasks)
  const { save, isPending, isSaved } = useSaveTask(task, form, ways)
  const remove = useRun(deleteTask)
  const isLost = isGone && !remove.isPending && !remove.isSuccess
  // During a save, the row already contains the edits.
  const hasConflict = form.conflicts.length > 0 && !isPending
  const versions = useConflictDialog(hasConflict)
  const deleted = useRestoreTask(task.id, isLost && isOpen && form.isEdited, save)

  const close = () => {
    form.forget()
    onClose()
  }
  const submit = () => {
    if (isLost || isSaved) return
    // A change from elsewhere may have just arrived; don't overwrite it before the user sees it.
    if (form.conflicts.length > 0) versions.open()
    else if (ways.refusal) form.refuse({ priority: ways.refusal })
    else void save()
  }
  const saveChoices = useSaveChoices(versions, form.choose, submit)
  const askThenDelete = () => {
    if (window.confirm(confirmDelete)) remove.run(task, { onSuccess: close })
  }

  // Scrolls to the panel. The timer runs outside React, so a render can't extend it.
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
      open={isOpen && (!isLost || form.isEdited)}
      onClose={close}
      onOpenerGone={onOpenerGone}
      address={`edit=${task.id}`}
      title={words.editTitle}
      width="form"
      confirmDiscard={form.isEdited || isPending}
      footer={
        <DialogFooter
          start={
            <Button
              variant="danger-ghost"
              icon={<Trash2Icon size={16} />}
              disabled={isSaved || isLost}
              pending={remove.isPending}
              pendingLabel={words.removing}
              onClick={askThenDelete}
            >
              {words.remove}
            </Button>
          }
        >
          <Radix.Close asChild>
            <Button disabled={isSaved}>{words.cancel}</Button>
          </Radix.Close>
          <SaveButton form={form.id} isOff={isSaved || isLost} isPending={isPending} refusal={ways.refusal} />
        </DialogFooter>
      }
    >
      <TaskForm
        form={form}
        task={task}
        tasks={tasks}
        onSubmit={submit}
        ways={ways}
        attachments={
          <AttachedFilesSection task={task} removed={form.values.removedAttachments} set={form.set} />
        }
      >
        <div aria-live="polite">
          {isSaved && (
            <div className="mb-4">
              <Note tone="ok" title={words.saved.title}>
                {words.saved.text}
              </Note>
            </div>
          )}
        </div>
        <DeletedNote {...deleted} />
        <ChangedNote isShown={hasConflict && !isLost} onShow={versions.open} />
        {!isSaved && <CompletedRow task={task} checked={form.values.completed} set={form.set} />}
      </TaskForm>
      <ConflictDialog
        open={versions.isOpen}
        onClose={versions.close}
        differences={taskDifferences(form.conflicts, row, form.values, tasks)}
        merged={mergedFields(editedFields(row, form.edits), form.conflicts)}
        changedAt={task.updatedAt}
        onSave={saveChoices}
      />
    </Dialog>
  )
}

type SaveProps = { form: string; isOff: boolean; isPending: boolean; refusal: string | null }

/** The submit button. If the level is full, a tooltip says so, and a click moves to the priority field. */
function SaveButton({ form, isOff, isPending, refusal }: SaveProps) {
  const button = (
    <SubmitButton
      form={form}
      disabled={isOff}
      aria-disabled={isOff || refusal !== null}
      pending={isPending}
      pendingLabel={words.saving}
    >
      {words.save}
    </SubmitButton>
  )
  return <Tooltip label={refusal}>{button}</Tooltip>
}
