import { linkRequestSchema, linkStartSchema, waysInSchema } from './provider-link.ts'

import { type Call, noBody } from '../http/openapi/call.ts'

export const oidcCalls = {
  begin: {
    operationId: 'beginProviderSignIn',
    tags: ['Account'],
    summary: 'Sign in through the provider',
    description: 'For browsers. Sign-in must be completed in the same browser within ten minutes.',
    answer:
      'A redirect to the provider. Without a provider, it redirects to the sign-in page, or to the main page if you are signed in.',
    answerHeaders: ['Location'],
    errors: ['provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  finish: {
    operationId: 'finishProviderSignIn',
    tags: ['Account'],
    summary: 'Complete the sign-in',
    description:
      'For browsers: the provider redirects here. Signs in, or links the provider account to the signed-in account.',
    answer: 'A redirect to the main page, or to the sign-in page if the provider sent nothing.',
    answerHeaders: ['Location'],
    errors: ['sign_in_failed', 'signups_closed', 'identity_taken', 'provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  link: {
    operationId: 'linkProvider',
    tags: ['Account'],
    summary: 'Link a provider account',
    description:
      'Open `url` in a browser to complete the link. After that, you can sign in through the provider. The two emails do not have to match.',
    body: linkRequestSchema,
    answer: 'The URL to open.',
    errors: ['wrong_password', 'not_found', 'provider_away'],
    response: { 200: linkStartSchema },
  },
  findWaysIn: {
    operationId: 'findWaysIn',
    tags: ['Account'],
    summary: 'Read the sign-in methods',
    description: 'An account can have a password, a linked provider account, or both.',
    answer: 'The sign-in methods of the account.',
    response: { 200: waysInSchema },
  },
  unlink: {
    operationId: 'unlinkProvider',
    tags: ['Account'],
    summary: 'Unlink the provider account',
    description: 'Rejected if the account has no password, because nobody could sign in to it anymore.',
    answer: 'No provider account is linked.',
    errors: ['last_way_in'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
