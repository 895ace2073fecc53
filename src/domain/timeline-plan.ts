import { dateOf } from './day-number.ts'
import { requireDependencies } from './dependency.ts'
import { shortDay } from './due-date.ts'
import type { Task } from './task.ts'
import type { Span, TimelineItem } from './timeline.ts'
import { spanAfter } from './timeline-drag.ts'

/** The items of a timeline by id, and which of them come after each: what depends on it. */
export type Links = {
  itemById: ReadonlyMap<number, TimelineItem>
  successorsById: ReadonlyMap<number, readonly TimelineItem[]>
}

/** A bar that is to move by whole days. */
export type PlannedMove = { item: TimelineItem; days: number }

/** What is wrong with a bar's place, and the moves that would put it right. */
export type Conflict = {
  /** The task that ends last of those that ought to have ended before the bar starts. */
  predecessor: TimelineItem | null
  /** The bar that was moved, and how many of the tasks after it now start before it ends. */
  item: TimelineItem
  lateCount: number
  moves: readonly PlannedMove[]
}

export function linkItems(items: readonly TimelineItem[]): Links {
  const itemById = new Map(items.map((item) => [item.task.id, item]))
  const successorsById = new Map<number, TimelineItem[]>()
  for (const item of items) {
    for (const id of item.task.dependencies) {
      const successors = successorsById.get(Number(id))
      if (successors) successors.push(item)
      else successorsById.set(Number(id), [item])
    }
  }
  return { itemById, successorsById }
}

/** The shown tasks that a task depends on. */
export function predecessorsOf({ task }: TimelineItem, { itemById }: Links): TimelineItem[] {
  return task.dependencies.map((id) => itemById.get(Number(id))).filter((item) => item !== undefined)
}

/**
 * Why a bar cannot stand where it was moved to: it starts before an open task it depends on has ended, or tasks that
 * depend on it start before its own end. Null when all is well. The moves put the bar after what it depends on, and
 * along with it every open task after it that would start too early, and those after these.
 * @param moved the bar, where it stands by now
 */
export function findConflict(moved: TimelineItem, links: Links): Conflict | null {
  if (moved.task.completed) return null
  const predecessor = latestEnd(predecessorsOf(moved, links).filter(({ task }) => !task.completed))
  const isEarly = predecessor !== null && predecessor.end > moved.start
  const late = openSuccessors(moved, links).filter(({ start }) => start < moved.end)
  if (!isEarly && late.length === 0) return null
  const days = isEarly ? daysToReach(moved.start, predecessor.end) : 0
  const moves = moveAlong({ item: moved, days }, links)
  return {
    predecessor: isEarly ? predecessor : null,
    item: moved,
    lateCount: late.length,
    moves: days > 0 ? [{ item: moved, days }, ...moves] : moves,
  }
}

/**
 * The tasks that must move along when a bar moves by whole days: open ones that depend on it and would start before it
 * ends, by as few days as it takes, and so on along every chain.
 */
export function moveAlong({ item, days }: PlannedMove, links: Links): PlannedMove[] {
  const daysById = new Map([[item.task.id, days]])
  const queue = [item]
  // In a circle, which the server refuses, this would go on for ever.
  const turnsMax = links.itemById.size ** 2
  for (let turn = 0; turn < turnsMax; turn++) {
    const next = queue.shift()
    if (!next) break
    const { end } = spanAfter(next, 'move', daysById.get(next.task.id) ?? 0)
    for (const successor of openSuccessors(next, links)) {
      const has = daysById.get(successor.task.id) ?? 0
      const needs = daysToReach(successor.start, end)
      if (needs <= has || successor.task.id === item.task.id) continue
      daysById.set(successor.task.id, needs)
      queue.push(successor)
    }
  }
  daysById.delete(item.task.id)
  return [...daysById].flatMap(([id, days]) => {
    const moved = links.itemById.get(id)
    return moved ? [{ item: moved, days }] : []
  })
}

/** Where the planned moves put their bars, by id. */
export function spansOfMoves(moves: readonly PlannedMove[]): Map<number, Span> {
  return new Map(moves.map(({ item, days }) => [item.task.id, spanAfter(item, 'move', days)]))
}

/** A conflict in words. */
export function describeConflict(
  { predecessor, item, lateCount }: Conflict,
  today: Temporal.PlainDate,
): string {
  const title = quote(item.task)
  const early =
    predecessor &&
    `${title} starts before ${quote(predecessor.task)} ends (${shortDay(dateOf(predecessor.end), today)}).`
  const late =
    lateCount > 0 &&
    `${lateCount === 1 ? '1 task that depends' : `${lateCount} tasks that depend`} on ${early ? 'it' : title} ${lateCount === 1 ? 'starts' : 'start'} before it ends.`
  return [early, late].filter(Boolean).join(' ')
}

/** What the planned moves do, as the name of an action. */
export function describeMoves({ item, moves }: Conflict): string {
  const others = moves.filter((move) => move.item.task.id !== item.task.id).length
  const successors = others === 1 ? '1 successor' : `${others} successors`
  if (others === moves.length) return `Move ${successors} along`
  return others === 0 ? `Move it after its predecessor` : `Move it and ${successors} along`
}

/**
 * The dependencies of a task when another one comes before it too.
 * @param tasks every task of the user
 * @throws TenfoldError `dependency_cycle`, as the server does
 */
export function addDependency(task: Task, before: Task, tasks: readonly Task[]): string[] {
  const dependencies = [...new Set([...task.dependencies, String(before.id)])]
  requireDependencies(task.id, dependencies, tasks)
  return dependencies
}

export function removeDependency(task: Task, before: Pick<Task, 'id'>): string[] {
  return task.dependencies.filter((id) => id !== String(before.id))
}

function openSuccessors({ task }: TimelineItem, { successorsById }: Links): TimelineItem[] {
  return (successorsById.get(task.id) ?? []).filter((item) => !item.task.completed)
}

function latestEnd(items: readonly TimelineItem[]): TimelineItem | null {
  return items.reduce<TimelineItem | null>((last, item) => (last && last.end >= item.end ? last : item), null)
}

/** The fewest whole days after which a start is not before an end; none when it is not. */
function daysToReach(start: number, end: number): number {
  return Math.max(0, Math.ceil(end - start))
}

function quote({ title }: Pick<Task, 'title'>): string {
  return `“${title}”`
}
