import { z } from 'zod'

import { headerText } from '../http/header-text.ts'
import { type Call } from '../http/openapi/call.ts'
import { sinceSchema } from '#domain/tasks/change.ts'

import { changeMessage, snapshotMessage } from './messages.ts'

/** Describes the messages of the stream, because JSON Schema can't describe a stream. */
const stream = {
  content: {
    'text/event-stream': {
      schema: z.string().meta({
        description: 'Server-sent events. `x-events` has the schema of the `data` of each event.',
        'x-events': {
          change: {
            description: 'One change. The `id` is the number of the change.',
            data: { $ref: '#/components/schemas/Change' },
          },
          snapshot: {
            description:
              'Too many changes were missed: reload everything. The `id` is the number of the change to continue from.',
            data: { type: 'object', properties: {} },
          },
        },
        examples: [
          changeMessage({ number: 42, kind: 'task', id: 7, version: 3 }),
          changeMessage({ number: 43, kind: 'category', id: 'Garden', deleted: true }),
          snapshotMessage(1200),
        ],
      }),
    },
  },
}

export const eventCalls = {
  listen: {
    operationId: 'listen',
    tags: ['Events'],
    summary: 'Stream changes as they happen',
    description: `
An endless stream of server-sent events. Each change to your tasks, categories, templates, settings and trash is sent as one
message: \`event: change\`, \`id: <number of the change>\`, and a \`Change\` as JSON in \`data\`. The message says which
object changed. To get the current state, read that task or template, the list of categories, the settings or the trash.

With \`Last-Event-ID\` (which browsers send automatically) or \`since\`, the stream first sends the missed changes. If too
many changes were missed, or they are too old, \`event: snapshot\` tells you to reload everything. The stream starts with an
\`id\` without an event: the number of the change it continues from. The stream sends a comment line every 25 seconds, and ends
when the session ends.`.trim(),
    querystring: z.object({
      since: sinceSchema.optional().describe('The number of the last change you received.'),
    }),
    headers: z.object({
      'last-event-id': headerText('Last-Event-ID').describe(
        'The number of the last change you received. Takes precedence over `since`.',
      ),
    }),
    answer: 'The stream.',
    answerHeaders: ['X-Change'],
    errors: ['too_many'],
    response: { 200: stream },
  },
} as const satisfies Record<string, Call>
