/** How it is measured, for docs/performance.md. */
export const METHOD = `Written by \`npm run bench:server\`. Speed is measured as ratios within one run, against a floor that the run starts
itself, because a machine is never alone and never the same.

- **The floor** (bench/floor-server.ts) is a bare \`node:http\` server on the same database file: no framework, no session,
  the same durable statements with the note of each change, JSON made inside SQLite.
- **The work** is done by autocannon over 10 connections for one user who is signed in and has 1,000 tasks of realistic text.
- **In turn**: floor, Tenfold, Tenfold without others' tasks, and again, after a first round that does not count. The figures
  are medians of the rounds.
- **Processor time** is what the server's process took for one request. It also counts where the load generator, which
  shares the machine, is what holds the requests back.
- Tenfold runs as \`npm start\` runs it, but for one setting: \`LOG_LEVEL=warn\`, since the floor writes no log.
- **PostgreSQL** is a real server, told not to wait for the disk, so its writes are not as durable as SQLite's here; one and
  three servers stand behind the same round-robin proxy, which opens a connection for each request. All of them, and the
  load generator, share the machine's cores: the ratio says what three servers cost or bring there, not what three machines
  bring.`

const QUERIES =
  'A request is two queries behind the hooks of a framework where the floor has one query and no hooks: who asks is looked up each time, so that a session that was ended is refused at once. Queries that are made once (src/server/db/prepared.ts) took finding the session from 116 to 77 µs on a busy machine; the rest is Fastify, the promises of Kysely and the rows’ way through JavaScript objects. Not tried: a row that is read without Kysely.'
const WRITES =
  'Five statements of Kysely, each behind promises, and a draft that is checked by its schema. The level is no longer read whole: a task that is made needs its last place, a change that cannot move needs none. Not tried: inserting by a query that is made once.'
const TAIL =
  'Not told apart yet from the other work on the machine, which had several programs waiting for each of its two cores.'

/** What is in the way of a promise that is not kept: for docs/performance.md. */
export const IN_THE_WAY: Record<string, string> = {
  'one task: requests/s': QUERIES,
  'list, unchanged: requests/s': QUERIES,
  'create: requests/s': WRITES,
  'patch: requests/s': WRITES,
  'one task: 99th percentile': TAIL,
  'list: 99th percentile': TAIL,
  'list, unchanged: 99th percentile': TAIL,
  'create: 99th percentile': TAIL,
  'patch: 99th percentile': TAIL,
  'start to first answer':
    'The floor loads two modules, Tenfold a thousand, though from the compile cache of Node. Not tried: one file for the server, which took half the processor time to start where the tests make one.',
  'memory, idle':
    'Not taken apart yet. Not tried: loading what few installs use, such as the OpenID and S3 clients, when it is wanted.',
  'memory, five repeats':
    'It goes up and down by 35 MB or so with when garbage is collected, the lowest figures being alike. Not tried: a limit on the heap.',
}
