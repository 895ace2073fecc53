import { z } from 'zod'

import {
  accountDeletionSchema,
  passwordChangeSchema,
  sessionInfoSchema,
  userSchema,
} from '#domain/account.ts'

import { type Call, noBody } from '../openapi/call.ts'

const zip = { content: { 'application/zip': { schema: z.any() } } }

/** What the calls about an account take and answer, for the person who is signed in to it. */
export const accountCalls = {
  findUser: {
    operationId: 'findUser',
    tags: ['Account'],
    summary: 'Read who is signed in',
    answer: 'The user.',
    response: { 200: userSchema },
  },
  changePassword: {
    operationId: 'changePassword',
    tags: ['Account'],
    summary: 'Change the password',
    description: 'Every other session of the user ends.',
    body: passwordChangeSchema,
    answer: 'It is changed.',
    errors: ['wrong_password', 'too_many'],
    response: { 204: noBody },
  },
  listSessions: {
    operationId: 'listSessions',
    tags: ['Account'],
    summary: 'List where you are signed in',
    answer: 'The sessions, the one used last first.',
    response: { 200: z.array(sessionInfoSchema) },
  },
  endSession: {
    operationId: 'endSession',
    tags: ['Account'],
    summary: 'Sign out one of your browsers',
    params: z.object({ id: z.string() }),
    answer: 'The session is ended.',
    errors: ['not_found'],
    response: { 204: noBody },
  },
  endOtherSessions: {
    operationId: 'endOtherSessions',
    tags: ['Account'],
    summary: 'Sign out all of your other browsers',
    answer: 'Every session but this one is ended.',
    response: { 204: noBody },
  },
  exportAccount: {
    operationId: 'exportAccount',
    tags: ['Account'],
    summary: 'Download everything that is yours',
    description:
      '`tenfold.json` holds the user, the tasks, the categories, the templates and a list of the files; the files themselves lie under `files/`, by the id of their task.',
    answer: 'A zip archive.',
    answerHeaders: ['Content-Disposition'],
    response: { 200: zip },
  },
  deleteAccount: {
    operationId: 'deleteAccount',
    tags: ['Account'],
    summary: 'Delete the account and everything that is yours',
    body: accountDeletionSchema,
    answer: 'It is gone: rows, files and sessions.',
    answerHeaders: ['Set-Cookie', 'Clear-Site-Data'],
    errors: ['wrong_password', 'sign_in_again', 'too_many'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
