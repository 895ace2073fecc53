import { z } from 'zod'

import { changedTaskSchema } from '#domain/tasks/change.ts'
import {
  instantiationSchema,
  templateDraftSchema,
  templateSchema,
  templateTaskListSchema,
  templateTaskSchema,
  templateWithTasksSchema,
} from '#domain/templates/template.ts'

import { idParams } from '../http/id-params.ts'
import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

export const templateCalls = tagged('Templates', {
  list: {
    operationId: 'listTemplates',
    summary: 'List templates',
    description: 'To read the tasks of a template, send `GET /api/templates/{id}`.',
    answer:
      'Your own templates, then other users’ public ones, both in order of creation, without their tasks.',
    errors: ['too_many'],
    response: { 200: z.array(templateSchema) },
  },
  create: {
    operationId: 'createTemplate',
    summary: 'Create a template',
    description: 'A new template has no tasks. Set its tasks with `POST /api/templates/{id}/tasks`.',
    body: templateDraftSchema,
    answer: 'The new template.',
    errors: ['not_found', 'text_quota'],
    response: { 201: templateSchema },
  },
  find: {
    operationId: 'findTemplate',
    summary: 'Read a template',
    description: 'Works for your own templates and for public ones.',
    params: idParams,
    answer: 'The template with its tasks.',
    errors: ['not_found'],
    response: { 200: templateWithTasksSchema },
  },
  delete: {
    operationId: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'The template can be restored for 30 days. Projects created from the template are kept.',
    params: idParams,
    answer: 'The template is deleted.',
    errors: ['refused', 'not_found'],
    response: { 204: noBody },
  },
  restore: {
    operationId: 'restoreTemplate',
    summary: 'Restore a deleted template',
    description:
      'A deleted template can be restored for 30 days. The template keeps its id and tasks. A template that is not deleted is returned unchanged.',
    params: idParams,
    answer: 'The template with its tasks.',
    answerHeaders: ['X-Unchanged'],
    errors: ['not_found', 'text_quota'],
    response: { 200: templateWithTasksSchema },
  },
  setTasks: {
    operationId: 'setTemplateTasks',
    summary: 'Set the tasks of a template',
    description:
      'Replaces all tasks with those in the request, in the same order. Sending the same list again changes nothing.',
    params: idParams,
    body: templateTaskListSchema,
    answer: 'The list of tasks.',
    answerHeaders: ['X-Unchanged'],
    errors: ['unknown_dependency', 'dependency_cycle', 'refused', 'not_found', 'text_quota'],
    response: { 201: z.array(templateTaskSchema) },
  },
  instantiate: {
    operationId: 'instantiateTemplate',
    summary: 'Create a project from a template',
    description: 'Creates every task or none.',
    params: idParams,
    body: instantiationSchema,
    answer:
      'The new tasks, in the order of the template. A retry also lists those deleted since the first request.',
    errors: ['not_found', 'text_quota'],
    response: { 201: z.object({ tasks: z.array(changedTaskSchema).describe('The new tasks.') }) },
  },
} as const satisfies Calls)
