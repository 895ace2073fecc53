import type { Task } from '#domain/tasks/task.ts'

import { type Fields, type Model, listAll } from './model.ts'

/** The state when an action starts. */
export type Scene = {
  model: Model
  /** A task of another user. */
  foreignId: number
}

/** How to select a task: by its index among the suitable tasks, or as a deleted task, or as another user's task. */
export type Pick = number | 'deleted' | 'foreign'

/** No If-Match, the task's version, or another version. */
export type IfMatch = 'none' | 'now' | 'stale'

/**
 * Returns the id of the selected task. If none is suitable, returns the id of another task, or an id that never
 * existed.
 */
export function idOf(
  { model, foreignId }: Scene,
  pick: Pick,
  fits: (task: Task) => boolean = () => true,
): number {
  if (pick === 'foreign') return foreignId
  const all = listAll(model)
  const fitting = all.filter(fits)
  const task = pick === 'deleted' ? undefined : (fitting[pick % fitting.length] ?? all[pick % all.length])
  return task?.id ?? deletedId(model)
}

/** Returns the id of a deleted task. If there is none, returns an id that never existed. */
function deletedId({ tasks, idMin, idMax }: Model): number {
  for (let id = idMin; id < idMax; id++) if (!tasks.has(id)) return id
  return 1_000_000_000
}

/** Returns the version for If-Match. */
export function versionOf({ model }: Scene, id: number, ifMatch: IfMatch): number | null {
  if (ifMatch === 'none') return null
  const version = model.tasks.get(id)?.version ?? 1
  return ifMatch === 'now' ? version : version + 1
}

/** Returns the field with the tasks' ids, or nothing if none were picked. */
export function linked(scene: Scene, { dependencies }: { dependencies?: Pick[] }): Fields {
  if (!dependencies) return {}
  return { dependencies: [...new Set(dependencies.map((pick) => String(idOf(scene, pick))))] }
}
