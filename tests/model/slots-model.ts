import type { Task } from '#domain/tasks/task.ts'

import {
  type Answer,
  type Call,
  type Model,
  type Moment,
  endOf,
  listOpen,
  refusal,
  refuseVersion,
  replaceTask,
  slotsOf,
} from './model.ts'

/**
 * Returns the result of a swap or a push down: the moved tasks in order, and the new order of each level. Returns
 * null if the task can't move there.
 */
export function roomFor(
  model: Model,
  call: Call & { kind: 'swap' | 'push' },
): { moves: { id: number; priority: number }[]; levels: Map<number, number[]> } | null {
  const task = model.tasks.get(call.id)
  const idsAt = (level: number) => listOpen(model, level).map(({ id }) => id)
  if (!task || task.completed) return null
  if (call.kind === 'swap') {
    const other = model.tasks.get(call.with)
    if (!other || other.completed || other.priority === task.priority) return null
    const exchanged = (level: number) =>
      idsAt(level).map((id) => (id === task.id ? other.id : id === other.id ? task.id : id))
    return {
      moves: [
        { id: task.id, priority: other.priority },
        { id: other.id, priority: task.priority },
      ],
      levels: new Map([other.priority, task.priority].map((level) => [level, exchanged(level)])),
    }
  }
  if (task.priority === call.level) return null
  const levels = new Map<number, number[]>()
  const moves = [{ id: task.id, priority: call.level }]
  let arriving = task.id
  for (let level = call.level; ; level++) {
    const ids = idsAt(level).filter((id) => id !== task.id)
    const slots = slotsOf(level)
    const last = ids.length < slots || level === task.priority ? undefined : ids[slots - 1]
    if (level > call.level) ids.unshift(arriving)
    else ids.splice(last === undefined ? ids.length : slots - 1, 0, arriving)
    levels.set(level, ids)
    if (last === undefined) break
    moves.push({ id: last, priority: Math.min(level + 1, 10) })
    if (level === 10) break
    ids.splice(ids.indexOf(last), 1)
    arriving = last
  }
  return { moves, levels }
}

/** Applies a swap or a push down. */
export function makeRoom(model: Model, call: Call & { kind: 'swap' | 'push' }, moment: Moment): Answer[] {
  const task = model.tasks.get(call.id)
  if (!task) return [refusal(404, 'not_found')]
  const refusals = refuseVersion(task, call.ifMatch)
  if (call.kind === 'swap' && !model.tasks.has(call.with)) return [...refusals, refusal(404, 'not_found')]
  const room = roomFor(model, call)
  if (!room) refusals.push(call.moves ? refusal(412, 'changed') : refusal(400, 'invalid'))
  else if (call.moves && JSON.stringify(call.moves) !== JSON.stringify(room.moves))
    refusals.push(refusal(412, 'changed'))
  if (!room || refusals.length > 0) return refusals
  const before = new Map(model.tasks)
  for (const [level, ids] of room.levels) {
    let last: Task | null = null
    for (const [index, id] of ids.entries()) {
      const old = before.get(id) as Task
      const came = old.priority !== level
      let position = came ? positionOfArrival(before, call, level, index) : old.position
      if (last && (position < last.position || (position === last.position && id < last.id)))
        position = last.position + 1
      last = { ...old, priority: level as Task['priority'], position }
      if (came || position !== old.position) replaceTask(model, last, moment)
    }
  }
  const changed = [...model.tasks.values()].filter((one) => before.get(one.id) !== one)
  const first = room.moves.flatMap(({ id }) => changed.find((one) => one.id === id) ?? [])
  const rest = [...room.levels.values()].flat().flatMap((id) => changed.find((one) => one.id === id) ?? [])
  const tasks = [...new Set([...first, ...rest])].map(placeOf)
  return [{ status: 200, etag: null, body: { tasks } }]
}

/** Returns the position at which a moved task arrives: that of the task it replaces, 0 at the top, or the end. */
function positionOfArrival(
  before: Map<number, Task>,
  call: Call & { kind: 'swap' | 'push' },
  level: number,
  index: number,
): number {
  if (call.kind === 'push' && level > call.level) return 0
  const there = [...before.values()].filter((one) => one.priority === level && !one.completed)
  const sorted = there
    .filter(({ id }) => call.kind === 'swap' || id !== call.id)
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
  return sorted[index]?.position ?? endOf(sorted)
}

function placeOf({ id, version, priority, position, updatedAt }: Task) {
  return { id, version, priority, position, updatedAt }
}
