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
  text: 'See ‘One task, step by step’: Fastify, a session that is looked up and the headers that make a page safe took it to 0.60 × the floor, 0.70 in another run, before any code of Tenfold’s. Tenfold looks the session up for each request, so that one that was ended is refused at once, by every server. Of the processor’s time two fifths go to writing the answer to the socket, which wakes the load generator on the other core, and a third to SQLite’s two reads, half of that for the locks that each takes. 0.46 to 0.53 in seven short runs on one day and 0.40 in an eighth, but 0.38 in the whole bench of that day, 0.43 and 0.44 on the next: the longer a request takes, the more often the load generator sleeps and has to be woken. Tried, measured one after the other: values that stand in expressions, so that SQLite makes no statement anew for them (0.23–0.26 before, 0.31–0.46 after), the HMAC of a token remembered (0.36–0.40 before, 0.46–0.53 after); before that statements that are made once and run without the promises of Kysely (src/server/db/sqlite-direct.ts), no cookies that are parsed twice. Reading through the writing connection while it is idle saved 5 of 420 µs of a create, and was left out: what is in no transaction could write then.',
}
const WRITES: Reason = {
  name: 'the commit, and what comes around it',
  text: 'Of the 0.35 ms of processor time of a patch 0.13 to 0.18 are the commit, which is the floor’s too; the rest is spread over reading the body, checks, the session and Kysely’s transaction. Near its limit: 0.59 to 0.63 in six runs on one day, 0.54, 0.57 and 0.62 on another, when the same machine did twice as much. Tried, for patch, measured one after the other: values that stand in expressions, in the floor’s statements too (0.50–0.55 after that), only the columns that stand in no index (0.51–0.67), no calendar day, timer and list of columns where none is needed (0.59–0.61), the HMAC of a token remembered (0.61–0.63). A longer log before SQLite writes it into the database made commits no quicker: 0.8 to 1.2 times as long with 4,000 pages instead of 1,000, 1.2 to 1.9 times with 16,000, since a file that grows is slower to sync than one that is written over.',
}
const TAIL: Reason = {
  name: 'the two cores',
  text: 'What else the two cores do, the load generator first: runs of the same code on one day had 2.9 to 4.5 for one task, where the median is 0.3 to 0.5 ms, and 2.3 to 4.0 for the rest; beside other work up to 5.0. Tried: 2 and 16 MB for young objects instead of 8, which changed nothing that could be told from the noise.',
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
