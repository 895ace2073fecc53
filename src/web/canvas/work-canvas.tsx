import { Info } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'

import type { Difference } from '../conflicts/difference.ts'
import { CANVAS_FIELDS, type CanvasField } from './canvas-edits.ts'
import { levelName } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'

import { DueInFull } from '../board/card/due-in-full.tsx'
import { focusCard } from '../board/card/focus-card.ts'
import { TaskTimer } from '../clock/task-timer.tsx'
import { ChangedNote, ConflictDialog, DeletedNote } from '../conflicts/conflict-notes.tsx'
import { useConflictDialog, useSaveChoices } from '../conflicts/use-conflict-dialog.ts'
import { useRestoreTask } from '../conflicts/use-restore-task.ts'
import { editedFields } from '../drafts/edits.ts'
import { RestoredNote } from '../drafts/restored-note.tsx'
import { CategoryBadge } from '../categories/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import type { ShownTask } from '../task-form/use-shown-task.ts'
import { useToday } from '../ui/today.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { CanvasDescription } from './canvas-description.tsx'
import { CanvasFiles } from './canvas-files.tsx'
import { type CanvasForm, useCanvasForm } from './use-canvas-form.ts'
import { useSaveCanvas } from './use-save-canvas.ts'
import * as words from './words.ts'

export function WorkCanvas({ task, isOpen, isGone, onClose }: ShownTask) {
  const body = useRef<HTMLDivElement>(null)
  const form = useCanvasForm(task)
  const { save, isSaving, isSaved } = useSaveCanvas(task, form)
  const close = () => {
    form.forget()
    onClose()
  }
  const finish = useEffectEvent(close)
  useEffect(() => {
    if (isSaved && isOpen) finish()
  }, [isSaved, isOpen])

  // During a save, the task already contains the edits.
  const hasConflict = form.conflicts.length > 0 && !isSaving
  useEffect(() => {
    if (hasConflict) body.current?.scrollTo({ top: 0 })
  }, [hasConflict])

  const versions = useConflictDialog(hasConflict)
  const deleted = useRestoreTask(task.id, isGone && isOpen && form.isEdited, () => void save())
  const submit = () => {
    if (isGone) return
    if (hasConflict) return versions.open()
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else void save()
  }
  const saveChoices = useSaveChoices(versions, form.choose, submit)
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      ref={body}
      open={isOpen && (!isGone || form.isEdited)}
      onClose={close}
      // A card with a timer has no Start Work button to return focus to.
      onOpenerGone={() => focusCard(task.id, 'title')}
      title={task.title}
      subtitle={<Subtitle task={task} />}
      width="canvas"
      confirmDiscard={form.isEdited || isSaving}
      footer={
        <DialogFooter note={<ClosingNote />}>
          <SubmitButton form={form.id} disabled={isGone} pending={isSaving} pendingLabel={words.saving}>
            {words.save}
          </SubmitButton>
        </DialogFooter>
      }
    >
      <form id={form.id} noValidate onSubmit={submitForm} className="grid md:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid content-start gap-4 px-6 pt-4 pb-6 max-sm:px-4 max-sm:pt-3 max-sm:pb-3">
          <RestoredNote restored={form.restored} onDiscard={form.discard} />
          <DeletedNote {...deleted} layout="grid" />
          <ChangedNote layout="grid" isShown={hasConflict && !isGone} onShow={versions.open} />
          <CanvasDescription text={task.description} />
          <CanvasTexts form={form} />
        </div>
        <div className="grid content-start gap-7 border-line px-6 py-4 max-md:border-t max-sm:px-4 max-sm:py-3 md:border-l">
          <TaskTimer task={task} />
          <CanvasFiles task={task} />
        </div>
      </form>
      <ConflictDialog
        open={versions.isOpen}
        onClose={versions.close}
        differences={differencesOf(form)}
        merged={mergedTexts(form)}
        changedAt={task.updatedAt}
        onSave={saveChoices}
      />
    </Dialog>
  )
}

function Subtitle({ task }: { task: Task }) {
  const today = useToday()
  return (
    <p className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-label text-fg-2">
      <PriorityChip level={task.priority} />
      {levelName(task.priority)}
      <CategoryBadge name={task.category} />
      <DueInFull dueDate={task.dueDate} today={today} />
    </p>
  )
}

function ClosingNote() {
  return (
    <span className="flex items-center gap-1.5 text-meta text-fg-2">
      <Info size={14} strokeWidth={1.75} className="shrink-0" />
      {words.closingNote}
    </span>
  )
}

function differencesOf(form: CanvasForm): Difference[] {
  return form.conflicts.flatMap(({ fields, saved, mine }) =>
    fields.map((field) => ({
      key: field,
      label: words.fields[field].label,
      saved: { text: saved[field] ?? '', empty: words.emptyText },
      mine: { text: mine[field] ?? '', empty: words.emptyText },
      isText: true,
    })),
  )
}

/** Returns the names of the edited fields that don't conflict. */
function mergedTexts(form: CanvasForm): string[] {
  const open = new Set(form.conflicts.flatMap(({ fields }) => fields))
  return editedFields(form.row, form.edits)
    .filter((field) => !open.has(field))
    .map((field) => words.fields[field].label)
}

function CanvasTexts({ form }: { form: CanvasForm }) {
  return CANVAS_FIELDS.map((field) => (
    <TextAreaField
      key={field}
      {...words.fields[field]}
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(event) => form.set(field, event.target.value)}
      className="max-h-[60dvh]!"
      style={{ minHeight: `${HEIGHTS[field]}px` }}
    />
  ))
}

/** Minimum heights, in px. */
const HEIGHTS: Record<CanvasField, number> = { clearGoals: 72, notes: 168, nextSteps: 72 }
