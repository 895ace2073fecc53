// The faults that the product survives, and the tests that cause them. `npm run faults` runs and prints them.

/**
 * @typedef {'fiu' | 'faketime' | 'root' | 'linux' | 'postgres' | 'cluster'} Need
 * @typedef {object} Row
 * @property {string} fault its number
 * @property {string} cause
 * @property {string} mustHold
 * @property {readonly (readonly [file: string, ...titles: string[]])[]} tests files, and prefixes of full titles in
 *   them; without a title, every test of the file. Without tests, the feature is not built yet.
 * @property {string} [script] a program that causes the fault and fails if the product does not survive it
 * @property {readonly Need[]} [needs] the requirements for the machine
 * @property {number} [workers] how many unit tests run at once; 1 by default, because parallel tests distort a row's figures
 * @property {boolean} [isExcused] whether a run may pass before the feature is built
 */

const SERVER = 'src/server'
const START = `${SERVER}/start`
const FILES = `${SERVER}/attachments`
const STORIES = 'tests/browser'

/** @type {readonly Row[]} */
export const ROWS = [
  {
    fault: 'F1',
    cause: 'kill −9 during a burst of writes',
    mustHold: 'no acknowledged write is lost or applied twice; the integrity check passes',
    tests: [[`${START}/run-faults.test.ts`, 'a server that is killed during writes']],
  },
  {
    fault: 'F2',
    cause: 'kill −9 with PostgreSQL; PostgreSQL itself stopped with immediate shutdown',
    mustHold: 'no acknowledged write is missing; only 503 with Retry-After; recovers without a restart',
    needs: ['postgres'],
    tests: [[`${START}/crashes-postgres.test.ts`]],
  },
  {
    fault: 'F3',
    cause: 'PostgreSQL connections terminated or exhausted, or the database down at startup',
    mustHold: 'every request gets 2xx or 503 within 5 s; /readyz reports it; the server stays up',
    needs: ['postgres'],
    tests: [
      [
        `${START}/postgres-outage.test.ts`,
        'while the database is unavailable requests',
        'while all connections are taken',
        'fifty clients that retry with the same key create each task once while connections',
      ],
      [`${START}/run-postgres.test.ts`, 'a server that cannot reach its database'],
    ],
  },
  {
    fault: 'F4',
    cause: 'disk full',
    mustHold: 'writes return 503 with a clear message; reads and sign-in work; recovers without a restart',
    needs: ['root', 'linux'],
    tests: [
      [`${START}/full-disk.test.ts`],
      [`${FILES}/faults.test.ts`, 'a server with a full disk'],
      ['src/web/sync/error-text.test.ts'],
    ],
  },
  {
    fault: 'F5',
    cause: 'random disk errors: ENOSPC and EIO',
    mustHold: 'the stored rows match the acknowledged writes',
    needs: ['fiu', 'linux'],
    tests: [[`${START}/failing-disk-sqlite.test.ts`, 'a disk that fails at random']],
  },
  {
    fault: 'F6',
    cause: 'data folder or database read-only',
    mustHold: 'at startup: one clear line and a non-zero exit; while running: 503 for writes',
    needs: ['fiu', 'root', 'linux'],
    tests: [
      [`${START}/failing-disk-sqlite.test.ts`, 'a disk that becomes read-only', 'a read-only disk'],
      [`${START}/data-folder.test.ts`, 'the data folder that nobody can write'],
    ],
  },
  {
    fault: 'F7',
    cause: 'database corrupted, truncated, not a database, or from a newer version',
    mustHold: 'the server refuses to start, with instructions; the file is unchanged',
    tests: [
      [
        `${START}/run.test.ts`,
        'a server that cannot start gives the reason in one line and changes nothing the database',
      ],
      [`${SERVER}/db/sqlite.test.ts`, 'rejects a foreign or damaged file'],
    ],
  },
  {
    fault: 'F8',
    cause: 'two servers on one SQLite file',
    mustHold: 'the second refuses to start and names the first',
    tests: [
      [`${START}/run-faults.test.ts`, 'of two servers started at the same moment'],
      [`${START}/data-folder.test.ts`, 'a data folder in use'],
    ],
  },
  {
    fault: 'F9',
    cause: 'SIGTERM under load',
    mustHold: 'in-flight requests finish, exit 0 within 10 s, no acknowledged write is lost',
    tests: [[`${START}/run-faults.test.ts`, 'a server that receives a stop signal']],
  },
  {
    fault: 'F10',
    cause: 'clock jumps and daylight-saving changes',
    mustHold: 'no crash, each occurrence once, no negative time',
    needs: ['faketime', 'linux'],
    tests: [[`${START}/wrong-clock.test.ts`, 'F10:']],
  },
  {
    fault: 'F11',
    cause: 'slow headers and slow bodies',
    mustHold: 'the connection is closed within 15 s; other requests are not affected',
    tests: [[`${SERVER}/http/slow-clients.test.ts`]],
  },
  {
    fault: 'F12',
    cause: 'endless, oversized and aborted uploads',
    mustHold: 'no file, no row, stable memory',
    needs: ['linux'],
    tests: [
      [
        `${FILES}/uploads.test.ts`,
        'an upload of one byte more',
        'an upload that is cut off',
        'a slow upload that never ends',
      ],
      [`${FILES}/faults.test.ts`, 'a killed server', 'a large upload'],
    ],
  },
  {
    fault: 'F13',
    cause: '10,000 event streams',
    mustHold: 'each receives the event within 1 s; the server uses less than 300 MB',
    needs: ['linux'],
    tests: [],
    script: 'bench/streams.bench.ts',
  },
  {
    fault: 'F14',
    cause: 'a stream client that never reads',
    mustHold: 'its buffer is capped, then it is disconnected; other clients receive everything',
    tests: [[`${SERVER}/events/slow-reader.test.ts`]],
  },
  {
    fault: 'F15',
    cause: 'network cut or stalled while editing',
    mustHold: 'the edit stays in the form, is sent once, and survives a reload',
    tests: [
      [`${STORIES}/lost-line.spec.ts`, 'catches up', 'keeps typed text', 'reconnects when'],
      [`${STORIES}/drafts.spec.ts`, 'a draft of an edited task is restored'],
      [`${STORIES}/lost-answers.spec.ts`, 'after a lost response creates a new task only once if'],
    ],
  },
  {
    fault: 'F16',
    cause: 'response lost after the commit',
    mustHold: 'a retry with the same key returns the same row',
    tests: [
      [`${STORIES}/lost-answers.spec.ts`],
      [`${SERVER}/tasks/race.test.ts`, 'fifty parallel requests to create a task with one key'],
    ],
  },
  {
    fault: 'F17',
    cause: 'two tabs edit one task',
    mustHold: 'different fields merge; the same field shows a conflict',
    tests: [
      [
        `${STORIES}/forms.spec.ts`,
        'editing a task when the server rejects the change changes to different fields',
        'editing a task when the server rejects the change a change to the same field',
      ],
      [`${STORIES}/live.spec.ts`, 'two browsers of one user update untouched fields'],
    ],
  },
  {
    fault: 'F18',
    cause: 'server restarted while a dialog is open',
    mustHold: 'the text stays, saving works, the user is still signed in',
    tests: [
      [`${STORIES}/canvas.spec.ts`, 'when the server is unavailable'],
      [`${STORIES}/forms.spec.ts`, 'editing a task when the server is unavailable'],
    ],
  },
  {
    fault: 'F19',
    cause: 'timer running through sleep, a crash or a closed tab',
    mustHold: 'time comes from timestamps; nothing is lost',
    tests: [
      [
        `${STORIES}/clock.spec.ts`,
        'the timer is the same after a reload and in another tab',
        'after a sleep of more than five minutes the',
        'when a save fails',
        'when the response to a save is lost',
      ],
      [`${STORIES}/drafts.spec.ts`, 'a draft of the work canvas is restored in another window after a crash'],
    ],
  },
  {
    fault: 'F20',
    cause: 'export of 10,000 tasks and 20 password checks at once',
    mustHold: '99th percentile of the event loop delay below 50 ms',
    tests: [[`${START}/load.test.ts`, 'the event loop']],
  },
  {
    fault: 'F21',
    cause: 'mixed load for minutes',
    mustHold: 'no growth in memory, handles or listeners',
    needs: ['linux'],
    tests: [[`${START}/load.test.ts`, 'mixed load']],
  },
  {
    fault: 'F22',
    cause: 'backup during a burst of writes, restored elsewhere',
    mustHold: 'the copy has every row acknowledged before the backup; integrity and file checksums match',
    tests: [[`${SERVER}/cli/storm.test.ts`]],
  },
  {
    fault: 'F23',
    cause: 'kill −9 during every migration, then another start',
    mustHold: 'the same schema and rows; an older program refuses a newer database',
    tests: [
      [`${SERVER}/db/killed-migration-sqlite.test.ts`],
      [`${SERVER}/db/postgres.test.ts`, 'opening continues a migration'],
      [
        `${START}/run.test.ts`,
        'a server that cannot start gives the reason in one line and changes nothing the database is from a newer',
      ],
    ],
  },
  {
    fault: 'F24',
    cause: 'move from SQLite to PostgreSQL',
    mustHold: 'counts and content match',
    needs: ['postgres'],
    tests: [
      [`${SERVER}/cli/move-postgres.test.ts`],
      [`${SERVER}/cli/lost-commit-postgres.test.ts`, 'move, when'],
    ],
  },
  {
    fault: 'F25',
    cause: 'three servers on one PostgreSQL database',
    mustHold: 'sign-out takes effect everywhere within 5 s; limits are shared; events reach every server',
    needs: ['postgres'],
    tests: [
      [`${START}/several-servers-postgres.test.ts`],
      [`${SERVER}/events/notices-postgres.test.ts`],
      [`${SERVER}/events/every-server.test.ts`],
    ],
  },
  {
    fault: 'F26',
    cause: 'random commands compared with a model',
    mustHold: 'the same results on both databases; levels never overflow; positions stay dense',
    tests: [['tests/model/tasks.model.test.ts']],
    workers: 2,
  },
  {
    fault: 'F27',
    cause: '150 lists of 100 MB of text that no client reads',
    mustHold:
      "at most 300 MB of memory; other users' requests at most 50 ms slower; idle readers are disconnected",
    needs: ['linux'],
    tests: [[`${SERVER}/http/long-list-memory.test.ts`], [`${SERVER}/http/long-list.test.ts`]],
  },
  {
    fault: 'F28',
    cause: 'another process locks the SQLite file for 10 s',
    mustHold: 'reads within 100 ms; writes wait or return 503; recovers by itself',
    tests: [[`${START}/run-faults.test.ts`, 'while another process holds a lock']],
  },
  {
    fault: 'F29',
    cause: 'PostgreSQL frozen for 30 s',
    mustHold: 'every request gets a response within 5 s; recovers without a restart',
    needs: ['postgres', 'linux'],
    tests: [[`${START}/postgres-outage.test.ts`, 'while the database is frozen']],
  },
  {
    fault: 'F30',
    cause: 'a clock one year ahead, corrected after five failed sign-ins',
    mustHold: 'no limit outlives its window; no time is negative or counted twice',
    needs: ['faketime', 'linux'],
    tests: [
      [`${START}/wrong-clock.test.ts`, 'F30:'],
      [`${SERVER}/auth/brute-force-guard.test.ts`, 'F30:', 'one address'],
      [`${SERVER}/auth/session.test.ts`, 'the lifetime of a session F30:'],
    ],
  },
  {
    fault: 'F31',
    cause: 'downloads, lists and streams aborted at a random byte, 100 times each',
    mustHold: 'no leaked handle, no uncaught error',
    needs: ['linux'],
    tests: [[`${SERVER}/http/aborted-streams.test.ts`]],
  },
  {
    fault: 'F32',
    cause: '200 offline commands over ten cuts, two tabs and a second device',
    mustHold: 'none lost or applied twice, order kept, the same state everywhere',
    tests: [
      [`${STORIES}/offline.spec.ts`, 'keeps changes made offline', 'changes from two tabs', 'unsent changes'],
      [`${STORIES}/offline-200.spec.ts`, 'more than 100 commands'],
    ],
  },
  {
    fault: 'F33',
    cause: 'F1 and F26 with 50 connections, some of them with failing commands',
    mustHold: 'same as F1 and F26; a failing command never makes another one fail',
    tests: [
      [
        `${START}/run-faults.test.ts`,
        'a server that is killed during good and failing writes',
        'a server that is killed between two statements of a group',
      ],
      [`${SERVER}/db/group-commit-sqlite.test.ts`, 'a change that fails in a group', 'a commit that fails'],
      [`${SERVER}/tasks/race.test.ts`, 'fifty parallel requests'],
    ],
  },
  {
    fault: 'F34',
    cause: 'database failover',
    mustHold: 'none lost or applied twice, outage at most 15 s, streams without a gap',
    needs: ['linux', 'root', 'cluster'],
    tests: [],
    script: 'scripts/cluster/run.ts',
  },
  {
    fault: 'F35',
    cause: 'kill between claiming and sending a reminder',
    mustHold: 'each reminder arrives once; missed ones as one summary',
    tests: [],
    isExcused: true,
  },
]
