import { Play, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

import { taskToForm } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CanvasFiles } from '../canvas/canvas-files.tsx'
import { ChangedNote, ConflictDialog, DeletedNote } from '../conflicts/conflict-notes.tsx'
import { useConflictDialog } from '../conflicts/use-conflict-dialog.ts'
import { useRestoreTask } from '../conflicts/use-restore-task.ts'
import { editedFields } from '../drafts/edits.ts'
import { RestoredNote } from '../drafts/restored-note.tsx'
import { run } from '../sync/runner/run.ts'
import { mergedFields, taskDifferences } from '../task-form/fields/task-differences.ts'
import type { ShownTask } from '../task-form/use-shown-task.ts'
import { deleteTask } from '../tasks/data/commands.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { numberText } from '../ui/numbers.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { Description } from './description.tsx'
import { LinkedTasks } from './linked-tasks.tsx'
import { DetailsMenu } from './menu.tsx'
import { rememberCard } from './remember-card.ts'
import { CompleteButton, RoundControl } from './round-control.tsx'
import { Title } from './title.tsx'
import { type InPlaceState, useInPlace } from './use-in-place.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { Values } from './values.tsx'
import * as words from './words.ts'

export type DetailsActions = {
  onClose: () => void
  onOpen: (task: ShortTask) => void
  onEdit: (task: ShortTask) => void
  onStartWork: (task: ShortTask) => void
}

type Props = DetailsActions & ShownTask & { tasks: readonly ShortTask[] }

export function Details({ task, tasks, isOpen, isGone, onClose, onOpen, ...actions }: Props) {
  const isNarrow = useMediaQuery(NARROW)
  const edit = useInPlace({ task, tasks, isGone, onClose })
  const [returnToCard] = useState(() => rememberCard(task.id))
  const { form, mustAsk } = edit
  useUndoKeys(form.id, isOpen, edit.bringBack)

  const discard = () => {
    form.forget()
    onClose()
  }
  const remove = () => {
    // Undo restores the task, and text that couldn't be saved with it.
    if (!mustAsk) form.forget()
    onClose()
    run(deleteTask, task)
  }
  // Text that can't be saved now stays as a draft.
  const openLinked = (other: ShortTask) => (mustAsk ? onOpen(other) : edit.close(() => onOpen(other), true))
  const startWork = () => edit.close(() => actions.onStartWork(task))
  return (
    <Dialog
      open={isOpen && (!isGone || form.isEdited)}
      onClose={mustAsk ? discard : () => edit.close()}
      onOpenerGone={returnToCard}
      onEscape={() => !isGone && edit.restore()}
      address={`task=${task.id}`}
      title={task.title}
      width="details"
      confirmDiscard={mustAsk}
      header={
        <DetailsHeader
          edit={edit}
          isNarrow={isNarrow}
          onStartWork={startWork}
          menu={
            <DetailsMenu
              task={task}
              onEdit={() => edit.close(() => actions.onEdit(task))}
              onDelete={remove}
            />
          }
        />
      }
      footer={
        isNarrow && (
          <DialogFooter>
            <CompleteButton task={task} />
            <Button variant="primary" icon={<Play size={16} />} onClick={startWork}>
              {words.startWork}
            </Button>
          </DialogFooter>
        )
      }
    >
      <div id={form.id} className="md:grid md:min-h-full md:grid-cols-[minmax(0,1fr)_312px]">
        <div className="min-w-0 px-6 pt-4 pb-6 max-sm:px-4 max-sm:pt-2 max-sm:pb-3">
          {isNarrow && (
            <div className="flex items-start gap-3 pb-2">
              <RoundControl task={task} />
              <Title edit={edit} />
            </div>
          )}
          <Notes edit={edit} isGone={isGone && isOpen} />
          <Description edit={edit} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border-line px-6 py-4 max-md:border-t max-sm:mx-4 max-sm:px-0 md:border-l md:px-5">
          <Values edit={edit} />
          <LinkedTasks edit={edit} onOpen={openLinked} />
          <CanvasFiles task={task} title={<FilesTitle count={task.attachments.length} />} />
        </div>
      </div>
    </Dialog>
  )
}

type HeaderProps = { edit: InPlaceState; isNarrow: boolean; onStartWork: () => void; menu: ReactNode }

/** On a phone, the title is below the header and scrolls, and the buttons are in the footer. */
function DetailsHeader({ edit, isNarrow, onStartWork, menu }: HeaderProps) {
  const saved = (
    <output className="shrink-0 text-meta text-fg-2">
      {edit.isPending ? words.saving : edit.isSaved && words.saved}
    </output>
  )
  const close = (
    <Radix.Close asChild>
      <IconButton label={words.close} icon={<X size={16} />} />
    </Radix.Close>
  )
  if (isNarrow)
    return (
      <header className="flex shrink-0 items-center justify-between gap-2 px-2 pt-2">
        {close}
        {saved}
        {menu}
      </header>
    )
  return (
    <header className="flex shrink-0 items-start gap-3 border-b border-line px-6 py-4">
      <RoundControl task={edit.task} />
      <Title edit={edit} />
      <div className="-my-0.5 -mr-2 flex shrink-0 items-center gap-2">
        {saved}
        <Button icon={<Play size={14} />} onClick={onStartWork}>
          {words.startWork}
        </Button>
        {menu}
        {close}
      </div>
    </header>
  )
}

/** Notes about a restored draft, a deleted task, or a change in another window to an edited field. */
function Notes({ edit, isGone }: { edit: InPlaceState; isGone: boolean }) {
  const { task, tasks, form } = edit
  const row = taskToForm(task)
  // During a save, the row already contains the edits.
  const hasConflict = form.conflicts.length > 0 && !edit.isPending && !isGone
  const versions = useConflictDialog(hasConflict)
  const deleted = useRestoreTask(task.id, isGone && form.isEdited, (restored) => void edit.save(restored))
  const saveChoices = (saved: ReadonlySet<string>) => {
    versions.close()
    edit.choose(saved)
  }
  return (
    <>
      <RestoredNote restored={form.restored} onDiscard={form.discard} className="pb-3" />
      <DeletedNote {...deleted} />
      <ChangedNote isShown={hasConflict} onShow={versions.open} />
      <ConflictDialog
        open={versions.isOpen}
        onClose={versions.close}
        differences={taskDifferences(form.conflicts, row, form.values, tasks)}
        merged={mergedFields(editedFields(row, form.edits), form.conflicts)}
        changedAt={task.updatedAt}
        onSave={saveChoices}
      />
    </>
  )
}

function FilesTitle({ count }: { count: number }) {
  return (
    <>
      {words.attachedFiles}{' '}
      {count > 0 && <span className="ml-1 font-normal text-fg-2">{numberText(count)}</span>}
    </>
  )
}
