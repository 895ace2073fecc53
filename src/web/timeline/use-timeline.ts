import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { dateOf } from '#domain/day-number.ts'
import { shortDay } from '#domain/due-date.ts'
import type { Task } from '#domain/task.ts'
import { type BarChange, patchOf, spanAfter } from '#domain/timeline-drag.ts'
import {
  type Conflict,
  type Links,
  addDependency,
  findConflict,
  predecessorsOf,
  removeDependency,
  spansOfMoves,
} from '#domain/timeline-plan.ts'
import { type TimelineItem, describeSpan, toTimelineItem } from '#domain/timeline.ts'

import { type TaskChange, useChangeTasks } from '../tasks/queries.ts'
import { showRefused } from '../tasks/task-toasts.ts'
import { useLatest } from '../use-latest.ts'
import { type Preview, heldBars, plannedBars } from './preview-store.ts'
import type { TimelineActions } from './timeline-actions.ts'

type Options = {
  /** Every task of the user. */
  tasks: readonly Task[]
  links: Links
  today: Temporal.PlainDate
  zone: string
  onEdit: (item: TimelineItem) => void
  onChooseLinks: (item: TimelineItem) => void
}

/** A conflict that is shown, and the way back from the change that brought it about. */
export type Offer = { conflict: Conflict; undo: Promise<WayBack> }

/** What the timeline does with its tasks: the actions, what is spoken of them, and the offer to move others along. */
export function useTimeline(options: Options) {
  const { mutateAsync } = useChangeTasks()
  const latest = useLatest(options)
  const [news, setNews] = useState('')
  const [offer, setOffer] = useState<Offer | null>(null)
  const say = useRepeatable(setNews)
  useHeldUntilShown(options.links)
  useStaleOffer(offer, options.links, setOffer)

  const actions = useMemo((): TimelineActions => {
    /** How it is shown and what is told of it is settled elsewhere; here it only counts that bars are let go. */
    const save: Save = (changes, after) => {
      const saved = Promise.resolve(after)
        .then((wayBack) => mutateAsync({ changes, after: wayBack }))
        .then((wayBack) => wayBack ?? nothing)
      saved.catch(nothing).finally(heldBars.clear)
      return saved
    }
    return { ...barActions(latest, save, say, setOffer), ...linkActions(latest, save, say) }
  }, [latest, mutateAsync, say])

  const dismiss = () => {
    plannedBars.clear()
    setOffer(null)
  }
  return { actions, news, offer, dismiss }
}

type Save = (changes: TaskChange[], after?: Promise<WayBack>) => Promise<WayBack>
type WayBack = () => Promise<void>
type Say = (words: string) => void

function barActions(
  latest: RefObject<Options>,
  save: Save,
  say: Say,
  setOffer: (offer: Offer | null) => void,
) {
  const offerMoves = (item: TimelineItem, undo: Promise<WayBack>) => {
    const conflict = findConflict(item, withItem(latest.current.links, item))
    undo.catch(() => setOffer(null))
    const spans = [...spansOfMoves(conflict?.moves ?? [])]
    plannedBars.set(new Map(spans.map(([id, span]) => [id, { ...span, progress: 0 }])))
    setOffer(conflict && { conflict, undo })
  }
  return {
    edit: (item: TimelineItem) => latest.current.onEdit(item),
    itemOf: (taskId: number) => latest.current.links.itemById.get(taskId),
    change: (item: TimelineItem, change: BarChange) => {
      const { zone, today } = latest.current
      const patch = patchOf(item, change, zone)
      if (Object.keys(patch).length === 0) return heldBars.clear()
      const undo = save([{ task: item.task, patch }])
      say(wordsOf(item, change, today))
      const moved = toTimelineItem({ ...item.task, ...patch }, zone)
      if (moved && change.part !== 'progress') offerMoves(moved, undo)
    },
    takeOffer: ({ conflict, undo }: Offer) => {
      const { links, zone } = latest.current
      const changes = conflict.moves.flatMap(({ item, days }) => {
        const now = links.itemById.get(item.task.id) ?? item
        const patch = patchOf(now, { part: 'move', days }, zone)
        return Object.keys(patch).length > 0 ? [{ task: now.task, patch }] : []
      })
      heldBars.set(heldAsPlanned(links))
      plannedBars.clear()
      setOffer(null)
      say(changes.length === 1 ? '1 task moved.' : `${changes.length} tasks moved.`)
      void save(changes, undo).catch(nothing)
    },
  }
}

