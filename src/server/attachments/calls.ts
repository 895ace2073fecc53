import { z } from 'zod'

import { attachmentSchema } from '#domain/attachments/attachment-schema.ts'

import { idParams } from '../http/id-params.ts'
import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

const nameParams = idParams.extend({
  name: z
    .string()
    .meta({ description: 'The file name, at most 255 bytes, percent-encoded.', maxLength: 255 }),
})

export const attachmentCalls = tagged('Attachments', {
  list: {
    operationId: 'listAttachments',
    summary: 'List the files of a task',
    description: 'Omits names in the task’s `attachments` that have no stored file.',
    params: idParams,
    answer: 'The stored files.',
    errors: ['not_found'],
    response: { 200: z.array(attachmentSchema) },
  },
  add: {
    operationId: 'addAttachment',
    summary: 'Upload a file',
    description:
      'The body is the raw bytes of a file of any type. If the task already has a file with this name, the new file’s name gets a number, such as `plan (2).pdf`. The file is stored completely or not at all. Increases the `version` of the task.',
    params: nameParams,
    answer: 'The file, with its final name.',
    errors: ['not_found', 'text_quota'],
    response: { 201: attachmentSchema },
  },
  read: {
    operationId: 'readAttachment',
    summary: 'Download a file',
    description: 'Sends the file as a download, so that browsers never run its contents.',
    params: nameParams,
    answer: 'The bytes of the file.',
    answerHeaders: ['Content-Disposition'],
    errors: ['not_found'],
    response: { 200: { content: { '*/*': { schema: z.any() } } } },
  },
  remove: {
    operationId: 'removeAttachment',
    summary: 'Remove a file, or a name that has no file',
    description: 'Increases the `version` of the task.',
    params: nameParams,
    answer: 'The file is removed.',
    errors: ['not_found'],
    response: { 204: noBody },
  },
} as const satisfies Calls)
