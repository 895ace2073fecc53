// The security statements and their tests. `scripts/security.mjs` prints them as a table.

/**
 * @typedef {object} Line
 * @property {number} number
 * @property {string} statement in short
 * @property {readonly (readonly [file: string, ...titles: string[]])[]} tests files, and prefixes of full titles in
 *   them; without a title, every test of the file
 */

const SERVER = 'src/server'
const AUTH = `${SERVER}/auth`
const TASKS = `${SERVER}/tasks`
const FILES = `${SERVER}/attachments`
const TIMES = `${SERVER}/http/response-times.test.ts`
const WALK = `${SERVER}/http/openapi/walk.test.ts`

/** @type {readonly Line[]} */
export const LINES = [
  {
    number: 1,
    statement: 'A wrong email and a wrong password are indistinguishable',
    tests: [
      [`${AUTH}/sign-in.test.ts`, 'signing in with a wrong email'],
      [TIMES, 'a failed sign-in 1:'],
    ],
  },
  {
    number: 2,
    statement: 'Every server rejects the sixth failed sign-in for one account and address',
    tests: [
      [
        `${AUTH}/brute-force-guard.test.ts`,
        'the sixth failed sign-in',
        'one address',
        'stores neither the email',
        'twenty sign-ins',
        'F30:',
      ],
    ],
  },
  {
    number: 3,
    statement: 'A forged X-Forwarded-For has no effect',
    tests: [
      [`${AUTH}/brute-force-guard.test.ts`, 'a forged X-Forwarded-For'],
      [`${SERVER}/http/trusted-proxies.test.ts`],
    ],
  },
  {
    number: 4,
    statement: 'Every call that checks a secret has a rate limit',
    tests: [
      [`${AUTH}/brute-force-guard.test.ts`, 'a password check of a signed-in user'],
      [`${AUTH}/oidc-link.test.ts`, '4:'],
    ],
  },
  {
    number: 5,
    statement: 'Passwords are compared exactly; common ones are rejected',
    tests: [
      [`${AUTH}/sign-in.test.ts`, 'signing in requires the exact password'],
      [`${AUTH}/password.test.ts`, 'a hashed password'],
      ['src/domain/account/common-passwords.test.ts'],
      [`${AUTH}/routes.test.ts`, 'registering with {"password"'],
    ],
  },
  {
    number: 6,
    statement: 'Hashes are argon2id, are upgraded, and do not delay other requests',
    tests: [
      [`${AUTH}/password.test.ts`, 'a hashed password is', 'a hashed password with'],
      [`${AUTH}/sign-in.test.ts`, 'signing in upgrades a hash'],
      [TIMES, 'twenty parallel sign-ins 6:'],
    ],
  },
  {
    number: 7,
    statement: 'There is no default secret; placeholder secrets prevent startup',
    tests: [
      [`${SERVER}/config.test.ts`, 'mistakes SESSION_SECRET', 'a bucket 7:', 'a provider 7:'],
      ['tests/packaging/settings.test.ts', 'compose.yaml 7:', 'compose.postgres.yaml 7:'],
      [`${SERVER}/start/data-folder.test.ts`, 'the session secret'],
    ],
  },
  {
    number: 8,
    statement: 'With sign-ups closed, nothing creates an account',
    tests: [
      [`${AUTH}/routes.test.ts`, 'registering is rejected while sign-ups are closed'],
      ['tests/browser/signups-closed.spec.ts'],
    ],
  },
  {
    number: 9,
    statement: 'A password change requires the current password and ends every other session',
    tests: [
      [`${AUTH}/sign-in.test.ts`, 'changing the password'],
      [`${SERVER}/events/every-server.test.ts`, 'line 9:'],
      [`${SERVER}/events/routes.test.ts`, 'a stream ends within five seconds'],
    ],
  },
  {
    number: 10,
    statement: 'A new session id at sign-in; a planted cookie has no effect; ids are stored hashed',
    tests: [
      [
        `${AUTH}/session.test.ts`,
        'a session',
        'the session cookie never contains',
        'the session cookie with a made-up',
      ],
    ],
  },
  {
    number: 11,
    statement: 'After sign-out the old cookie is invalid and the browser clears its cache',
    tests: [
      [`${AUTH}/routes.test.ts`, 'signing out'],
      ['tests/browser/installed.spec.ts', 'opens without the server'],
      [`${SERVER}/events/routes.test.ts`, 'a stream ends within five seconds'],
    ],
  },
  {
    number: 12,
    statement: 'Sessions expire after their idle and total lifetime and are deleted',
    tests: [[`${AUTH}/session.test.ts`, 'the lifetime of a session', 'the row of a session']],
  },
  {
    number: 13,
    statement: 'A tampered response from a provider creates no session',
    tests: [[`${AUTH}/oidc-refusals.test.ts`, '13:']],
  },
  {
    number: 14,
    statement: 'A provider redirect opened in another browser is rejected',
    tests: [
      [`${AUTH}/oidc-refusals.test.ts`, '14:'],
      [`${AUTH}/oidc-link.test.ts`, '14:'],
    ],
  },
  {
    number: 15,
    statement: 'An email never merges two accounts',
    tests: [[`${AUTH}/oidc.test.ts`, '15:']],
  },
  {
    number: 16,
    statement: 'The picture claim of a provider causes no request and no script',
    tests: [[`${AUTH}/oidc.test.ts`, '16:']],
  },
  {
    number: 17,
    statement: 'A wrong, silent or unreachable provider signs nobody in; local sign-in still works',
    tests: [
      [`${AUTH}/oidc-refusals.test.ts`, '17:'],
      [`${AUTH}/oidc-silence.test.ts`, '17:'],
    ],
  },
  {
    number: 18,
    statement: 'Sign-in never redirects to a foreign address',
    tests: [[`${AUTH}/oidc.test.ts`, '18:']],
  },
  {
    number: 19,
    statement: 'Every route that is not public rejects visitors and other users',
    tests: [[WALK, 'a visitor', 'another user']],
  },
  {
    number: 20,
    statement: 'Another user’s attachment is not found, not even through a task of the requesting user',
    tests: [[`${FILES}/routes.test.ts`, 'a request about attachments']],
  },
  {
    number: 21,
    statement: 'A body cannot change fields that the server sets',
    tests: [
      [`${SERVER}/http/openapi/walk.test.ts`, 'a field that the server sets'],
      [`${TASKS}/change.test.ts`, 'changing a task ignores fields'],
      [`${SERVER}/app.test.ts`, 'the server drops keys that would modify'],
      [`${AUTH}/routes.test.ts`, 'registering ignores fields'],
    ],
  },
  {
    number: 22,
    statement: 'A reorder or dependency with another user’s tasks changes nothing',
    tests: [
      [`${TASKS}/order.test.ts`, 'reordering a level changes nothing if any id'],
      [`${TASKS}/dependencies.test.ts`, 'a dependency on a task that does not exist', 'a parent task'],
    ],
  },
  {
    number: 23,
    statement: 'Everyone can use public templates; only their owner can change them',
    tests: [[`${SERVER}/templates/routes.test.ts`]],
  },
  {
    number: 24,
    statement: 'An event stream never carries another user’s event',
    tests: [[`${SERVER}/events/routes.test.ts`, 'a stream receives nothing about other users']],
  },
  {
    number: 25,
    statement: 'Of fifty parallel moves into one free slot, only one succeeds',
    tests: [[`${TASKS}/race.test.ts`, 'fifty parallel requests']],
  },
  {
    number: 26,
    statement: 'Values out of range are rejected with their path',
    tests: [[`${TASKS}/bad-input.test.ts`, 'a field']],
  },
  {
    number: 27,
    statement: 'Malformed ids are not found',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'an id'],
      [WALK, 'the API returns 404 for a malformed id'],
    ],
  },
  {
    number: 28,
    statement: 'Bodies that are too large, too deeply nested or of another type are rejected',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'a body'],
      [`${SERVER}/app.test.ts`, 'the server'],
    ],
  },
  {
    number: 29,
    statement: 'Text that is too long is rejected before any parser reads it',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'a field of fifty thousand'],
      [TIMES, '50 kB of text in a short field 29:'],
      ['src/domain/duration.test.ts', 'parsing an estimate takes linear time for 50 kB'],
      ['src/domain/tasks/due-date.test.ts', 'parsing a date takes linear time for 50 kB'],
    ],
  },
  {
    number: 30,
    statement: 'Sending an Idempotency-Key twice creates one task',
    tests: [
      [`${TASKS}/race.test.ts`, 'fifty parallel requests to create a task with one key'],
      ['tests/browser/lost-answers.spec.ts'],
    ],
  },
  {
    number: 31,
    statement: 'File names are text and cannot leave the data folder',
    tests: [[`${FILES}/names.test.ts`], [`${FILES}/content-disposition.test.ts`]],
  },
  {
    number: 32,
    statement: 'Files are served as downloads that browsers don’t run',
    tests: [[`${FILES}/routes.test.ts`, 'downloading a file']],
  },
  {
    number: 33,
    statement: 'Uploads that are too large, interrupted or endless leave nothing behind',
    tests: [
      [`${FILES}/uploads.test.ts`, 'an upload', 'a client that reads only after'],
      [`${FILES}/lifetime.test.ts`, 'the files of a user stay within the limit'],
    ],
  },
  {
    number: 34,
    statement:
      'Deleting an account deletes its files immediately; deleting a task deletes its files after 30 days',
    tests: [
      [`${SERVER}/account/routes.test.ts`, 'deleting an account deletes every row'],
      [`${FILES}/folder.test.ts`, 'a server that starts on a folder'],
      [`${FILES}/orphaned-files.test.ts`],
      [`${FILES}/lifetime.test.ts`],
      [`${SERVER}/tasks/restore-task.test.ts`, 'the files of deleted tasks'],
    ],
  },
  {
    number: 35,
    statement: 'Every page has the security headers, even over plain http',
    tests: [
      [`${SERVER}/http/security-headers.test.ts`, 'responses'],
      [`${SERVER}/http/pages.test.ts`, 'the page', 'the service worker'],
    ],
  },
  {
    number: 36,
    statement: 'A change from another site is rejected',
    tests: [[`${SERVER}/http/same-origin.test.ts`], [WALK, 'a page on another site']],
  },
  {
    number: 37,
    statement: 'GET changes nothing; another site cannot sign a user out',
    tests: [
      [
        `${AUTH}/routes.test.ts`,
        'signing out does nothing for',
        'signing out typed',
        'signing out by a navigation',
      ],
      [WALK, '37: GET changes no row'],
    ],
  },
  {
    number: 38,
    statement: 'The cookie is __Host- and Secure over https, and the log says when it is not',
    tests: [[`${AUTH}/session.test.ts`, 'the session cookie']],
  },
  {
    number: 39,
    statement: 'The API is neither cached nor shared with other origins; TRACE is rejected',
    tests: [
      [`${SERVER}/app.test.ts`, 'responses from the API', 'the server returns 405 for TRACE'],
      [`${SERVER}/http/security-headers.test.ts`, 'responses to /api'],
    ],
  },
  {
    number: 40,
    statement: 'Hostile text is shown as text in every view',
    tests: [['tests/browser/hostile-text.spec.ts'], ['tests/browser/hostile-dialogs.spec.ts']],
  },
  {
    number: 41,
    statement: 'Logs contain the user and the action but no secrets; no input can forge a log line',
    tests: [
      [`${SERVER}/app.test.ts`, 'the log'],
      [`${SERVER}/account/routes.test.ts`, 'logs account changes'],
      [`${AUTH}/routes.test.ts`, 'a secret appears in no response'],
      [`${FILES}/routes.test.ts`, 'nothing that was uploaded'],
    ],
  },
  {
    number: 42,
    statement: 'Slow connections are closed while others are served',
    tests: [
      [`${SERVER}/app.test.ts`, 'slow clients'],
      [`${SERVER}/http/slow-clients.test.ts`, '42:'],
    ],
  },
  {
    number: 43,
    statement: 'Fastify is 5.12.8 or later, and there is no multipart parser',
    tests: [['scripts/security.test.ts']],
  },
]
