import {
  emptyTrashSchema,
  trashFilterSchema,
  trashPageSchema,
  trashParams,
} from '#domain/trash/trash-schema.ts'

import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

export const trashCalls = tagged('Trash', {
  list: {
    operationId: 'listTrash',
    summary: 'List deleted items',
    description:
      'Tasks, templates and categories that were deleted in the last 30 days, most recently deleted first, in pages.',
    querystring: trashFilterSchema,
    answer: 'One page of the trash.',
    response: { 200: trashPageSchema },
  },
  deleteForever: {
    operationId: 'deleteForever',
    summary: 'Delete one item in the trash for good',
    description: 'If the item is a task, its files are deleted too.',
    params: trashParams,
    answer: 'The item is deleted for good.',
    errors: ['not_found'],
    response: { 204: noBody },
  },
  empty: {
    operationId: 'emptyTrash',
    summary: 'Empty the trash',
    description: 'Permanently deletes everything in the trash, including the files of the tasks.',
    querystring: emptyTrashSchema,
    answer: 'All items are deleted for good, except those moved to the trash after `until`.',
    response: { 204: noBody },
  },
} as const satisfies Calls)
