import type { FastifySchema } from 'fastify'
import { z } from 'zod'

import type { ErrorCode } from '#domain/error.ts'

export const noBody = z.undefined()

/** The response headers that a route can declare, with their descriptions. */
export const ANSWER_HEADERS = {
  ETag: {
    type: 'string',
    description:
      'For a task: its `version` in quotation marks, to send back as `If-Match`. For the list: a value that changes whenever the list does, to send back as `If-None-Match`.',
  },
  'X-Next-Task': {
    type: 'integer',
    description:
      'The id of the next occurrence. Sent if the change completed a recurring task and created its next occurrence.',
  },
  'X-Undo': {
    type: 'string',
    description:
      'To undo the call, send this value as `undo` to `POST /api/undo` within 24 hours. Present if the call completed, reopened or moved a task, or moved a date of an occurrence in a monthly or yearly series. The latest 100 such calls can be undone.',
  },
  'X-Replay-Of': {
    type: 'integer',
    description:
      'The version of the task after the first call with this `Idempotency-Key`. Sent only if the call repeats an earlier key. The task in the body can be newer.',
  },
  'X-Unchanged': {
    type: 'string',
    description:
      '`true` if the call had nothing to do, for example because another device made it first. A retry returns the same header.',
  },
  'X-Change': {
    type: 'integer',
    description: 'The number of the last change in this response, to send as `since` to get later changes.',
  },
  'X-Since': {
    type: 'integer',
    description:
      'The number of a change: the response contains every later change. Without this header, the response is the whole list.',
  },
  'Set-Cookie': { type: 'string', description: 'The session cookie.' },
  Location: { type: 'string', description: 'The URL or path to redirect to.' },
  'Content-Disposition': { type: 'string', description: '`attachment` and the file name.' },
  'Clear-Site-Data': { type: 'string', description: 'Tells the browser to clear its cache.' },
} as const

export type AnswerHeader = keyof typeof ANSWER_HEADERS

declare module 'fastify' {
  interface FastifySchema {
    /** A sentence that describes the success response. */
    answer?: string
    /** The headers of the success response. */
    answerHeaders?: readonly AnswerHeader[]
    /** The errors specific to this route; `refusals.ts` adds the errors that every route can return. */
    errors?: readonly ErrorCode[]
    /** Whether browsers get these errors as HTML pages. */
    errorsArePages?: boolean
  }
}

/**
 * The schemas and the description of one route. Requests are validated at run time; responses are checked only by the
 * compiler (decision 012).
 */
export type Call = FastifySchema & {
  /** The unique name of the operation: a verb and a noun. */
  operationId: string
  summary: string
  description: string
  tags: readonly [Tag]
  answer: string
  headers?: z.ZodObject
  response: Record<number, unknown>
}

export type Calls = Record<string, Omit<Call, 'tags'>>

/** Puts calls into one section of the API reference. */
export function tagged<Some extends Calls>(tag: Tag, calls: Some) {
  const entries = Object.entries(calls).map(([name, call]) => [name, { ...call, tags: [tag] }])
  return Object.fromEntries(entries) as { [Name in keyof Some]: Some[Name] & Pick<Call, 'tags'> }
}

export type Tag =
  | 'Tasks'
  | 'Attachments'
  | 'Categories'
  | 'Templates'
  | 'Trash'
  | 'Events'
  | 'Account'
  | 'Settings'
  | 'Server'

export const TAGS: readonly { name: Tag; description: string }[] = [
  { name: 'Tasks', description: 'Tasks on ten priority levels, with recurrence and dependencies.' },
  { name: 'Attachments', description: 'Files attached to a task.' },
  { name: 'Categories', description: 'Six default categories and your own.' },
  { name: 'Templates', description: 'Reusable task lists for new projects.' },
  { name: 'Trash', description: 'Deleted tasks, templates and categories, kept for 30 days.' },
  { name: 'Events', description: 'A live stream of changes.' },
  { name: 'Account', description: 'Registration, sign-in, sessions, export and account deletion.' },
  { name: 'Settings', description: 'Your preferences.' },
  { name: 'Server', description: 'Health checks and this description.' },
]
