import { z } from 'zod'

import { attachmentSchema } from '#domain/attachment.ts'

import { idParams } from '../id-params.ts'
import { onceHeaders } from '../idempotency/run-once.ts'
import { type Call, noBody } from '../openapi/call.ts'

const nameParams = idParams.extend({
  name: z.string().describe('The name of the file, percent-encoded: at most 255 bytes.'),
})

/** What the calls under /api/tasks/{id}/attachments take and answer. */
export const attachmentCalls = {
  list: {
    operationId: 'listAttachments',
    tags: ['Attachments'],
    summary: 'List the files of a task',
    description: 'A name in `attachments` of the task without a stored file is not among them.',
    params: idParams,
    answer: 'The stored files.',
    errors: ['not_found'],
    response: { 200: z.array(attachmentSchema) },
  },
  add: {
    operationId: 'addAttachment',
    tags: ['Attachments'],
    summary: 'Upload a file',
    description:
      'The body is the bytes of the file, of any type. A name that has a file already gets a number: `plan (2).pdf`. The file is there whole or not at all. It raises the `version` of the task.',
    params: nameParams,
    headers: onceHeaders,
    answer: 'The file, with the name it got.',
    errors: ['not_found'],
    response: { 201: attachmentSchema },
  },
  read: {
    operationId: 'readAttachment',
    tags: ['Attachments'],
    summary: 'Download a file',
    params: nameParams,
    answer: 'The bytes of the file.',
    answerHeaders: ['Content-Disposition'],
    errors: ['invalid', 'not_found'],
    response: { 200: { content: { '*/*': { schema: z.any() } } } },
  },
  remove: {
    operationId: 'removeAttachment',
    tags: ['Attachments'],
    summary: 'Remove a file, or a name without one',
    description: 'It raises the `version` of the task.',
    params: nameParams,
    answer: 'It is removed.',
    errors: ['not_found'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
