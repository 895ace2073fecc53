import type { Place } from '#domain/tasks/level.ts'
import type { TaskDates } from '#domain/tasks/recurrence.ts'
import { type TaskFieldsWith, initialFields, taskFieldsWith } from '#domain/tasks/task-fields.ts'
import { type NewTask, type Present, createTask } from '#domain/tasks/task-rules.ts'
import type { Task, TaskDraft } from '#domain/tasks/task.ts'

/**
 * Returns the next occurrence of a recurring task, at the end of its level. The occurrence starts with no work done and
 * without dependencies, because the tasks it depended on are usually done by then.
 * @param dates the new dates: see `nextOccurrence`
 * @param level the open tasks at the priority of the task
 */
export function repeatTask(
  task: Task,
  dates: TaskDates,
  level: readonly Place[],
  who: { userId: string } & Present,
): NewTask {
  const computed: Pick<TaskDraft, TaskFieldsWith<{ repeats: 'computed' }>> = {
    ...dates,
    parentTaskId: task.parentTaskId ?? task.id,
  }
  const copied = task.recurrenceForwardContent ? [...ALWAYS, ...FORWARDED] : ALWAYS
  const values = Object.fromEntries(copied.map((field) => [field, task[field]]))
  return createTask({ ...initialFields(), ...values, ...computed }, level, who)
}

const ALWAYS = taskFieldsWith({ repeats: 'always' })
const FORWARDED = taskFieldsWith({ repeats: 'forwarded' })
