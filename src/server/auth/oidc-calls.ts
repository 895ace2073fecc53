import { linkRequestSchema, linkStartSchema, waysInSchema } from './provider-link.ts'

import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

export const oidcCalls = tagged('Account', {
  begin: {
    operationId: 'beginProviderSignIn',
    summary: 'Sign in through the provider',
    description: 'For browsers. Sign-in must be completed in the same browser within ten minutes.',
    answer:
      'A redirect to the provider, to the main page if you are already signed in and come from another site, or to the sign-in page if no provider is configured.',
    answerHeaders: ['Location'],
    errors: ['provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  finish: {
    operationId: 'finishProviderSignIn',
    summary: 'Complete the sign-in',
    description:
      'For browsers: the provider redirects here. Signs in, or links the provider account to the signed-in account.',
    answer:
      'A redirect to the main page, or to the sign-in page if the query is empty or no provider is configured.',
    answerHeaders: ['Location'],
    errors: ['sign_in_failed', 'signups_closed', 'identity_taken', 'provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  link: {
    operationId: 'linkProvider',
    summary: 'Link a provider account',
    description:
      'Open `url` in the browser that sent this request to finish linking. You can then sign in through the provider. The emails of the two accounts do not have to match.',
    body: linkRequestSchema,
    answer: 'The URL to open.',
    answerHeaders: ['Set-Cookie'],
    errors: ['wrong_password', 'not_found', 'provider_away'],
    response: { 200: linkStartSchema },
  },
  findWaysIn: {
    operationId: 'findWaysIn',
    summary: 'Read the sign-in methods',
    description: 'An account can have a password, a linked provider account, or both.',
    answer: 'The sign-in methods of the account.',
    response: { 200: waysInSchema },
  },
  unlink: {
    operationId: 'unlinkProvider',
    summary: 'Unlink the provider account',
    description: 'Rejected if the account has no password, because the user could no longer sign in.',
    answer: 'The account is no longer linked to a provider.',
    errors: ['last_way_in'],
    response: { 204: noBody },
  },
} as const satisfies Calls)
