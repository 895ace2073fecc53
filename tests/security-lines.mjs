// What an attacker must not be able to do, and the tests that try it. `scripts/security.mjs` makes a table of it.

/**
 * @typedef {object} Line
 * @property {number} number
 * @property {string} statement in short
 * @property {readonly (readonly [file: string, ...titles: string[]])[]} tests files, and what the full titles in them
 *   begin with; without a title, every test of the file
 */

const SERVER = 'src/server'
const AUTH = `${SERVER}/auth`
const TASKS = `${SERVER}/tasks`
const FILES = `${SERVER}/attachments`
const WALK = `${SERVER}/openapi/walk.test.ts`

/** @type {readonly Line[]} */
export const LINES = [
  {
    number: 1,
    statement: 'A wrong e-mail and a wrong password are the same to whoever tries',
    tests: [[`${AUTH}/sign-in.test.ts`, 'signing in with a wrong e-mail']],
  },
  {
    number: 2,
    statement: 'The sixth failed sign-in is refused, for one account and address, by every server',
    tests: [
      [
        `${AUTH}/guessing.test.ts`,
        'the sixth failed sign-in',
        'one address',
        'neither the e-mail',
        'twenty sign-ins',
      ],
    ],
  },
  {
    number: 3,
    statement: 'A made-up X-Forwarded-For changes nothing',
    tests: [[`${AUTH}/guessing.test.ts`, 'a made-up X-Forwarded-For'], [`${SERVER}/trusted-proxies.test.ts`]],
  },
  {
    number: 4,
    statement: 'Every call that checks a secret is limited',
    tests: [[`${AUTH}/guessing.test.ts`, 'a secret that a signed-in person has to give']],
  },
  {
    number: 5,
    statement: 'Passwords round-trip exactly; common ones are refused',
    tests: [
      [`${AUTH}/sign-in.test.ts`, 'signing in needs the password'],
      [`${AUTH}/password.test.ts`, 'a hashed password'],
      ['src/domain/common-passwords.test.ts'],
      [`${AUTH}/routes.test.ts`, 'registering with {"password"'],
    ],
  },
  {
    number: 6,
    statement: 'Hashes are argon2id, grow with the costs, and hold nobody up',
    tests: [
      [
        `${AUTH}/password.test.ts`,
        'a hashed password is',
        'a hashed password with',
        'a hashed password of now',
      ],
      [`${AUTH}/sign-in.test.ts`, 'signing in twenty times at once', 'signing in makes a stronger hash'],
    ],
  },
  {
    number: 7,
    statement: 'No default secret; placeholders stop the start',
    tests: [
      [`${SERVER}/config.test.ts`, 'mistakes SESSION_SECRET', 'a bucket 7:', 'a provider 7:'],
      ['tests/packaging/settings.test.ts', 'compose.yaml 7:', 'compose.postgres.yaml 7:'],
      [`${SERVER}/data-folder.test.ts`, 'the session secret'],
    ],
  },
  {
    number: 8,
    statement: 'Closed sign-ups refuse every way in that would make an account',
    tests: [
      [`${AUTH}/routes.test.ts`, 'registering is refused where sign-ups are closed'],
      ['tests/browser/signups-closed.spec.ts'],
    ],
  },
  {
    number: 9,
    statement: 'A password change asks for the current one and ends every other session',
    tests: [
      [`${AUTH}/sign-in.test.ts`, 'changing the password'],
      [`${SERVER}/events/routes.test.ts`, 'a stream ends within five seconds'],
    ],
  },
  {
    number: 10,
    statement: 'A new session id at sign-in; a planted cookie has no effect; ids are stored hashed',
    tests: [
      [`${AUTH}/session.test.ts`, 'a session', 'the session cookie never holds', 'the session cookie that'],
    ],
  },
  {
    number: 11,
    statement: 'After sign-out the old cookie is worth nothing, and the browser forgets the pages',
    tests: [
      [`${AUTH}/routes.test.ts`, 'signing out'],
      [`${SERVER}/events/routes.test.ts`, 'a stream ends within five seconds'],
    ],
  },
  {
    number: 12,
    statement: 'Sessions end after their idle and absolute life, and are swept',
    tests: [[`${AUTH}/session.test.ts`, 'the life of a session', 'the row of a session']],
  },
  {
    number: 13,
    statement: 'What is tampered with on the way from a provider makes no session',
    tests: [[`${AUTH}/oidc-refusals.test.ts`, '13:']],
  },
  {
    number: 14,
    statement: 'A way back from a provider opened in another browser is refused',
    tests: [
      [`${AUTH}/oidc-refusals.test.ts`, '14:'],
      [`${AUTH}/oidc-link.test.ts`, '14:'],
    ],
  },
  {
    number: 15,
    statement: 'An e-mail never joins two accounts',
    tests: [[`${AUTH}/oidc.test.ts`, '15:']],
  },
  {
    number: 16,
    statement: 'The picture a provider names causes no request and no script',
    tests: [[`${AUTH}/oidc.test.ts`, '16:']],
  },
  {
    number: 17,
    statement: 'A provider that is another, silent or down fails closed; local sign-in works on',
    tests: [
      [`${AUTH}/oidc-refusals.test.ts`, '17:'],
      [`${AUTH}/oidc-silence.test.ts`, '17:'],
    ],
  },
  {
    number: 18,
    statement: 'Nobody is sent to a foreign address after signing in',
    tests: [[`${AUTH}/oidc.test.ts`, '18:']],
  },
  {
    number: 19,
    statement: 'Every route × nobody and another user',
    tests: [[WALK, 'nobody', 'another user']],
  },
  {
    number: 20,
    statement: 'Another user’s attachment is not there, also under one’s own task',
    tests: [[`${FILES}/routes.test.ts`, 'a call about attachments']],
  },
  {
    number: 21,
    statement: 'A body changes none of what the program sets itself',
    tests: [
      [`${SERVER}/openapi/walk-bodies.test.ts`, 'what the program sets itself'],
      [`${TASKS}/change.test.ts`, 'changing a task takes no field'],
      [`${SERVER}/app.test.ts`, 'wrong requests keys that would change the prototype'],
      [`${AUTH}/routes.test.ts`, 'registering takes no field'],
    ],
  },
  {
    number: 22,
    statement: 'A reorder or dependency that names foreign tasks changes nothing',
    tests: [
      [`${TASKS}/order.test.ts`, 'putting a level in order with one task'],
      [`${TASKS}/dependencies.test.ts`, 'a dependency on a task that is not there', 'a parent task'],
    ],
  },
  {
    number: 23,
    statement: 'Public templates are for everybody to use and for their owner to change',
    tests: [[`${SERVER}/templates/routes.test.ts`]],
  },
  {
    number: 24,
    statement: 'An event stream never carries another user’s event',
    tests: [[`${SERVER}/events/routes.test.ts`, 'a stream is told nothing of others']],
  },
  {
    number: 25,
    statement: 'Fifty moves at once into one free slot: one wins',
    tests: [[`${TASKS}/race.test.ts`, 'fifty requests at once']],
  },
  {
    number: 26,
    statement: 'Values out of range are refused with their path',
    tests: [[`${TASKS}/bad-input.test.ts`, 'a field']],
  },
  {
    number: 27,
    statement: 'Ids that cannot be are not there',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'an id'],
      [WALK, 'a path with an id'],
    ],
  },
  {
    number: 28,
    statement: 'Bodies too large, too deep or of another type are refused',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'a body'],
      [`${SERVER}/app.test.ts`, 'wrong requests'],
    ],
  },
  {
    number: 29,
    statement: 'Long texts are refused before any parser reads them',
    tests: [
      [`${TASKS}/bad-input.test.ts`, 'a field of fifty thousand'],
      ['src/domain/duration.test.ts', 'reading an estimate of 50 kB'],
      ['src/domain/due-date.test.ts', 'reading a date of 50 kB'],
    ],
  },
  {
    number: 30,
    statement: 'The same Idempotency-Key twice makes one task',
    tests: [
      [`${TASKS}/race.test.ts`, 'fifty requests at once to make a task under one key'],
      ['tests/browser/lost-answers.spec.ts'],
    ],
  },
  {
    number: 31,
    statement: 'Names of files are text and lead nowhere outside the data folder',
    tests: [[`${FILES}/names.test.ts`], [`${FILES}/content-disposition.test.ts`]],
  },
  {
    number: 32,
    statement: 'Files are served as attachments that can run nothing',
    tests: [[`${FILES}/routes.test.ts`, 'downloading a file']],
  },
  {
    number: 33,
    statement: 'Uploads that are too large, broken off or endless leave nothing',
    tests: [
      [`${FILES}/uploads.test.ts`, 'an upload', 'a refusal'],
      [`${FILES}/lifetime.test.ts`, 'the files of a user take no more'],
    ],
  },
  {
    number: 34,
    statement: 'Deleting a task or an account deletes its files',
    tests: [
      [`${AUTH}/account.test.ts`, 'deleting an account leaves no row'],
      [`${FILES}/folder.test.ts`, 'a server that starts upon a folder'],
      [`${FILES}/left-overs.test.ts`],
      [`${FILES}/lifetime.test.ts`],
    ],
  },
  {
    number: 35,
    statement: 'Every page has the headers that keep it safe, also on plain http',
    tests: [
      [`${SERVER}/app.test.ts`, 'answers'],
      [`${SERVER}/pages.test.ts`, 'the page'],
    ],
  },
  {
    number: 36,
    statement: 'A change asked for by another site is refused',
    tests: [[`${SERVER}/same-origin.test.ts`], [WALK, 'a page of another site']],
  },
  {
    number: 37,
    statement: 'GET changes nothing; another site signs nobody out',
    tests: [
      [`${AUTH}/routes.test.ts`, 'signing out is not done', 'signing out typed'],
      [WALK, 'the owner gets what is described: GET'],
    ],
  },
  {
    number: 38,
    statement: 'The cookie is __Host- and Secure on https, and the log says when it is not',
    tests: [[`${AUTH}/session.test.ts`, 'the session cookie']],
  },
  {
    number: 39,
    statement: 'Nothing of the API is cached or shared with other origins; TRACE is refused',
    tests: [
      [`${SERVER}/app.test.ts`, 'answers nothing of the API is kept', 'wrong requests TRACE', 'answers /api'],
    ],
  },
  {
    number: 40,
    statement: 'Twelve hostile texts are shown as text in every view',
    tests: [['tests/browser/hostile-text.spec.ts']],
  },
  {
    number: 41,
    statement: 'Logs say who and what, and nothing secret; no text forges a line',
    tests: [
      [`${SERVER}/app.test.ts`, 'the log'],
      [`${AUTH}/account.test.ts`, 'what happens to an account'],
      [`${AUTH}/routes.test.ts`, 'a secret is in no answer'],
      [`${FILES}/routes.test.ts`, 'nothing that was uploaded'],
    ],
  },
  {
    number: 42,
    statement: 'Slow connections are cut off while others are answered',
    tests: [[`${SERVER}/app.test.ts`, 'slow clients']],
  },
  {
    number: 43,
    statement: 'Fastify is pinned at 5.12.8 or later, and no multipart parser is there',
    tests: [['scripts/security.test.ts']],
  },
]
