import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { type TaskField, taskToForm } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { editedFields } from '../drafts/edits.ts'
import type { TaskEdits } from '../task-form/task-edits.ts'
import { useSaveTask } from '../task-form/use-save-task.ts'
import { type TaskFormState, useTaskForm } from '../task-form/use-task-form.ts'
import { useWays } from '../task-form/use-ways.ts'
import { discardedSince } from './discarded.ts'

/** How long 'Saved' is shown, in ms. Source: design, 'Details'. */
const SAVED_MS = 2000

/** The values that are edited in place, each with its form fields. */
const FIELDS = {
  title: ['title'],
  description: ['description'],
  level: ['priority'],
  due: ['dueDate'],
  start: ['startDate'],
  end: ['endDate'],
  estimate: ['hours', 'minutes'],
  category: ['category'],
  project: ['projectName'],
  repeats: ['isRecurring', 'recurrenceFrequency', 'recurrenceForwardContent'],
  dependencies: ['dependencies'],
} as const satisfies Record<string, readonly TaskField[]>

export type Part = keyof typeof FIELDS

type Owner = {
  task: Task
  tasks: readonly ShortTask[]
  /** Whether the task was deleted. */
  isGone: boolean
  onClose: () => void
}

export type InPlaceState = ReturnType<typeof useInPlace>

/**
 * Edits the values of a task one by one. A value shows its field while it is edited, and until its change is saved.
 * Changes from other windows are merged or lead to a conflict, as in the edit form.
 */
export function useInPlace(owner: Owner) {
  const { task, tasks } = owner
  const row = useMemo(() => taskToForm(task), [task])
  const form = useTaskForm(row, task.id, 'details')
  const [active, setActive] = useState<Part | null>(null)
  /** The value whose field has focus. After a keyboard save, it isn't active, but stays open if the save failed. */
  const focused = useRef<Part | null>(null)
  /** The value that gets focus once its field closes, unless another field opens. */
  const returnTo = useRef<Part | null>(null)
  const discarded = useDiscarded(form)
  const saving = useSaving(owner, form, discarded.settle)

  const dirty = editedFields(row, form.edits)
  const isDirty = (part: Part) => FIELDS[part].some((field) => dirty.includes(field))
  const leave = (part: Part) => {
    setActive((now) => (now === part ? null : now))
    saving.request()
  }
  return {
    task,
    tasks,
    form,
    active,
    ...saving,
    /** Also opens a value with an error, such as an end before a new start. */
    isOpen: (part: Part) =>
      active === part || isDirty(part) || FIELDS[part].some((field) => field in form.errors),
    isDirty,
    open: (part: Part) => {
      focused.current = part
      returnTo.current = null
      saving.stay()
      setActive(part)
    },
    /** Saves the typed text when the focus leaves the field. */
    leave: (part: Part) => {
      focused.current = null
      leave(part)
    },
    /** Saves with the keyboard. The focus returns to the value. */
    commit: (part: Part) => {
      returnTo.current = part
      saving.stay()
      leave(part)
    },
    /** Restores the value of the field that has focus. Returns whether there is such a field. */
    restore: (): boolean => {
      const part = active ?? focused.current
      if (!part || (part !== active && !isDirty(part))) return false
      if (isDirty(part)) discarded.keep(part)
      for (const field of FIELDS[part]) form.takeTheirs(field)
      returnTo.current = part
      setActive(null)
      return true
    },
    /** Restores the text that `restore` discarded. Returns whether there was any. */
    bringBack: (): boolean => {
      const part = discarded.bringBack()
      if (part) setActive(part)
      return part !== null
    },
    /** Returns whether a field was closed with the keyboard, so its value should get focus. Returns true only once. */
    takeReturn: (part: Part): boolean => {
      if (returnTo.current !== part) return false
      returnTo.current = null
      return true
    },
  }
}

