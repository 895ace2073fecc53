import type { Insertable, Selectable, Updateable } from 'kysely'

import type { Level } from '#domain/priority.ts'
import type { NewTask } from '#domain/task-rules.ts'
import type { Task } from '#domain/task.ts'

import type { TaskRow } from '../db/schema.ts'

/** The columns that stand in an index of `tasks`. */
export const INDEXED = [
  'user_id',
  'category',
  'priority',
  'position',
  'completed',
  'completed_at',
  'elapsed_time',
] as const

/** A task as the API answers it, from its row. */
export function rowToTask(row: Selectable<TaskRow>): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    dueDate: row.due_date,
    priority: row.priority as Level,
    category: row.category,
    projectName: row.project_name,
    estimatedTime: row.estimated_time,
    startDate: row.start_date,
    endDate: row.end_date,
    progress: row.progress,
    dependencies: readList(row.dependencies),
    attachments: readList(row.attachments),
    completed: Boolean(row.completed),
    completedAt: row.completed_at,
    position: row.position,
    isRecurring: Boolean(row.is_recurring),
    recurrenceFrequency: row.recurrence_frequency as Task['recurrenceFrequency'],
    recurrenceForwardContent: Boolean(row.recurrence_forward_content),
    parentTaskId: row.parent_task_id,
    elapsedTime: row.elapsed_time,
    clearGoals: row.clear_goals,
    notes: row.notes,
    nextSteps: row.next_steps,
    userId: row.user_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The row of a task, but for the number that the database gives. */
export function taskToRow(task: NewTask): Insertable<TaskRow> {
  return {
    user_id: task.userId,
    title: task.title,
    description: task.description,
    due_date: task.dueDate,
    priority: task.priority,
    category: task.category,
    project_name: task.projectName,
    estimated_time: task.estimatedTime,
    start_date: task.startDate,
    end_date: task.endDate,
    progress: task.progress,
    dependencies: JSON.stringify(task.dependencies),
    attachments: JSON.stringify(task.attachments),
    completed: task.completed,
    completed_at: task.completedAt,
    position: task.position,
    is_recurring: task.isRecurring,
    recurrence_frequency: task.recurrenceFrequency,
    recurrence_forward_content: task.recurrenceForwardContent,
    parent_task_id: task.parentTaskId,
    elapsed_time: task.elapsedTime,
    clear_goals: task.clearGoals,
    notes: task.notes,
    next_steps: task.nextSteps,
    version: task.version,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
  }
}

/**
 * What is written of a task that was changed: its row, but without the columns of indexes where none of these has
 * changed, as when somebody types. SQLite writes an index anew for each that it is given, be it the same.
 */
export function changedRow(before: Task, after: Task): Updateable<TaskRow> {
  const [from, to] = [taskToRow(before), taskToRow(after)]
  if (INDEXED.some((column) => from[column] !== to[column])) return to
  const rest: Updateable<TaskRow> = { ...to }
  for (const column of INDEXED) delete rest[column]
  return rest
}

/** Most lists are empty, so the common case skips the parser. */
export function readList(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
