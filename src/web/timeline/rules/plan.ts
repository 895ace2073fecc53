import { requireDependencies } from '#domain/tasks/dependency.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { TimelineItem } from './items.ts'
import { spanAfter } from './bar-drag.ts'

/** The items of a timeline by id, and the dependent items (successors) of each. */
export type Links = {
  itemById: ReadonlyMap<number, TimelineItem>
  successorsById: ReadonlyMap<number, readonly TimelineItem[]>
}

/** A bar and the whole days to move it by. */
export type PlannedMove = { item: TimelineItem; days: number }

/** Tasks that start before their dependencies end, and the moves that would fix this. */
export type Conflict = {
  /** The open dependency that ends last; null if none ends after the bar starts. */
  predecessor: TimelineItem | null
  /** The bar that was moved. */
  item: TimelineItem
  /** How many dependent tasks start before the bar ends. */
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

/** Returns the items that a task depends on. */
export function predecessorsOf({ task }: TimelineItem, { itemById }: Links): TimelineItem[] {
  return task.dependencies.map((id) => itemById.get(Number(id))).filter((item) => item !== undefined)
}

/**
 * Returns the conflict that a moved bar causes, or null. A bar conflicts if it starts before an open dependency ends, or
 * if open dependent tasks start before it ends. The planned moves put the bar after its dependencies, and every
 * dependent task after the bar, along the whole chain.
 * @param moved the bar at its new place
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

export function isSamePlan(a: Conflict | null, b: Conflict | null): boolean {
  const textOf = (c: Conflict | null) => c?.moves.map(({ item, days }) => `${item.task.id} ${days}`).join()
  return textOf(a) === textOf(b)
}

/**
 * Returns the moves that follow when a bar moves by whole days. Each open dependent task that would start too early moves
 * by as few days as possible, along every chain.
 */
export function moveAlong({ item, days }: PlannedMove, links: Links): PlannedMove[] {
  const daysById = new Map([[item.task.id, days]])
  const queue = [item]
  // Stops the loop on a cycle, which the server rejects.
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

/** Returns the spans and the progress of moved bars by task id. */
export function spansOfMoves(moves: readonly PlannedMove[]) {
  const entries = moves.map(({ item, days }) => {
    const { id, progress } = item.task
    return [id, { ...spanAfter(item, 'move', days), progress }] as const
  })
  return new Map(entries)
}

/**
 * Returns a task's dependencies with one added.
 * @param tasks all of the user's tasks
 * @throws TenfoldError `dependency_cycle`, like the server
 */
export function addDependency(task: ShortTask, before: ShortTask, tasks: readonly ShortTask[]): string[] {
  const dependencies = [...new Set([...task.dependencies, String(before.id)])]
  requireDependencies(task.id, dependencies, tasks)
  return dependencies
}

export function removeDependency(task: ShortTask, before: Pick<ShortTask, 'id'>): string[] {
  return task.dependencies.filter((id) => id !== String(before.id))
}

function openSuccessors({ task }: TimelineItem, { successorsById }: Links): TimelineItem[] {
  return (successorsById.get(task.id) ?? []).filter((item) => !item.task.completed)
}

function latestEnd(items: readonly TimelineItem[]): TimelineItem | null {
  return items.reduce<TimelineItem | null>((last, item) => (last && last.end >= item.end ? last : item), null)
}

/** Returns the minimum number of whole days by which a start must move so that it isn't before an end. */
function daysToReach(start: number, end: number): number {
  return Math.max(0, Math.ceil(end - start))
}