/** Saves the form's edits one write at a time. */
function useSaving({ task, tasks, isGone, onClose }: Owner, form: TaskFormState, onSaved: () => void) {
  /** How many saves were requested, and how many of them were attempted. */
  const [requests, setRequests] = useState(0)
  const request = () => setRequests((count) => count + 1)
  const attempted = useRef(0)
  /** Closes the dialog once everything is saved; null while it stays open. */
  const closing = useRef<(() => void) | null>(null)
  const [isSaved, flashSaved] = useFlash(SAVED_MS)
  const ways = useWays(task, form.values, tasks)
  const { refusal } = ways
  const { save, isPending, hasFailed } = useSaveTask(task, form, ways, () => {
    onSaved()
    flashSaved()
    // The next attempt saves what was typed during this save, or closes the dialog.
    if (closing.current) request()
  })
  const hasErrors = Object.keys(form.errors).length > 0

  const stay = () => {
    closing.current = null
  }
  const attempt = () => {
    if (isGone) return
    if (!form.isEdited) return closing.current?.()
    if (form.conflicts.length === 0 && !refusal && form.check()) return void save()
    stay()
    if (refusal && form.conflicts.length === 0) form.refuse({ priority: refusal })
  }
  const attemptLatest = useEffectEvent(attempt)
  // Runs one render later, when the edits include the last keystroke.
  useEffect(() => {
    if (isPending || attempted.current === requests) return
    attempted.current = requests
    attemptLatest()
  }, [requests, isPending])

  return {
    isPending,
    hasFailed,
    isSaved,
    save,
    ways,
    /** Whether closing would lose text that can't be saved now. */
    mustAsk: form.isEdited && !isPending && (isGone || hasFailed || hasErrors || form.conflicts.length > 0),
    request,
    /** Keeps the dialog open after the pending save. */
    stay,
    /** Resolves all conflicts and saves. */
    choose: (saved: ReadonlySet<string>) => {
      stay()
      form.choose(saved)
      request()
    },
    /** Closes the dialog once the typed text is saved, unless `staysOpen`, and then runs `next`. */
    close: (next?: () => void, staysOpen = false) => {
      const close = () => {
        stay()
        if (!staysOpen) onClose()
        next?.()
      }
      // While a save is being sent, the form shows its values as saved, but it can still fail.
      if (!form.isEdited && !(next && isPending)) return close()
      closing.current = close
      request()
    },
  }
}

type Discarded = { part: Part; edits: TaskEdits }

/** Keeps the last text that Escape discarded. */
function useDiscarded(form: TaskFormState) {
  const [last, setLast] = useState<Discarded | null>(null)
  return {
    keep: (part: Part) => setLast({ part, edits: form.edits }),
    /** Must come from the render in which the save began. */
    settle: () => setLast((now) => discardedSince(last, now, form.edits)),
    /** Puts the text back into the form. Returns the part to which it belongs, or null if there is no text. */
    bringBack: (): Part | null => {
      const { part, edits } = last ?? {}
      // Newer text stays, and may not be saved yet.
      if (!part || !edits || FIELDS[part].some((field) => field in form.edits.mine)) return null
      setLast(null)
      const fields = FIELDS[part].filter((field) => field in edits.mine)
      const mine = Object.fromEntries(fields.map((field) => [field, edits.mine[field]]))
      form.putBack({ mine, seen: edits.seen })
      return part
    },
  }
}

/** Returns whether `flash` was called in the last `ms` milliseconds, and `flash` itself. */
function useFlash(ms: number): [boolean, () => void] {
  const [flash, setFlash] = useState<{ isOn: boolean }>({ isOn: false })
  useEffect(() => {
    if (!flash.isOn) return
    const timer = setTimeout(() => setFlash({ isOn: false }), ms)
    return () => clearTimeout(timer)
  }, [flash, ms])
  return [flash.isOn, () => setFlash({ isOn: true })]
}
