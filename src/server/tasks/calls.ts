import { z } from 'zod'

import { changedTaskSchema, sinceSchema } from '#domain/change.ts'
import { completedFilterSchema, completedRangeSchema, completedTotalSchema } from '#domain/completed.ts'
import { levelOrderSchema, taskDraftSchema, taskPatchSchema, taskSchema } from '#domain/task.ts'

import { idParams } from '../id-params.ts'
import { onceHeaders } from '../idempotency/run-once.ts'
import { type Call, noBody } from '../openapi/call.ts'
import { zoneHeaders } from '../time-zone.ts'
import { ifMatchHeaders } from './if-match.ts'
import { ifNoneMatchHeaders } from './if-none-match.ts'

const levelParams = z.object({
  level: z.string().meta({ description: 'From 1 to 10.', pattern: '^([1-9]|10)$' }),
})

const changeQuery = z.object({
  recurrence: z
    .literal('end', { error: "Recurrence must be 'end'." })
    .optional()
    .describe('Ends the series of the task: completing it makes no next occurrence.'),
})

/** What the calls under /api/tasks take and answer. */
export const taskCalls = {
  list: {
    operationId: 'listTasks',
    tags: ['Tasks'],
    summary: 'List every task',
    description:
      'With `since`, only those that changed after it, and `{ "id", "deleted": true }` for each that is gone. When that was too long ago, the whole list is answered, without `X-Since`.',
    headers: ifNoneMatchHeaders,
    querystring: z.object({
      since: sinceSchema.optional().describe('The number of a change: the `X-Change` of an earlier answer.'),
      completed: z
        .enum(['true', 'false'], { error: "Completed must be 'true' or 'false'." })
        .optional()
        .describe('Only the completed tasks, or only the open ones; not together with `since`.'),
    }),
    answer: 'Every task of the user, completed ones too, by priority, position and id.',
    answerHeaders: ['ETag', 'X-Change', 'X-Since'],
    response: { 200: z.array(changedTaskSchema), 304: noBody },
  },
  listCompleted: {
    operationId: 'listCompletedTasks',
    tags: ['Tasks'],
    summary: 'List what was done',
    description:
      '`from` and `to` are instants, both inclusive; without `limit` all are answered. `before` is the id of the last task received: the page after it is answered.',
    querystring: completedFilterSchema,
    answer: 'Completed tasks, the newest first, ties by the higher id.',
    answerHeaders: ['X-Change'],
    response: { 200: z.array(taskSchema) },
  },
  totalCompleted: {
    operationId: 'totalCompletedTasks',
    tags: ['Tasks'],
    summary: 'Count what was done',
    description:
      '`from` and `to` are instants, both inclusive; without them everything that was done counts.',
    querystring: completedRangeSchema,
    answer: 'One entry for each category that a completed task carries, by name.',
    response: { 200: z.array(completedTotalSchema) },
  },
  find: {
    operationId: 'findTask',
    tags: ['Tasks'],
    summary: 'Read a task',
    params: idParams,
    answer: 'The task.',
    answerHeaders: ['ETag'],
    errors: ['not_found'],
    response: { 200: taskSchema },
  },
  create: {
    operationId: 'createTask',
    tags: ['Tasks'],
    summary: 'Make a task',
    description:
      'Only the title is required. A `position` of 0, or none, is the end of the level. A full level takes the task all the same: it waits in line behind the slots.',
    headers: onceHeaders,
    body: taskDraftSchema,
    answer: 'The task that was made.',
    answerHeaders: ['ETag'],
    errors: ['unknown_dependency'],
    response: { 201: taskSchema },
  },
  change: {
    operationId: 'changeTask',
    tags: ['Tasks'],
    summary: 'Change fields of a task',
    description:
      'Send the fields to change. Completing a recurring task makes its next occurrence, once. `position` counts only together with a change of `priority`; a move into a full level is refused. Leaving a stored file out of `attachments` deletes it.',
    params: idParams,
    querystring: changeQuery,
    headers: onceHeaders.extend(ifMatchHeaders.shape).extend(zoneHeaders.shape),
    body: taskPatchSchema,
    answer: 'The task as it is now.',
    answerHeaders: ['ETag', 'X-Next-Task'],
    errors: ['not_found', 'changed', 'level_full', 'unknown_dependency', 'dependency_cycle'],
    response: { 200: taskSchema },
  },
  delete: {
    operationId: 'deleteTask',
    tags: ['Tasks'],
    summary: 'Delete a task for good',
    description: 'Its files go too, and it disappears from what other tasks depend on.',
    params: idParams,
    headers: ifMatchHeaders,
    answer: 'It is deleted.',
    errors: ['not_found', 'changed'],
    response: { 204: noBody },
  },
  orderLevel: {
    operationId: 'orderLevel',
    tags: ['Tasks'],
    summary: 'Put a level in order',
    description:
      'All or nothing. The tasks named come first, by their `position`; the others of the level follow as they were.',
    params: levelParams,
    body: levelOrderSchema,
    answer: 'The open tasks of the level, in order.',
    errors: ['invalid', 'not_found'],
    response: { 200: z.array(taskSchema) },
  },
} as const satisfies Record<string, Call>
