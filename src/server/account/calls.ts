import { z } from 'zod'

import {
  accountDeletionSchema,
  passwordChangeSchema,
  sessionInfoSchema,
  userSchema,
} from '#domain/account/account.ts'
import { settingsChangeSchema, settingsSchema } from '#domain/account/settings.ts'

import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

const zip = { content: { 'application/zip': { schema: z.any() } } }

export const settingsCalls = tagged('Settings', {
  findSettings: {
    operationId: 'findSettings',
    summary: 'Read your settings',
    description: 'Settings are the same on every device.',
    answer: 'The settings.',
    response: { 200: settingsSchema },
  },
  changeSettings: {
    operationId: 'changeSettings',
    summary: 'Change your settings',
    description:
      'Omitted fields keep their values, and so do the days with `null` in `hoursPerWeekday`. In `dismissedSlack`, `putOffPlans` and `movedUpSeen`, an entry replaces the existing entry for the same task, and the other entries stay. Beyond 500 entries, the oldest are dropped. Steps in `doneSteps` are added to the earlier ones.',
    body: settingsChangeSchema,
    answer: 'All settings after the change.',
    response: { 200: settingsSchema },
  },
} as const satisfies Calls)

export const accountCalls = tagged('Account', {
  findUser: {
    operationId: 'findUser',
    summary: 'Read the signed-in user',
    description: 'Returns 401 if no user is signed in.',
    answer: 'The signed-in user.',
    response: { 200: userSchema },
  },
  changePassword: {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Ends all other sessions of the user. Also succeeds if `newPassword` is already the password.',
    body: passwordChangeSchema,
    answer: 'The password has changed.',
    errors: ['wrong_password'],
    response: { 204: noBody },
  },
  listSessions: {
    operationId: 'listSessions',
    summary: 'List active sessions',
    description: 'Each signed-in browser or program has its own session.',
    answer: 'The active sessions, most recently used first.',
    response: { 200: z.array(sessionInfoSchema) },
  },
  endSession: {
    operationId: 'endSession',
    summary: 'End a session',
    description:
      'Signs out the browser or program that uses the session. Ending your own session also clears its cookie.',
    params: z.object({ id: z.string().max(43).describe('The session id from `GET /api/auth/sessions`.') }),
    answer: 'The session has ended.',
    answerHeaders: ['Set-Cookie', 'Clear-Site-Data'],
    errors: ['not_found'],
    response: { 204: noBody },
  },
  endOtherSessions: {
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    description: 'Signs out all other browsers and programs.',
    answer: 'All other sessions have ended.',
    response: { 204: noBody },
  },
  exportAccount: {
    operationId: 'exportAccount',
    summary: 'Export your data',
    description:
      '`tenfold.json` contains the user, the settings, the tasks, the tasks deleted in the last 30 days, the categories, the templates and a list of the files. Each file is stored as `files/{task id}/{name}`; the list has the file’s original name and its path. In the path, names that Windows or macOS can’t unpack are changed.',
    answer: 'A zip archive.',
    answerHeaders: ['Content-Disposition'],
    errors: ['too_many'],
    response: { 200: zip },
  },
  deleteAccount: {
    operationId: 'deleteAccount',
    summary: 'Delete the account and its data',
    description: 'The deletion cannot be undone. The account’s public templates are deleted too.',
    body: accountDeletionSchema,
    answer: 'The account and all its data, files and sessions are deleted.',
    answerHeaders: ['Set-Cookie', 'Clear-Site-Data'],
    errors: ['wrong_password', 'sign_in_again', 'export_running'],
    response: { 204: noBody },
  },
} as const satisfies Calls)
