import { z } from 'zod'

import { TASKS_AT_ONCE_MAX } from '../limits.ts'
import { TASK_SCHEMAS, listOfTasks } from './task.ts'
import { TASK_FIELDS } from './task-fields.ts'

/** The body of `POST /api/tasks`. Unknown fields are ignored. Source: specification 5 and 7, decisions 3 and 12. */
export const taskDraftSchema = z
  .object({ ...withDefaults(), title: TASK_SCHEMAS.title })
  .meta({ id: 'TaskDraft' })

type Defaults = { [F in keyof typeof TASK_SCHEMAS]: z.ZodDefault<(typeof TASK_SCHEMAS)[F]> }

/** Returns the fields of a task, each with its initial value as the default. */
function withDefaults(): Defaults {
  return Object.fromEntries(
    Object.entries(TASK_SCHEMAS).map(([name, schema]) => {
      const { initial } = TASK_FIELDS[name as keyof typeof TASK_SCHEMAS]
      return [name, (schema as z.ZodType).default(initial).meta({ default: initial })]
    }),
  ) as unknown as Defaults
}

/** A new task as clients send it. Only the title is required. */
export type TaskDraftInput = z.input<typeof taskDraftSchema>

/** The body of `POST /api/tasks/several`. The tasks can't refer to other tasks. */
export const severalTasksSchema = z
  .object({
    tasks: listOfTasks(taskDraftSchema.omit({ dependencies: true, parentTaskId: true }), TASKS_AT_ONCE_MAX),
  })
  .meta({ id: 'SeveralTasks' })

export type SeveralTasks = z.output<typeof severalTasksSchema>

export type SeveralTasksInput = z.input<typeof severalTasksSchema>
