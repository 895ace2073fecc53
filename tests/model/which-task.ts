import type { Task } from '#domain/task.ts'

import { type Fields, type Model, listAll } from './tasks-model.ts'

/** What there is when somebody does something. */
export type Scene = {
  model: Model
  /** A task of another user. */
  foreignId: number
}

/** Which task: the one at a place among those that fit, one that was deleted, or another user's. */
export type Pick = number | 'deleted' | 'foreign'

/** No If-Match, the version that the task has, or another one. */
export type IfMatch = 'none' | 'now' | 'stale'

/** The task's id; that of one that does not fit where none does, and of none where there is none. */
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

/** The id of a task that is gone; one that there never was where none is. */
function deletedId({ tasks, idMin, idMax }: Model): number {
  for (let id = idMin; id < idMax; id++) if (!tasks.has(id)) return id
  return 1_000_000_000
}

/** The version to name in If-Match. */
export function versionOf({ model }: Scene, id: number, ifMatch: IfMatch): number | null {
  if (ifMatch === 'none') return null
  const version = model.tasks.get(id)?.version ?? 1
  return ifMatch === 'now' ? version : version + 1
}

/** The field with the tasks' ids; nothing where none were picked on purpose. */
export function linked(scene: Scene, { dependencies }: { dependencies?: Pick[] }): Fields {
  if (!dependencies) return {}
  return { dependencies: [...new Set(dependencies.map((pick) => String(idOf(scene, pick))))] }
}
