import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { type BarChange, movedDates, patchOf, spanAfter } from './rules/bar-drag.ts'
import {
  type Conflict,
  type Links,
  addDependency,
  findConflict,
  isSamePlan,
  predecessorsOf,
  removeDependency,
  spansOfMoves,
} from './rules/plan.ts'
import { dropOnDay } from './rules/day-drop.ts'
import { type TimelineItem, toTimelineItem } from './rules/items.ts'

import { toggleTask } from '../complete/complete-task.ts'
import { completedTitle, reopenedTitle } from '../complete/words.ts'
import { type SeveralChanges, changeSeveral } from '../selection/commands.ts'
import { errorText } from '../sync/error-text.ts'
import { runForUndo } from '../sync/runner/run.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import { showError } from '../toasts/toast.ts'
import type { Undo } from '../sync/runner/undo-stack.ts'
import { announced } from '../ui/announced.ts'
import { useLatest } from '../ui/use-latest.ts'
import { useUnmount } from '../ui/use-unmount.ts'
import { landing } from './bar/card-drop-store.ts'
import { focusBar } from './bar/focus-bar.ts'
import { heldBars, plannedBars } from './bar/preview-store.ts'
import type { Offer, TimelineActions } from './timeline-actions.ts'
import * as words from './words.ts'

type Options = {
  tasks: readonly ShortTask[]
  links: Links
  today: Temporal.PlainDate
  zone: string
  onEdit: (item: TimelineItem) => void
  onChooseLinks: (item: TimelineItem) => void
}

export function useTimeline(options: Options) {
  const latest = useLatest(options)
  const [news, setNews] = useState('')
  const [offer, showOffer] = useOffer(options.links)
  useHeldUntilShown(options.links)
  useUnmount(plannedBars.clear)

  const actions = useMemo((): TimelineActions => {
    /** Saves a step, then releases its bars unless they're being dragged again. */
    const save: Save = (step, undoesToo) => {
      const changes = 'changes' in step ? step.changes : [step]
      const held = changes.map(({ task: { id } }) => [id, heldBars.get().get(id)] as const)
      const saved = runStep(step, undoesToo)
      saved
        .catch(nothing)
        .finally(() => held.forEach(([id, preview]) => preview && heldBars.release(id, preview)))
      return saved
    }
    const say = (text: string) => setNews(announced(text))
    return { ...barActions(latest, save, say, showOffer), ...linkActions(latest, save, say), say }
  }, [latest, showOffer])

  const dismiss = () => {
    if (offer) focusBar(offer.conflict.item.task.id)
    showOffer(null)
  }
  return { actions, news, offer, dismiss }
}

/** A change with one undo: fields of one task, or the dates of several. */
type Step = TaskChange | SeveralChanges

/** @param undoesToo the undo of an earlier step, which the same undo reverts */
function runStep(step: Step, undoesToo?: Promise<Undo>): Promise<Undo> {
  const options = { undoesToo }
  return 'changes' in step ? runForUndo(changeSeveral, step, options) : runForUndo(changeTask, step, options)
}

type Save = typeof runStep
type Say = (text: string) => void
type ShowOffer = (offer: Offer | null) => void

function barActions(latest: RefObject<Options>, save: Save, say: Say, showOffer: ShowOffer) {
  const offerMoves = (item: TimelineItem, undo: Promise<Undo>) => {
    const { links } = latest.current
    const itemById = new Map(links.itemById).set(item.task.id, item)
    const conflict = findConflict(item, { ...links, itemById })
    showOffer(conflict && { conflict, undo })
  }
  return {
    edit: (item: TimelineItem) => latest.current.onEdit(item),
    check: ({ task }: TimelineItem) => {
      if (toggleTask(task)) say(task.completed ? reopenedTitle(task.title) : completedTitle(task.title))
    },
    itemOf: (taskId: number) => latest.current.links.itemById.get(taskId),
    change: (pressed: TimelineItem, change: BarChange) => {
      const { links, zone, today } = latest.current
      // Another device may have changed the dates since the bar was pressed.
      const item = links.itemById.get(pressed.task.id) ?? pressed
      const patch = patchOf(item, change, zone)
      if (Object.keys(patch).length === 0) return heldBars.release(item.task.id)
      const undo = save({ task: item.task, patch })
      say(changeText(item, change, today))
      const moved = toTimelineItem({ ...item.task, ...patch }, zone)
      if (moved && change.part !== 'progress') offerMoves(moved, undo)
    },
    dropOnDay: (dropped: ShortTask, day: number) => {
      const { tasks, zone, today } = latest.current
      const task = tasks.find(({ id }) => id === dropped.id) ?? dropped
      const patch = dropOnDay(task, day, zone)
      const moved = toTimelineItem({ ...task, ...patch }, zone)
      if (!moved) return
      say(words.moved(task, moved, today))
      landing.set({ taskId: task.id, start: moved.start })
      if (Object.keys(patch).length === 0) return
      const undo = save({ task, patch })
      undo.catch(() => landing.set(null))
      offerMoves(moved, undo)
    },
    takeOffer: ({ conflict, undo }: Offer) => {
      // The button in the note disappears.
      focusBar(conflict.item.task.id)
      const { links, zone } = latest.current
      const changes = conflict.moves.flatMap(({ item, days }) => {
        const now = links.itemById.get(item.task.id) ?? item
        const patch = movedDates(now, days, zone)
        return Object.keys(patch).length > 0 ? [{ task: now.task, patch }] : []
      })
      heldBars.set(new Map([...heldBars.get(), ...plannedBars.get()]))
      showOffer(null)
      say(words.tasksMoved(changes.length))
      void save({ action: 'change', changes }, undo).catch(nothing)
    },
  }
}

