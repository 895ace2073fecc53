import type { Task } from '#domain/tasks/task.ts'

import type { Database } from '../db/schema.ts'
import { mapTasksById } from './store.ts'

/** The maximum number of tasks in memory at a time, with their text. */
const TASKS_AT_ONCE = 100

/** Splits a list of tasks, so that only the tasks of one part are in memory. */
export function partsOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / TASKS_AT_ONCE) }, (_, i) =>
    list.slice(i * TASKS_AT_ONCE, (i + 1) * TASKS_AT_ONCE),
  )
}

/** Reads data of every task in a list, one batch after another. */
export async function readParts<T, Read>(
  list: readonly T[],
  read: (part: readonly T[]) => Promise<readonly Read[]>,
): Promise<Read[]> {
  return (await Array.fromAsync(partsOf(list), (part) => read(part))).flat()
}

/** Returns the tasks of a request that still exist, in the order of the request and in the form of its response. */
export function readLeft<Listed>(
  db: Database,
  userId: string,
  refs: readonly { id: number }[],
  toListed: (task: Task) => Listed,
): Promise<Listed[]> {
  return readParts(refs, async (part) => {
    const ids = part.map(({ id }) => id)
    const taskById = await mapTasksById(db, userId, ids)
    return ids.flatMap((id) => taskById.get(id) ?? []).map(toListed)
  })
}
