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

/** What is in the way of a promise that is not kept: for docs/performance.md. */
export const IN_THE_WAY: Record<string, string> = {}
