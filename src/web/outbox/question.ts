import { type Decision, baseOf, decideConflict } from '#domain/sync/conflict.ts'
import { TASK_KINDS } from '#domain/sync/task-kinds.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'

import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import type { Waiting } from './waiting.ts'

/** A rejected change that needs the user's decision: the saved task, and the conflicts. */
export type Question = { saved: Task; decision: Extract<Decision<TaskPatch>, { kind: 'ask' }> }

/**
 * Returns the question to ask about a rejected change. Null for any other call, or if the change can now be merged.
 * @param findListed returns the newest version of a task that this page knows
 */
export function questionOf(
  { name, input, rejection }: Waiting,
  findListed: (id: number) => ShortTask | undefined,
): Question | null {
  const answered = rejection?.body?.code === 'changed' ? rejection.body.task : undefined
  if (name !== changeTask.name || !answered) return null
  const listed = findListed(answered.id)
  const saved = listed && hasTexts(listed) && listed.version > answered.version ? listed : answered
  const { task, patch } = input as TaskChange
  const base = baseOf<TaskPatch>(task, Object.keys(patch) as (keyof TaskPatch)[], TASK_KINDS)
  const decision = decideConflict<TaskPatch>({ base, patch }, saved, TASK_KINDS)
  return decision.kind === 'ask' ? { saved, decision } : null
}

/** Returns the id of the deleted task if a change was rejected because of the deletion; null for any other call. */
export function deletedTaskOf({ name, input, rejection }: Waiting): number | null {
  const isDeleted = name === changeTask.name && rejection?.body?.code === 'not_found'
  return isDeleted ? (input as TaskChange).task.id : null
}