function linkActions(latest: RefObject<Options>, save: Save, say: Say) {
  const set = (to: TimelineItem, dependencies: string[], words: string) => {
    if (dependencies.length === to.task.dependencies.length) return
    void save([{ task: to.task, patch: { dependencies } }]).catch(nothing)
    say(words)
  }
  return {
    chooseLinks: (item: TimelineItem) => latest.current.onChooseLinks(item),
    predecessorsOf: (item: TimelineItem) => predecessorsOf(item, latest.current.links),
    link: (from: TimelineItem, to: TimelineItem) => {
      const fault = faultOfLink(from, to, latest.current.tasks)
      if (fault) {
        say(fault)
        return showRefused(fault)
      }
      const dependencies = addDependency(to.task, from.task, latest.current.tasks)
      set(to, dependencies, `“${to.task.title}” now depends on “${from.task.title}”.`)
    },
    unlink: (from: TimelineItem, to: TimelineItem) => {
      const words = `“${to.task.title}” no longer depends on “${from.task.title}”.`
      set(to, removeDependency(to.task, from.task), words)
    },
    faultOfLink: (from: TimelineItem, to: TimelineItem) => faultOfLink(from, to, latest.current.tasks),
  }
}

/** The planned bars with the progress of their tasks: where they are held until the list has them there. */
function heldAsPlanned({ itemById }: Links): ReadonlyMap<number, Preview> {
  return new Map(
    [...plannedBars.get()].map(([id, span]) => [
      id,
      { ...span, progress: itemById.get(id)?.task.progress ?? span.progress },
    ]),
  )
}

/** Words that are said again although they are the same, as by a key that is pressed twice. */
function useRepeatable(set: (words: string) => void): (words: string) => void {
  const last = useRef('')
  return useMemo(
    () => (words: string) => {
      last.current = last.current === words ? `${words}\u00A0` : words
      set(last.current)
    },
    [set],
  )
}

/** A bar stays where it was dropped until the list has it there. */
function useHeldUntilShown(links: Links): void {
  useLayoutEffect(() => {
    for (const [id, held] of heldBars.get()) {
      const item = links.itemById.get(id)
      if (
        !item ||
        (item.start === held.start && item.end === held.end && item.task.progress === held.progress)
      ) {
        heldBars.set(new Map([...heldBars.get()].filter(([other]) => other !== id)))
      }
    }
  }, [links])
}

/** An offer goes when its bar does not stand any more where it was dropped: it was undone, or moved elsewhere. */
function useStaleOffer(offer: Offer | null, links: Links, set: (offer: null) => void): void {
  const wasThere = useRef<Conflict | null>(null)
  useLayoutEffect(() => {
    if (!offer) return
    const { item } = offer.conflict
    const now = links.itemById.get(item.task.id)
    const isThere = now?.start === item.start && now.end === item.end && !now.task.completed
    if (isThere) wasThere.current = offer.conflict
    else if (wasThere.current === offer.conflict) {
      plannedBars.clear()
      set(null)
    }
  }, [offer, links, set])
}

/** The items with one of them as it will be. */
function withItem(links: Links, item: TimelineItem): Links {
  return { ...links, itemById: new Map(links.itemById).set(item.task.id, item) }
}

function faultOfLink(from: TimelineItem, to: TimelineItem, tasks: readonly Task[]): string | null {
  try {
    addDependency(to.task, from.task, tasks)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What is said of a change that was made. */
function wordsOf(item: TimelineItem, change: BarChange, today: Temporal.PlainDate): string {
  const { title } = item.task
  if (change.part === 'progress') return `${title}: ${change.progress}% done.`
  const span = spanAfter(item, change.part, change.days)
  if (change.part === 'end') return `${title} ends ${shortDay(dateOf(span.end), today)}.`
  if (change.part === 'start') return `${title} starts ${shortDay(dateOf(span.start), today)}.`
  return `${title} moved to ${describeSpan(span, today)}.`
}

async function nothing(): Promise<void> {
  // Failures are told where changes are made.
}
