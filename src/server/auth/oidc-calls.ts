import { linkRequestSchema, linkStartSchema, waysInSchema } from '#domain/provider-link.ts'

import { type Call, noBody } from '../openapi/call.ts'

/** What the calls about signing in through a provider take and answer. */
export const oidcCalls = {
  begin: {
    operationId: 'beginProviderSignIn',
    tags: ['Account'],
    summary: 'Sign in through the provider',
    description: 'For browsers. The way back must be taken by the same browser, within ten minutes.',
    answer:
      'On to the provider; to the sign-in page where there is none, to the main page for those who are signed in.',
    answerHeaders: ['Location'],
    errors: ['provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  finish: {
    operationId: 'finishProviderSignIn',
    tags: ['Account'],
    summary: 'Come back from the provider',
    description:
      'For browsers, whom the provider sends here. It signs in, or links where that was asked for.',
    answer: 'On to the main page; to the sign-in page when the provider has said nothing.',
    answerHeaders: ['Location'],
    errors: ['sign_in_failed', 'signups_closed', 'identity_taken', 'provider_away'],
    errorsArePages: true,
    response: { 302: noBody },
  },
  link: {
    operationId: 'linkProvider',
    tags: ['Account'],
    summary: 'Link the account to one at the provider',
    description:
      'For browsers: go on to `url`. After that the provider can be used to sign in to this account. E-mails play no part.',
    body: linkRequestSchema,
    answer: 'Where to go on.',
    errors: ['wrong_password', 'not_found', 'provider_away'],
    response: { 200: linkStartSchema },
  },
  findWaysIn: {
    operationId: 'findWaysIn',
    tags: ['Account'],
    summary: 'Read which ways into the account there are',
    answer: 'The ways.',
    response: { 200: waysInSchema },
  },
  unlink: {
    operationId: 'unlinkProvider',
    tags: ['Account'],
    summary: 'Cut the links to accounts at a provider',
    answer: 'There are none any more.',
    errors: ['last_way_in'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