function linkActions(latest: RefObject<Options>, save: Save, say: Say) {
  const set = (to: TimelineItem, dependencies: string[], text: string) => {
    if (dependencies.length === to.task.dependencies.length) return
    void save({ task: to.task, patch: { dependencies } }).catch(nothing)
    say(text)
  }
  return {
    chooseLinks: (item: TimelineItem) => latest.current.onChooseLinks(item),
    predecessorsOf: (item: TimelineItem) => predecessorsOf(item, latest.current.links),
    link: (from: TimelineItem, over: TimelineItem) => {
      // Another device may have changed the dependencies since the pointer reached the bar.
      const to = latest.current.links.itemById.get(over.task.id) ?? over
      const fault = faultOfLink(from, to, latest.current.tasks)
      if (fault) {
        say(fault)
        return showError(fault)
      }
      const dependencies = addDependency(to.task, from.task, latest.current.tasks)
      set(to, dependencies, words.linked(from.task, to.task))
    },
    unlink: (from: TimelineItem, to: TimelineItem) => {
      set(to, removeDependency(to.task, from.task), words.unlinked(from.task, to.task))
    },
    faultOfLink: (from: TimelineItem, to: TimelineItem) => faultOfLink(from, to, latest.current.tasks),
  }
}

/** Holds each dropped bar in place until the task list shows the same dates. */
function useHeldUntilShown(links: Links): void {
  useLayoutEffect(() => {
    for (const [id, held] of heldBars.get()) {
      const item = links.itemById.get(id)
      const isThere = item?.start === held.start && item.end === held.end
      if (!item || (isThere && item.task.progress === held.progress)) heldBars.release(id, held)
    }
  }, [links])
}

/**
 * Returns the offer, and a function that replaces it. The offer changes with the dependent tasks. The offer is
 * withdrawn when its bar has moved elsewhere or nothing is left to move.
 */
function useOffer(links: Links) {
  const [offer, setOffer] = useState<Offer | null>(null)
  const wasThere = useRef<Conflict | null>(null)
  const show = useCallback((next: Offer | null) => {
    plannedBars.set(spansOfMoves(next?.conflict.moves ?? []))
    setOffer(next)
  }, [])
  useLayoutEffect(() => {
    if (!offer) return
    const { item } = offer.conflict
    const now = links.itemById.get(item.task.id)
    const there = now?.start === item.start && now.end === item.end ? now : null
    if (!there && wasThere.current !== offer.conflict) return
    wasThere.current = offer.conflict
    const conflict = there && findConflict(there, links)
    // oxlint-disable-next-line react/set-state-in-effect -- whether a bar is in place isn't known while rendering
    if (!isSamePlan(conflict, offer.conflict)) show(conflict && { ...offer, conflict })
  }, [offer, links, show])
  return [offer, show] as const
}

function faultOfLink(from: TimelineItem, to: TimelineItem, tasks: readonly ShortTask[]): string | null {
  try {
    addDependency(to.task, from.task, tasks)
    return null
  } catch (error) {
    return errorText(error)
  }
}

function changeText({ task, ...item }: TimelineItem, change: BarChange, today: Temporal.PlainDate): string {
  if (change.part === 'progress') return words.progressChanged(task, change.progress)
  const span = spanAfter(item, change.part, change.days)
  if (change.part === 'end') return words.endMoved(task, dateOf(span.end), today)
  if (change.part === 'start') return words.startMoved(task, dateOf(span.start), today)
  return words.moved(task, { ...item, ...span }, today)
}

async function nothing(): Promise<void> {
  // The command shows its own failure.
}
