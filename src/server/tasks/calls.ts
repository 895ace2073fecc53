import { z } from 'zod'

import { HITS_MAX, searchHitSchema, searchParamsSchema } from '#domain/search/hit.ts'
import { boardTaskSchema } from '#domain/tasks/board-task.ts'
import { changedTaskSchema, sinceSchema } from '#domain/tasks/change.ts'
import {
  bulkResultSchema,
  bulkChangeSchema,
  bulkDeletionSchema,
  bulkRestorationSchema,
  bulkRestoredSchema,
} from '#domain/tasks/bulk-schema.ts'
import { pushDownSchema, moveResultSchema, swapSchema } from '#domain/tasks/slot-schema.ts'
import { completedFilterSchema, completedRangeSchema, completedTotalSchema } from '#domain/tasks/completed.ts'
import {
  datedTaskSchema,
  datesChangeSchema,
  levelOrderSchema,
  taskChangeSchema,
  taskSchema,
} from '#domain/tasks/task.ts'
import { severalTasksSchema, taskDraftSchema } from '#domain/tasks/task-draft.ts'
import { undoResultSchema, undoSchema } from '#domain/tasks/undo-schema.ts'

import { idParams } from '../http/id-params.ts'
import { type Calls, noBody, tagged } from '../http/openapi/call.ts'
import { todayHeaders, zoneHeaders } from '../http/time-zone.ts'
import { ifMatchHeaders } from '../run/if-match.ts'
import { ifNoneMatchHeaders } from './if-none-match.ts'

const levelParams = z.object({
  level: z.string().meta({ description: 'The level, from 1 to 10.', pattern: '^([1-9]|10)$' }),
})

const changeQuery = z.object({
  recurrence: z
    .literal('end', { error: "Recurrence must be 'end'." })
    .optional()
    .describe('`end` ends the series of the task, so that completing the task creates no next occurrence.'),
})

