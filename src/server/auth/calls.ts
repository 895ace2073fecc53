import { z } from 'zod'

import { credentialsSchema, registrationSchema, userSchema } from '#domain/account/account.ts'

import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

const page = { content: { 'text/html': { schema: z.string() } } }

export const authCalls = tagged('Account', {
  showSignIn: {
    operationId: 'showSignInPage',
    summary: 'Show the sign-in page',
    description: 'A page for browsers.',
    answer:
      'The sign-in page, or a redirect: to the main page if you are signed in, or to the provider if this server has no password sign-in.',
    answerHeaders: ['Location'],
    errors: ['not_found'],
    response: { 200: page, 302: noBody },
  },
  register: {
    operationId: 'register',
    summary: 'Create an account and sign in',
    description: 'Works only while sign-ups are open.',
    body: registrationSchema,
    answer: 'The signed-in user.',
    answerHeaders: ['Set-Cookie'],
    errors: ['needs_https', 'signups_closed', 'email_taken', 'too_many'],
    response: { 201: userSchema },
  },
  signIn: {
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Always starts a new session.',
    body: credentialsSchema,
    answer: 'The signed-in user.',
    answerHeaders: ['Set-Cookie'],
    errors: ['needs_https', 'wrong_credentials', 'too_many'],
    response: { 200: userSchema },
  },
  leave: {
    operationId: 'leave',
    summary: 'Sign out and go to the main page',
    description: `
For browsers. Signs out if \`Sec-Fetch-Site\` or \`Referer\` shows that the navigation came from the app's own pages or from
the address bar. A navigation from another site does not sign the user out. If the browser sends neither header, the response
is a page with a button that sends \`POST /api/logout\`. Programs should send \`POST /api/logout\` directly.`.trim(),
    answer:
      'A redirect to the main page, or, with status 200, a page that asks the user to confirm signing out.',
    answerHeaders: ['Location', 'Set-Cookie', 'Clear-Site-Data'],
    response: { 200: page, 302: noBody },
  },
  signOut: {
    operationId: 'signOut',
    summary: 'Sign out',
    description:
      'Ends the session of this browser. A request from an HTML form gets a 303 redirect to the main page.',
    answer: 'This browser is signed out.',
    answerHeaders: ['Location', 'Set-Cookie', 'Clear-Site-Data'],
    response: { 204: noBody, 303: noBody },
  },
} as const satisfies Calls)
