import type { Reason } from '../performance-file.ts'

/** The method of measurement, for docs/performance.md. */
export const METHOD = `Written by \`npm run bench:server\`. Speed is given relative to a baseline measured in the same run, because other work on the machine changes absolute figures.

- **The baseline** (bench/floor-server.ts) is a bare \`node:http\` server on the same database file. The baseline has no framework
  and no session. It runs the same durable statements, including those for the change log, and builds JSON inside SQLite.
- **The load** comes from autocannon over 10 connections, for one signed-in user with 1,000 tasks of realistic text.
- **Order** of each round: the baseline, Tenfold, then Tenfold without other users' tasks. The first round is a warm-up. Figures are medians of
  the rounds.
- **CPU time** is the server process's time per request. It is meaningful even where the load generator, which shares the
  machine, limits the request rate.
- **Settings**: the same as with \`npm start\`, except for \`LOG_LEVEL=warn\`, because the baseline writes no log.
- **Memory growth** is the rise of a line fitted to five measurements, each after a forced garbage collection. Without forced collection,
  the measurements vary by about 15 MB.
- **PostgreSQL** is a real server with fsync off, so its writes are less durable than SQLite's here. One and three servers run behind
  the same round-robin proxy, which opens a connection per request. All share the machine's cores with the load generator, so the ratio does not show what three machines would gain.`

const QUERIES: Reason = {
  name: 'a second query and a framework',
  text: 'See ‘One task, step by step’: Fastify, the session lookup and the security headers alone reduce the rate to 0.71 × the baseline (0.60 and 0.70 in other runs). Tenfold looks up the session for each request, so that every server rejects an ended session immediately. Two fifths of the CPU time is spent writing the response to the socket, which wakes the load generator on the other core. A third is spent in SQLite’s two reads, half of it on their locks. Seven short runs on one day gave 0.46 to 0.53 and an eighth 0.40; the full benchmarks gave 0.38, 0.43 and 0.44. Longer requests let the load generator sleep more often, and waking it costs time. Improvements, each measured on top of the previous one: parameters instead of literals inside expressions, so that SQLite reuses statements (0.23–0.26 before, 0.31–0.46 after), and a cache of token HMACs (0.36–0.40 before, 0.46–0.53 after). Earlier improvements: prepared statements, our own driver below Kysely (docs/decisions/040), and parsing cookies only once. Rejected: reading through the writing connection while it is idle, which would save 5 of 420 µs per create, but also allow writes outside a transaction.',
}
const WRITES: Reason = {
  name: 'the commit and its overhead',
  text: 'Of the 0.35 ms of CPU time per patch, the commit takes 0.13 to 0.18 ms, as in the baseline. The rest is spent on reading the body, validation, the session and Kysely’s transaction. The result is close to the target: 0.59 to 0.63 in six runs on one day; 0.54, 0.57 and 0.62 on another, when the machine was twice as fast. Changes for patch, each measured on top of the previous one: parameters instead of literals inside expressions, also in the baseline (0.50–0.55 after), writing no unchanged indexed columns (0.51–0.67), skipping unneeded dates, timers and column lists (0.59–0.61), and a cache of token HMACs (0.61–0.63). A longer write-ahead log was not faster: commits took 0.8 to 1.2 times as long with 4,000 pages instead of 1,000, and 1.2 to 1.9 times with 16,000, because a growing file is slower to sync than an overwritten one.',
}
const TAIL: Reason = {
  name: 'two shared cores',
  text: 'The cause is other work on the two cores, mainly the load generator. Runs of the same code on one day gave 2.9 to 4.5 for one task, with a median of 0.3 to 0.5 ms, and 2.3 to 4.0 for the rest; under other load up to 5.0. Tried: 2 and 16 MB for young objects instead of 8, without a noticeable effect.',
}

/** The reasons for missed targets, for docs/performance.md. */
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
    name: 'noise',
    text: 'The query uses an index and reads one user’s list, so the work is the same. One run gave 0.84, another 1.31.',
  },
  'create: growth': {
    name: 'near the limit',
    text: 'The value was close to the limit in one run, and 0.97 and 0.92 in others. Other work on the machine explains the difference.',
  },
  'cold start: first response': {
    name: 'loading code',
    text: 'Tried: checking the file’s integrity only after an unclean stop, which saves a second with a million tasks; building the server into one file (decision 001), 0.51 s instead of 1.75 s; not loading the HTTP client and number formats at startup.',
  },
  'memory, idle': {
    name: 'rarely used clients',
    text: 'Building the server into one file saved 20 MB (decision 001). Not tried: loading the OpenID and S3 clients on demand.',
  },
  'memory growth over five repeats': {
    name: 'garbage',
    text: 'Without forced garbage collection, memory varied by 15 MB. With forced collection, five repeats had 109 MB each.',
  },
}
