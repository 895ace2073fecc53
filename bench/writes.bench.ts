// `npm run bench:writes -- --before FOLDER`: compares writes on SQLite with those of another built checkout,
// alternately and on a real disk. Writes a part of docs/performance.md. Exits with 1 if a target is missed.
import { loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

import { median } from './measure.ts'
import { type Reason, type Row, printRows, promiseTable, table, writePart } from './performance-file.ts'
import { type Round, middle } from './server/load.ts'
import { type Side, USERS, WRITES, runInTurn, runWrites, startSide, timeSync } from './server/writes.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    folder: { type: 'string', default: tmpdir() },
    'sync-ms': { type: 'string', default: '2' },
    'no-docs': { type: 'boolean', default: false },
  },
})
if (!values.before) throw new Error('Name a built checkout to compare with: --before FOLDER.')
const rounds = Number(values.rounds)
const syncMs = Number(values['sync-ms'])

/** A kind of load. `min` is the minimum ratio of requests per second, after to before. */
type Load = { name: string; connections: number; users: number; amount: number; min: number }

/** The load with one connection: requests per server and the minimum ratio. */
const ALONE = { name: '1 connection', amount: 600, min: 0.95 }

const LOADS: Load[] = [
  { name: '50 connections of 50 users', connections: 50, users: USERS, amount: 600, min: 3 },
  { name: '50 connections of one user', connections: 50, users: 1, amount: 600, min: 3 },
]

/** `sync` is how long the disk took to sync a small commit, in ms. */
type Compared = { what: string; before: Round; after: Round; ratio: number; min: number; sync: number }

async function compareAlone(work: keyof typeof WRITES, sides: [Side, Side]): Promise<Compared> {
  const sync = await timeSync(values.folder)
  const [before, after] = await runInTurn(sides, work, ALONE.amount)
  const ratio = after.perSecond / before.perSecond
  return { what: `${work}, ${ALONE.name}`, before, after, ratio, min: ALONE.min, sync }
}

async function compare(load: Load, work: keyof typeof WRITES, sides: [Side, Side]): Promise<Compared> {
  const pairs: [Round, Round][] = []
  const syncs: number[] = []
  // The first round is a warm-up and doesn't count.
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2
    syncs.push(await timeSync(values.folder))
    const one = await runWrites(sides[first === 0 ? 0 : 1], work, load)
    const other = await runWrites(sides[first === 0 ? 1 : 0], work, load)
    if (round > 0) pairs.push(first === 0 ? [one, other] : [other, one])
  }
  const compared = {
    what: `${work}, ${load.name}`,
    before: middle(pairs.map(([before]) => before)),
    after: middle(pairs.map(([, after]) => after)),
    ratio: median(pairs.map(([before, after]) => after.perSecond / before.perSecond)),
    min: load.min,
    sync: median(syncs),
  }
  console.log(`${compared.what}: ${compared.ratio.toFixed(2)} ×`)
  return compared
}

function judge({ what, ratio, min }: Compared): Row {
  return { what, must: `≥ ${min} × before`, reached: `${ratio.toFixed(2)} ×`, isReached: ratio >= min }
}

function measured(compared: readonly Compared[]): string {
  const lines = compared.map(({ what, before, after, sync }) => [
    what,
    `${(sync + syncMs).toFixed(1)} ms`,
    both(before.perSecond, after.perSecond, 0),
    `${both(before.median, after.median, 1)} ms`,
    `${both(before.p99, after.p99, 0)} ms`,
    `${both(before.processor, after.processor, 2)} ms`,
  ])
  return table(['Writes', 'One sync', 'Requests/s', 'Median', '99th percentile', 'CPU time'], lines)
}

function both(before: number, after: number, digits: number): string {
  return `${before.toFixed(digits)} → ${after.toFixed(digits)}`
}

const METHOD = `Written by \`npm run bench:writes -- --before FOLDER\`, where FOLDER is a built checkout of a version without
group commit (docs/decisions/061). Both servers keep their data on a disk that syncs each commit, and run the same writes. The
servers take turns: after each request with one connection, and after each round with 50. With one connection, the ratio compares the median
times. With 50 connections, the ratio is the median over pairs of adjacent rounds. Each of the 50 users has 1,000 tasks.
\`--sync-ms\` is added to each sync with strace, because the disks of virtual machines often acknowledge a sync before the data is
on the device. On a consumer SSD, a sync takes a few milliseconds. With \`--sync-ms 0\`, on a disk that syncs in 0.2 ms, 50 connections reach 1.6 to 2.0 times the rate without group commit.`

const FAST_DISK: Reason = {
  name: 'fast disk',
  text: 'The disk syncs faster than the CPU processes a write, so a shared commit saves little.',
}
const NOISE: Reason = {
  name: 'noise',
  text: 'A single write costs 9 µs more CPU time than without group commit, about 2% of a request, measured in one process without HTTP.',
}

const compared: Compared[] = []
const before = await startSide(values.folder, syncMs, values.before)
const after = await startSide(values.folder, syncMs)
try {
  for (const work of ['create', 'patch'] as const) compared.push(await compareAlone(work, [before, after]))
  for (const load of LOADS) {
    for (const work of ['create', 'patch'] as const) compared.push(await compare(load, work, [before, after]))
  }
} finally {
  await before.discard()
  await after.discard()
}
const rows = compared.map(judge)
printRows(rows)
const text = [
  '## Writes that share a commit',
  METHOD,
  `This run: ${ALONE.amount} writes with one connection, ${rounds} measured rounds of 600 with 50; ${syncMs} ms added to each sync; a load average of ${loadavg()[0]?.toFixed(0)} at the end.`,
  promiseTable(rows, (what) => (what.endsWith(ALONE.name) ? NOISE : FAST_DISK)),
  measured(compared),
].join('\n\n')
console.log(text)
if (!values['no-docs']) writePart('writes', text)
if (rows.some(({ isReached }) => !isReached)) process.exitCode = 1
