import { type DependencyNode, reaches } from './dependency.ts'
import { LIST_ENTRIES_MAX } from '../limits.ts'
import { type Place, comparePlaces, endOfLevel, hasRoom } from './level.ts'
import type { Level } from './priority.ts'
import type { Present } from './task-rules.ts'
import type { Task } from './task.ts'

/** How long a deleted task can be restored. Source: decisions 13. */
export const RESTORE_DAYS = 30

/** The maximum number of deleted tasks kept per user. The oldest are removed first. */
export const DELETED_TASKS_MAX = 1000

/** Returns the cutoff: items deleted at or before it have expired. Takes and returns ISO 8601 UTC. */
export function expiryOfDeleted(now: string): string {
  return Temporal.Instant.from(now)
    .subtract({ hours: RESTORE_DAYS * 24 })
    .toString({ fractionalSecondDigits: 3 })
}

/** A task as of its deletion, with the ids of the tasks that depended on it. */
export type TrashedTask = { task: Task; dependents: readonly number[] }

/** The fields of a deleted task that the restore rule reads. */
export type TrashedLinks = Pick<Task, 'id' | 'priority' | 'position' | 'completed' | 'dependencies'> & {
  dependents: readonly number[]
}

export type PlacesAt = ReadonlyMap<Level, readonly Place[]>

/** The position and links of a restored task: its dependencies, and the tasks whose dependency on it is restored. */
export type RestoredLinks = Place & { dependencies: string[]; dependents: number[] }

/**
 * Restores a deleted task to its old position, or to the end of the waiting line if its old position would take another
 * task's slot. The task keeps its id and gets a new version.
 * @param nodes the user's other tasks
 * @param placesAt the open tasks at its level
 * @returns the task without dependencies that no longer exist, and the ids of the tasks whose dependency on it is
 *   restored. Leaves out a task that would close a cycle or already has the maximum number of dependencies.
 */
export function restoreTask(
  { task, dependents }: TrashedTask,
  nodes: readonly DependencyNode[],
  placesAt: PlacesAt,
  present: Present,
): { task: Task; dependents: number[] } {
  const [links] = restoreLinks([{ ...task, dependents }], nodes, placesAt) as [RestoredLinks]
  return { task: restoredTask(task, links, present), dependents: links.dependents }
}

export function restoredTask(task: Task, { position, dependencies }: RestoredLinks, { now }: Present): Task {
  return { ...task, position, dependencies, version: task.version + 1, updatedAt: now }
}

/**
 * Restores the positions and links of tasks that are restored together, including the links between them. Leaves out the
 * same links as `restoreTask`.
 * @param nodes the user's other tasks
 * @param placesAt the open tasks at their levels
 */
export function restoreLinks(
  trashed: readonly TrashedLinks[],
  nodes: readonly DependencyNode[],
  placesAt: PlacesAt,
): RestoredLinks[] {
  const positions = restoredPositions(trashed, placesAt)
  const byId = new Map(nodes.map((node) => [String(node.id), node.dependencies]))
  for (const { id, dependencies } of trashed) byId.set(String(id), [...dependencies])
  const restored = new Set(trashed.map(({ id }) => id))
  for (const { id, dependencies } of trashed) {
    const found = dependencies.filter((other) => byId.has(other))
    byId.set(String(id), found)
  }
  const dependentsById = new Map<number, number[]>()
  for (const { id, dependents } of trashed) {
    const again = dependents.filter((dependent) => {
      const own = byId.get(String(dependent))
      if (!own || own.length >= LIST_ENTRIES_MAX || own.includes(String(id))) return false
      if (reaches(byId.get(String(id)) ?? [], String(dependent), byId)) return false
      byId.set(String(dependent), [...own, String(id)])
      return true
    })
    const others = again.filter((dependent) => !restored.has(dependent))
    dependentsById.set(id, others)
  }
  return trashed.map(({ id, position }) => ({
    id,
    position: positions.get(id) ?? position,
    dependencies: [...(byId.get(String(id)) ?? [])],
    dependents: dependentsById.get(id) ?? [],
  }))
}

/**
 * Returns the positions of the open tasks. A task gets its old position if its level still has a free slot or the
 * position is in the waiting line. Otherwise it goes to the end of the line.
 */
function restoredPositions(trashed: readonly TrashedLinks[], placesAt: PlacesAt): Map<number, number> {
  const positions = new Map<number, number>()
  const open = trashed.filter(({ completed }) => !completed)
  for (const [level, tasks] of Map.groupBy(open, ({ priority }) => priority)) {
    const places = [...(placesAt.get(level) ?? [])]
    for (const { id, position: old } of tasks.toSorted(comparePlaces)) {
      const before = places.filter((place) => comparePlaces(place, { id, position: old }) < 0)
      const takesNoSlot = hasRoom(level, places.length) || !hasRoom(level, before.length)
      const position = takesNoSlot ? old : endOfLevel(places)
      places.push({ id, position })
      positions.set(id, position)
    }
  }
  return positions
}
