import type { FastifySchema } from 'fastify'
import { z } from 'zod'

import type { ErrorCode } from '#domain/error.ts'

/** An answer that is a status and headers alone. */
export const noBody = z.undefined()

/** The headers that some answers have, as they are described. */
export const ANSWER_HEADERS = {
  ETag: {
    type: 'string',
    description:
      'Of a task: its `version`, in quotation marks; send it as `If-Match`. Of the list: changes with every change; send it as `If-None-Match`.',
  },
  'X-Next-Task': {
    type: 'integer',
    description: 'The id of the next occurrence, when this change completed a recurring task and made one.',
  },
  'X-Change': {
    type: 'integer',
    description:
      'The number of the last change that the answer has. Ask for what came after it with `since`.',
  },
  'X-Since': {
    type: 'integer',
    description:
      'The number after which the answer has every change. Without it, the answer is the whole list.',
  },
  'Set-Cookie': { type: 'string', description: 'The session.' },
  Location: { type: 'string', description: 'The path to go on to.' },
  'Content-Disposition': { type: 'string', description: '`attachment`, with the name of the file.' },
  'Clear-Site-Data': { type: 'string', description: 'Has a browser forget the pages it kept.' },
} as const

export type AnswerHeader = keyof typeof ANSWER_HEADERS

declare module 'fastify' {
  interface FastifySchema {
    /** What is answered when all goes well, in a sentence. */
    answer?: string
    /** The headers of that answer. */
    answerHeaders?: readonly AnswerHeader[]
    /** What this call in particular can fail with: see `refusals.ts` for what is common to all. */
    errors?: readonly ErrorCode[]
    /** Whether a person reads them in a page, where pages are served. */
    errorsArePages?: boolean
  }
}

/**
 * What one call takes and answers. The request's schemas check it; the answer's are there to be read, and to have the
 * compiler compare them with what the route answers: see decision 012.
 */
export type Call = FastifySchema & {
  /** Verb and noun, unique. */
  operationId: string
  summary: string
  tags: readonly [Tag]
  answer: string
  response: Record<number, unknown>
}

export type Tag = 'Tasks' | 'Attachments' | 'Categories' | 'Templates' | 'Events' | 'Account' | 'Server'

export const TAGS: readonly { name: Tag; description: string }[] = [
  { name: 'Tasks', description: 'Tasks on ten levels, in order, with recurrence and dependencies.' },
  { name: 'Attachments', description: 'The files of a task.' },
  { name: 'Categories', description: 'Six that everybody has, and your own.' },
  { name: 'Templates', description: 'Lists of tasks from which projects are made.' },
  { name: 'Events', description: 'What changes, as it changes.' },
  { name: 'Account', description: 'Making an account, signing in and out.' },
  { name: 'Server', description: 'Whether the server is well, and what it can do.' },
]