export const taskCalls = tagged('Tasks', {
  list: {
    operationId: 'listTasks',
    summary: 'List every task',
    description:
      'With `since`, returns only the tasks that later changes affected, and `{ "id", "deleted": true }` for each deleted task. If those changes are no longer stored, the response is the full list, without `X-Since`.',
    headers: ifNoneMatchHeaders,
    querystring: z.object({
      since: sinceSchema
        .optional()
        .describe('The number of a change: the `X-Change` header of an earlier response.'),
      completed: z
        .enum(['true', 'false'], { error: "Completed must be 'true' or 'false'." })
        .optional()
        .describe('`true` returns completed tasks, `false` open ones. Cannot be combined with `since`.'),
      fields: z
        .literal('board', { error: "Fields must be 'board'." })
        .optional()
        .describe(
          '`board` omits the description, goals, notes and next steps. Each task is then a `BoardTask`, whose `has` field shows which of these have a value.',
        ),
    }),
    answer: 'All of the user’s tasks, including completed ones, ordered by priority, position and id.',
    answerHeaders: ['ETag', 'X-Change', 'X-Since'],
    errors: ['too_many'],
    response: { 200: z.array(z.union([changedTaskSchema, boardTaskSchema])), 304: noBody },
  },
  listCompleted: {
    operationId: 'listCompletedTasks',
    summary: 'List completed tasks',
    description:
      '`from` and `to` are instants, both inclusive. To read the next page, send the id of the last task received as `before`.',
    querystring: completedFilterSchema,
    answer: 'Completed tasks, most recently completed first. Ties are sorted by id, highest first.',
    answerHeaders: ['X-Change'],
    errors: ['too_many'],
    response: { 200: z.array(taskSchema) },
  },
  totalCompleted: {
    operationId: 'totalCompletedTasks',
    summary: 'Count completed tasks',
    description: '`from` and `to` are instants, both inclusive.',
    querystring: completedRangeSchema,
    answer: 'One entry for each category with completed tasks, sorted by name.',
    response: { 200: z.array(completedTotalSchema) },
  },
  search: {
    operationId: 'searchTasks',
    summary: 'Search tasks',
    description: `Searches titles, descriptions, notes, goals, next steps, categories and projects. A match contains every word. Title matches rank first; ties are sorted by the last change, newest first. Chinese, Japanese, Korean and Thai are searched by character. Deleted tasks are not searched. If \`q\` has no letters or digits, the list is empty.`,
    querystring: searchParamsSchema,
    answer: `At most ${HITS_MAX} open tasks, best match first, then at most ${HITS_MAX} completed ones.`,
    response: { 200: z.array(searchHitSchema) },
  },
  find: {
    operationId: 'findTask',
    summary: 'Read a task',
    description: 'Works for open and completed tasks, but not for deleted ones.',
    params: idParams,
    answer: 'The task.',
    answerHeaders: ['ETag'],
    errors: ['not_found'],
    response: { 200: taskSchema },
  },
  create: {
    operationId: 'createTask',
    summary: 'Create a task',
    description:
      'Only the title is required. If the level is full, the task joins its waiting line. If `position` is within the slots, the task takes that slot instead, and the task in the last slot waits.',
    body: taskDraftSchema,
    answer: 'The new task.',
    answerHeaders: ['ETag', 'X-Replay-Of'],
    errors: ['unknown_dependency', 'not_found', 'text_quota'],
    response: { 201: taskSchema },
  },
  createSeveral: {
    operationId: 'createSeveralTasks',
    summary: 'Create several tasks',
    description:
      'Creates all tasks or none, and places them in the order of the request. At a full level, the tasks join the waiting line, unless their `position` takes a slot.',
    body: severalTasksSchema,
    answer:
      'The new tasks, in the order of the request. A retry also lists those deleted since the first request.',
    errors: ['text_quota'],
    response: { 201: z.array(changedTaskSchema) },
  },
  change: {
    operationId: 'changeTask',
    summary: 'Change fields of a task',
    description:
      'Send only the fields to change. Completing a recurring task creates its next occurrence, at most once.',
    params: idParams,
    querystring: changeQuery,
    headers: ifMatchHeaders.extend(todayHeaders.shape),
    body: taskChangeSchema,
    answer: 'The changed task. If `waiting` is `true`, a `MoveResult` with the task and the undo token.',
    answerHeaders: ['ETag', 'X-Next-Task', 'X-Replay-Of', 'X-Undo'],
    errors: ['not_found', 'changed', 'level_full', 'unknown_dependency', 'dependency_cycle', 'text_quota'],
    response: { 200: z.union([taskSchema, moveResultSchema]) },
  },
  swap: {
    operationId: 'swapTasks',
    summary: 'Swap two tasks',
    description:
      'The tasks exchange their levels and positions, even at full levels. Both tasks must be open and at different levels. If `moves` differs from the moves that are needed now, the call returns 412 and lists the current moves in `tasks`. `patch` changes other fields of the task in the same step.',
    params: idParams,
    headers: ifMatchHeaders.extend(zoneHeaders.shape),
    body: swapSchema,
    answer:
      'The new places of the two tasks, followed by those of other tasks whose position changed. If `patch` is sent, the first entry has all fields of its task.',
    errors: ['invalid', 'not_found', 'changed', 'unknown_dependency', 'dependency_cycle', 'text_quota'],
    response: { 200: moveResultSchema },
  },
  pushDown: {
    operationId: 'pushDown',
    summary: 'Move a task to a level and make room for it',
    description:
      'If the level is full, the task takes the last slot, and the task that held it moves to the top of the next level. If that level is full too, the task in its last slot also moves down, and so on until a level has room. At a full level 10, the task in the last slot joins the waiting line. If `moves` differs from the moves that are needed now, the call returns 412 and lists the current moves in `tasks`. `patch` changes other fields of the task in the same step.',
    params: idParams,
    headers: ifMatchHeaders.extend(zoneHeaders.shape),
    body: pushDownSchema,
    answer:
      'The new places of the task and of each task that moved down, followed by those of other tasks whose position changed. If `patch` is sent, the first entry has all fields of its task.',
    errors: ['invalid', 'not_found', 'changed', 'unknown_dependency', 'dependency_cycle', 'text_quota'],
    response: { 200: moveResultSchema },
  },
  duplicate: {
    operationId: 'duplicateTask',
    summary: 'Copy a task',
    description:
      'The copy is open. It comes right after the task, or last at its level if the task is completed. It has no progress, elapsed time or files. If the level is full, the copy joins the waiting line.',
    params: idParams,
    answer: 'The copy.',
    answerHeaders: ['ETag'],
    errors: ['not_found', 'text_quota'],
    response: { 201: taskSchema },
  },
  delete: {
    operationId: 'deleteTask',
    summary: 'Delete a task',
    description:
      'Removes the task from the dependencies of other tasks. The task can be restored for 30 days, and is then deleted for good, with its files.',
    params: idParams,
    headers: ifMatchHeaders,
    answer: 'The task is deleted.',
    errors: ['not_found', 'changed'],
    response: { 204: noBody },
  },
  changeDates: {
    operationId: 'changeDates',
    summary: 'Change the dates of several tasks',
    description:
      'Changes all tasks or none: if one of them does not exist or is not yours, the call returns 404. Omitted dates stay unchanged.',
    headers: zoneHeaders,
    body: datesChangeSchema,
    answer: 'The new dates of these tasks, in the order of the request.',
    errors: ['invalid', 'not_found', 'changed', 'text_quota'],
    response: { 200: z.array(datedTaskSchema) },
  },
  changeSeveral: {
    operationId: 'changeTasks',
    summary: 'Change several tasks',
    description:
      'Changes all tasks or none. The result is the same as changing the tasks one by one. Completing a recurring task creates its next occurrence, at most once. On error, `tasks` lists the tasks that caused it.',
    headers: todayHeaders,
    body: bulkChangeSchema,
    answer: 'The changed tasks, in the order of the request.',
    errors: ['invalid', 'not_found', 'changed', 'level_full', 'text_quota'],
    response: { 200: bulkResultSchema },
  },
  deleteSeveral: {
    operationId: 'deleteTasks',
    summary: 'Delete several tasks',
    description:
      'Deletes all of the listed tasks or none. Each task can be restored for 30 days. On error, `tasks` lists the tasks that caused it.',
    body: bulkDeletionSchema,
    answer: 'The tasks are deleted.',
    errors: ['invalid', 'not_found', 'changed'],
    response: { 204: noBody },
  },
  restoreSeveral: {
    operationId: 'restoreTasks',
    summary: 'Restore several deleted tasks',
    description:
      'Works like restoring each task separately, but restores all tasks, with the dependencies between them, or none. Tasks that are not deleted are returned unchanged.',
    body: bulkRestorationSchema,
    answer: 'The restored tasks, in the order of the request.',
    errors: ['invalid', 'not_found'],
    response: { 200: bulkRestoredSchema },
  },
  restore: {
    operationId: 'restoreTask',
    summary: 'Restore a deleted task',
    description:
      'A deleted task can be restored for 30 days. The task keeps its id, files and series. The task returns to its previous place, or to the end of the waiting line if that place would take another task’s slot. Dependencies that no longer exist are dropped. Tasks that depended on the restored task do so again, unless that would create a cycle. A task that is not deleted is returned unchanged.',
    params: idParams,
    answer: 'The task.',
    answerHeaders: ['ETag', 'X-Unchanged'],
    errors: ['not_found', 'text_quota'],
    response: { 200: taskSchema },
  },
  undo: {
    operationId: 'undo',
    summary: 'Undo a call',
    description:
      'Undoes everything that the call changed, or nothing. Restores exact places and completion times, and removes next occurrences that the call created, unless they have since been changed. Does not change the elapsed time. Each token works only once.',
    body: undoSchema,
    answer: 'The restored tasks, and the ids of the removed next occurrences.',
    errors: [
      'not_found',
      'cannot_undo',
      'level_full',
      'unknown_dependency',
      'dependency_cycle',
      'text_quota',
    ],
    response: { 200: undoResultSchema },
  },
  orderLevel: {
    operationId: 'orderLevel',
    summary: 'Reorder the tasks at a level',
    description:
      'Reorders all tasks or none. The tasks in the request come first, sorted by `position`; the other open tasks at the level follow in their existing order.',
    params: levelParams,
    body: levelOrderSchema,
    answer: 'The open tasks at the level, in order.',
    errors: ['invalid', 'not_found'],
    response: { 200: z.array(taskSchema) },
  },
} as const satisfies Calls)
