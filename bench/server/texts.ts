import type { Reason } from '../performance-file.ts'

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
- **Growth of memory** is the rise of the line that lies nearest to the five figures, each taken when the server was told to
  collect its garbage: without that they go up and down by some 15 MB with when it does so by itself.
- **PostgreSQL** is a real server, told not to wait for the disk, so its writes are not as durable as SQLite's here; one and
  three servers stand behind the same round-robin proxy, which opens a connection for each request. All of them, and the
  load generator, share the machine's cores: the ratio says what three servers cost or bring there, not what three machines
  bring.`

const QUERIES: Reason = {
  name: 'a second query and a framework',
  text: 'See ‘One task, step by step’: Fastify alone reached 0.86 × the floor in one run, and with a session that is looked up and the headers that make a page safe 0.34 ×, before any code of Tenfold’s; so 0.5 × is out of reach for whoever looks the session up. Tenfold looks it up for each request, so that a session that was ended is refused at once, by every server: keeping sessions in memory would let one live on. Tried: statements that are made once and run at once, on a connection of their own for reading, without the promises of Kysely (src/server/db/sqlite-direct.ts), no cookies that are parsed twice: 3.9 instead of 4.5 times the floor’s processor time, measured one after the other. What is left to Tenfold, the way from 0.34 to what was reached, is spread over hooks, checks and the log, none of it over 3 %.',
}
const WRITES: Reason = {
  name: 'the draft and the transaction',
  text: 'A draft is checked by its schema, and the transaction begins and ends through Kysely; what is inserted and updated are statements that are made once. A task that is made needs the last place of its level, a change that cannot move needs none. Near its limit: three runs on one day had 0.60, 0.63 and 0.64.',
}
const TAIL: Reason = {
  name: 'the two cores',
  text: 'What else the two cores do, the load generator first: three runs of the same code on one day had 3.3, 4.0 and 4.2 for one task, where the median is 0.7 ms, and 2.5 to 4.0 for the rest; beside other work up to 5.0.',
}

/** What is in the way of a promise that is not kept: for docs/performance.md. */
export const IN_THE_WAY: Record<string, Reason> = {
  'one task: requests/s': QUERIES,
  'list, unchanged: requests/s': QUERIES,
  'create: requests/s': WRITES,
  'patch: requests/s': WRITES,
  'one task: 99th percentile': TAIL,
  'list: 99th percentile': TAIL,
  'list, unchanged: 99th percentile': TAIL,
  'create: 99th percentile': TAIL,
  'patch: 99th percentile': TAIL,
  'list: growth': {
    name: 'the same work',
    text: 'The work is the same: the plan uses an index, and the list is of one user. One run had 0.84, another 1.31.',
  },
  'create: growth': {
    name: 'near the limit',
    text: 'Near its limit in one run and 0.97 and 0.92 in others: what else the machine does.',
  },
  'start to first answer': {
    name: 'loading code',
    text: 'Tried: looking the file over for damage only when it does not lie as the last stop left it, which is a second with a million tasks; one file for the server (decision 028), which took 0.51 instead of 1.75 s; without the client for http and the number formats that nothing needed at the start.',
  },
  'memory, idle': {
    name: 'clients that few use',
    text: 'One file for the server took 20 MB (decision 028). Not tried: loading what few installs use, such as the OpenID and S3 clients, when it is wanted.',
  },
  'memory, five repeats': {
    name: 'garbage',
    text: 'Looked at without collecting garbage first, it went up and down by 15 MB; with it, five repeats were 109 MB each.',
  },
}
