import { z } from 'zod'

import { removedSamplesSchema } from '#domain/samples/samples-schema.ts'
import { changedTaskSchema } from '#domain/tasks/change.ts'
import { severalTasksSchema } from '#domain/tasks/task-draft.ts'

import { type Calls, tagged } from '../http/openapi/call.ts'

export const sampleCalls = tagged('Tasks', {
  add: {
    operationId: 'addSamples',
    summary: 'Add sample tasks',
    description:
      'Creates all tasks or none, and adds their ids to your settings. If you already have sample tasks, the request adds none and returns the existing ones.',
    body: severalTasksSchema,
    answer: 'The sample tasks. A retry also lists those deleted since the first request.',
    answerHeaders: ['X-Unchanged'],
    errors: ['text_quota'],
    response: { 201: z.array(changedTaskSchema) },
  },
  remove: {
    operationId: 'removeSamples',
    summary: 'Remove the sample tasks for good',
    description:
      'Removes open, completed and deleted sample tasks. Sample tasks that you edited, worked on or attached files to are kept as your own tasks.',
    answer: 'The ids of the removed tasks.',
    response: { 200: removedSamplesSchema },
  },
} as const satisfies Calls)
