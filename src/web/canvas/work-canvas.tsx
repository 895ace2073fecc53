import { Info } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'

import type { CanvasField } from '#domain/canvas.ts'
import { levelName } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { DueText } from '../board/due.tsx'
import { TaskTimer } from '../clock/task-timer.tsx'
import { RestoredNote } from '../drafts/restored-note.tsx'
import { CategoryBadge } from '../tasks/category-badge.tsx'
import { ChangedNote } from '../tasks/fields/changed-note.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { useToday } from '../today.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { CanvasDescription } from './canvas-description.tsx'
import { CanvasFiles } from './canvas-files.tsx'
import { CanvasText } from './canvas-text.tsx'
import { type CanvasForm, useCanvasForm } from './use-canvas-form.ts'
import { useSaveCanvas } from './use-save-canvas.ts'

type Props = {
  task: Task
  isOpen: boolean
  /** The task was deleted elsewhere. */
  isGone: boolean
  onClose: () => void
}

export function WorkCanvas({ task, isOpen, isGone, onClose }: Props) {
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

  // While they are on their way the task already shows the edits.
  const hasConflict = form.conflicts.length > 0 && !isSaving
  useEffect(() => {
    if (hasConflict) body.current?.scrollTo({ top: 0 })
  }, [hasConflict])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isGone) return
    if (hasConflict) return body.current?.scrollTo({ top: 0 })
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else void save()
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    <Dialog
      ref={body}
      open={isOpen && (!isGone || form.isEdited)}
      onClose={close}
      title={task.title}
      subtitle={<Subtitle task={task} />}
      width="canvas"
      confirmDiscard={form.isEdited || isSaving}
      footer={
        <DialogFooter note={<ClosingNote />}>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={isGone}
            pending={isSaving}
            pendingLabel="Saving..."
          >
            Save &amp; Close
          </Button>
        </DialogFooter>
      }
    >
      <form
        id={form.id}
        noValidate
        onSubmit={submit}
        onKeyDownCapture={submitByKey}
        className="grid md:grid-cols-[minmax(0,1fr)_320px]"
      >
        <div className="grid content-start gap-4 px-6 pt-4 pb-6 max-sm:px-4 max-sm:pt-3 max-sm:pb-3">
          <CanvasNotes form={form} isGone={isGone} isSaving={isSaving} />
          <CanvasDescription text={task.description} />
          <CanvasTexts form={form} />
        </div>
        <div className="grid content-start gap-7 border-line px-6 py-4 max-md:border-t max-sm:px-4 max-sm:py-3 md:border-l">
          <TaskTimer task={task} />
          <CanvasFiles task={task} />
        </div>
      </form>
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
      <DueText dueDate={task.dueDate} today={today} />
    </p>
  )
}

function ClosingNote() {
  return (
    <span className="flex items-center gap-1.5 text-meta text-fg-2">
      <Info size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      Closing keeps the clock running. Time is added when you save.
    </span>
  )
}

type NotesProps = { form: CanvasForm; isGone: boolean; isSaving: boolean }

/** What is to be known before writing on: a draft that came back, a change or a deletion elsewhere. */
function CanvasNotes({ form, isGone, isSaving }: NotesProps) {
  const differences = form.conflicts.map((field) => ({
    field,
    label: TEXTS[field].label,
    theirs: form.row[field] || 'Empty',
    yours: form.values[field] || 'Empty',
  }))
  return (
    <>
      <RestoredNote restored={form.restored} onDiscard={form.discard} />
      <div aria-live="polite" className="empty:hidden">
        {isGone && (
          <Note tone="danger">
            This task was deleted in another window. Your text is kept until you close.
          </Note>
        )}
      </div>
      {!isSaving && differences.length > 0 && (
        <ChangedNote
          areTexts
          differences={differences}
          takeTheirs={form.takeTheirs}
          keepMine={form.keepMine}
        />
      )}
    </>
  )
}

function CanvasTexts({ form }: { form: CanvasForm }) {
  return Object.entries(TEXTS).map(([name, text]) => {
    const field = name as CanvasField
    return (
      <CanvasText
        key={field}
        {...text}
        value={form.values[field]}
        error={form.errors[field]}
        onChange={(text) => form.set(field, text)}
      />
    )
  })
}

/** In the order of the canvas. */
const TEXTS: Record<CanvasField, { label: string; placeholder: string; height: number }> = {
  clearGoals: { label: 'Clear Goals', placeholder: 'What you want to have when you stop', height: 72 },
  notes: { label: 'Notes', placeholder: 'What you find out on the way', height: 168 },
  nextSteps: { label: 'Next Steps', placeholder: 'What you will pick up first next time', height: 72 },
}
