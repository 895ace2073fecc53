import { z } from 'zod'

import { taskSchema } from '#domain/task.ts'
import {
  instantiationSchema,
  templateDraftSchema,
  templateSchema,
  templateTaskListSchema,
  templateTaskSchema,
  templateWithTasksSchema,
} from '#domain/template.ts'

import { idParams } from '../id-params.ts'
import { onceHeaders } from '../idempotency/run-once.ts'
import { type Call, noBody } from '../openapi/call.ts'

/** What the calls under /api/templates take and answer. */
export const templateCalls = {
  list: {
    operationId: 'listTemplates',
    tags: ['Templates'],
    summary: 'List templates',
    answer: 'Your own, then the public ones of others, each in order of creation and without its tasks.',
    response: { 200: z.array(templateSchema) },
  },
  create: {
    operationId: 'createTemplate',
    tags: ['Templates'],
    summary: 'Make a template',
    description: 'It has no tasks yet: they are set by a call of their own.',
    headers: onceHeaders,
    body: templateDraftSchema,
    answer: 'The template that was made.',
    response: { 201: templateSchema },
  },
  find: {
    operationId: 'findTemplate',
    tags: ['Templates'],
    summary: 'Read a template',
    params: idParams,
    answer: 'The template with its tasks.',
    errors: ['not_found'],
    response: { 200: templateWithTasksSchema },
  },
  delete: {
    operationId: 'deleteTemplate',
    tags: ['Templates'],
    summary: 'Delete a template',
    description: 'The projects that were made from it stay.',
    params: idParams,
    answer: 'It is deleted.',
    errors: ['refused', 'not_found'],
    response: { 204: noBody },
  },
  setTasks: {
    operationId: 'setTemplateTasks',
    tags: ['Templates'],
    summary: 'Set the tasks of a template',
    description:
      'The whole list, in order. Dependencies are positions in it, days count from the start of the project. Sending it again changes nothing.',
    params: idParams,
    body: templateTaskListSchema,
    answer: 'The list of tasks.',
    errors: ['unknown_dependency', 'dependency_cycle', 'refused', 'not_found'],
    response: { 201: z.array(templateTaskSchema) },
  },
  instantiate: {
    operationId: 'instantiateTemplate',
    tags: ['Templates'],
    summary: 'Make a project from a template',
    description:
      'Every task is made, or none. Tasks with days get their dates from the start of the project.',
    params: idParams,
    headers: onceHeaders,
    body: instantiationSchema,
    answer: 'The tasks that were made, in the order of the list.',
    errors: ['not_found'],
    response: { 201: z.object({ tasks: z.array(taskSchema) }) },
  },
} as const satisfies Record<string, Call>
