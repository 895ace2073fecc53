import { z } from 'zod'

import { type Call } from '../openapi/call.ts'
import { sinceSchema } from '#domain/change.ts'

const stream = { content: { 'text/event-stream': { schema: z.string() } } }

/** What the call for live updates takes and answers. */
export const eventCalls = {
  listen: {
    operationId: 'listen',
    tags: ['Events'],
    summary: 'Hear of changes as they happen',
    description: `
A stream of server-sent events that does not end. Each change of your tasks, categories and own templates is one message:
\`event: change\`, \`id: <number of the change>\`, and \`data\` a \`Change\` as JSON. It says what has changed; read it to
learn how.

With \`Last-Event-ID\`, which browsers send by themselves, or \`since\`, what was missed is told first. When it was too much or
too long ago, \`event: snapshot\` says to read everything anew. The stream begins with an \`id\` alone, which is the number
that it goes on from; a comment comes every 25 seconds. It ends with the session.`.trim(),
    querystring: z.object({
      since: sinceSchema.optional().describe('The number of the last change you know of.'),
    }),
    headers: z.object({
      'last-event-id': z.string().optional().describe('The same; it wins over `since`.'),
    }),
    answer: 'The stream.',
    answerHeaders: ['X-Change'],
    errors: ['too_many'],
    response: { 200: stream },
  },
} as const satisfies Record<string, Call>
