import { z } from 'zod'

import { credentialsSchema, registrationSchema, userSchema } from '#domain/account.ts'

import { type Call, noBody } from '../openapi/call.ts'

const page = { content: { 'text/html': { schema: z.string() } } }

/** What the calls for making an account, signing in and out take and answer. */
export const authCalls = {
  showSignIn: {
    operationId: 'showSignInPage',
    tags: ['Account'],
    summary: 'Show the sign-in page',
    description: 'For browsers.',
    answer:
      'The page. 302 for those who are signed in, to the main page, and to the provider where nobody has a password.',
    answerHeaders: ['Location'],
    errors: ['not_found'],
    response: { 200: page, 302: noBody },
  },
  register: {
    operationId: 'register',
    tags: ['Account'],
    summary: 'Make an account and sign in',
    body: registrationSchema,
    answer: 'The user.',
    answerHeaders: ['Set-Cookie'],
    errors: ['signups_closed', 'email_taken', 'too_many'],
    response: { 201: userSchema },
  },
  signIn: {
    operationId: 'signIn',
    tags: ['Account'],
    summary: 'Sign in',
    body: credentialsSchema,
    answer: 'The user.',
    answerHeaders: ['Set-Cookie'],
    errors: ['wrong_credentials', 'too_many'],
    response: { 200: userSchema },
  },
  leave: {
    operationId: 'leave',
    tags: ['Account'],
    summary: 'Sign out and go to the main page',
    description: 'For browsers. A navigation that another site started signs nobody out.',
    answer: 'The session is ended.',
    answerHeaders: ['Location', 'Set-Cookie', 'Clear-Site-Data'],
    response: { 302: noBody },
  },
  signOut: {
    operationId: 'signOut',
    tags: ['Account'],
    summary: 'Sign out',
    answer: 'The session is ended, if there was one.',
    answerHeaders: ['Set-Cookie', 'Clear-Site-Data'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
