// `npm run bench:load`: 2,000 signed-in users with open streams use one server. Finds the highest rate that the server
// sustains. Then runs at half that rate for ten minutes and briefly at twice that rate. Writes its part of
// docs/performance.md. Exits with 1 if a target is missed.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

import { type Generator, type Stretch, createGenerator, failuresOf, timeAt } from './load/generator.ts'
import { findMaximum } from './load/maximum.ts'
import { startLoadedServer } from './load/users.ts'
import { median } from './measure.ts'
import { type Row, printRows, promiseTable, table, writePart } from './performance-file.ts'
import { residentMegabytes } from './server/process.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '10' },
    step: { type: 'string', default: '10' },
    overload: { type: 'string', default: '30' },
    folder: { type: 'string', default: tmpdir() },
    'no-docs': { type: 'boolean', default: false },
  },
})
const [users, minutes, stepSeconds, overloadSeconds] = [
  values.users,
  values.minutes,
  values.step,
  values.overload,
].map(Number) as [number, number, number, number]

const P99_MS_MAX = 100
const GROWTH_MAX = 1.15
const OVERLOAD_GROWTH_MAX = 1.5
const RECOVERY_S_MAX = 5

/** The benchmark measures memory after each stretch. */
const STRETCH_SECONDS = Math.min(60, minutes * 6)
const MEMORY_POLL_MS = 500
const GIVE_UP_S = 60

/** Runs this process on one core, so that the server always has the other. */
function usesOneCore(): boolean {
  const core = String(cpus().length - 1)
  return spawnSync('taskset', ['-acp', core, String(process.pid)]).status === 0
}

const lines: string[][] = []

function note(name: string, stretch: Stretch, megabytes: number): void {
  const { rate, answered, rejected, wrong, unsent, times, generator } = stretch
  const total = times.length + failuresOf(stretch)
  const line = [
    name,
    `${Math.round(rate)}/s`,
    `${Math.round(answered)}/s`,
    `${timeAt([stretch], 0.5).toFixed(1)} ms`,
    `${timeAt([stretch], 0.99).toFixed(0)} ms`,
    `${((100 * rejected) / total).toFixed(1)}%`,
    String(wrong),
    String(unsent),
    `${megabytes} MB`,
    `${(100 * generator).toFixed(0)}%`,
  ]
  lines.push(line)
  console.log(line.join(', '))
}

type Memory = () => number

async function holdHalf({ run }: Generator, rate: number, memory: Memory): Promise<Row[]> {
  const stretches: Stretch[] = []
  const sizes: number[] = []
  for (let seconds = 0; seconds < minutes * 60; seconds += STRETCH_SECONDS) {
    const stretch = await run(rate, STRETCH_SECONDS)
    stretches.push(stretch)
    sizes.push(memory())
    note('half the maximum', stretch, memory())
  }
  const p99 = timeAt(stretches, 0.99)
  const failed = stretches.reduce((sum, stretch) => sum + failuresOf(stretch), 0)
  const part = Math.ceil(sizes.length / 4)
  const [start, end] = [median(sizes.slice(0, part)), median(sizes.slice(-part))]
  return [
    {
      what: 'half the maximum: 99th percentile',
      must: `≤ ${P99_MS_MAX} ms`,
      reached: `${p99.toFixed(1)} ms (median ${timeAt(stretches, 0.5).toFixed(1)} ms)`,
      isReached: p99 <= P99_MS_MAX,
    },
    {
      what: 'half the maximum: failed requests',
      must: '0',
      reached: String(failed),
      isReached: failed === 0,
    },
    {
      what: 'half the maximum: memory of the last quarter, relative to the first',
      must: `≤ ${GROWTH_MAX} ×`,
      reached: `${(end / start).toFixed(2)} × (${start} → ${end} MB)`,
      isReached: end / start <= GROWTH_MAX,
    },
  ]
}

async function overload({ run }: Generator, rate: number, memory: Memory): Promise<[Stretch, Row[]]> {
  const before = memory()
  let largest = before
  const timer = setInterval(() => (largest = Math.max(largest, memory())), MEMORY_POLL_MS)
  const stretch = await run(rate, overloadSeconds)
  clearInterval(timer)
  note('twice the maximum', stretch, largest)
  const { rejected, wrong, times } = stretch
  const share = (100 * rejected) / (times.length + rejected + wrong)
  const rows = [
    {
      what: 'twice the maximum: 503 responses with Retry-After',
      must: '> 0',
      reached: `${share.toFixed(1)}% (99th percentile of the others ${timeAt([stretch], 0.99).toFixed(0)} ms)`,
      isReached: rejected > 0,
    },
    { what: 'twice the maximum: other failures', must: '0', reached: String(wrong), isReached: wrong === 0 },
    {
      what: 'twice the maximum: largest memory, relative to before',
      must: `≤ ${OVERLOAD_GROWTH_MAX} ×`,
      reached: `${(largest / before).toFixed(2)} × (${before} → ${largest} MB)`,
      isReached: largest / before <= OVERLOAD_GROWTH_MAX,
    },
  ]
  return [stretch, rows]
}

/** Returns the number of seconds until the first second in which no request fails or exceeds the time limit. */
async function recover({ run }: Generator, rate: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const seconds = (performance.now() - begun) / 1000
    const stretch = await run(rate, 1)
    if (failuresOf(stretch) === 0 && timeAt([stretch], 0.99) <= P99_MS_MAX) return seconds
    if (seconds > GIVE_UP_S) return Infinity
  }
}

const METHOD = `Written by \`npm run bench:load\`. One server on SQLite has ${users} users with 50 tasks each. Each has a session and an open event
stream. The data is on a disk that syncs each commit.

- **The mix**: 40% the list if it has changed (otherwise 304), 40% one task, 10% the whole list, 6% a change of the notes, 4% a task created or deleted.
  The users take turns. Each has two open connections besides the stream.
- **The load generator** is one process that uses one core at most, and writes to the sockets itself. The server can use both cores, one of
  them exclusively. "Generator" is the share of time in which the generator was busy. When it is close to 100%, the generator limits the rate.
- **Times** are measured from when a request was due, so that the delay that a slow response causes for later requests counts.
- **The maximum** is the highest rate at which less than 1% of the requests fail and the 99th percentile is at most one second.
- **Recovery** counts from the last request at twice the maximum to the first second at half the maximum without a failure and
  with a 99th percentile of at most ${P99_MS_MAX} ms.
- **Unsent** requests were skipped because every connection of every user was waiting for a response.`

const COLUMNS = [
  'Load',
  'Planned',
  'Answered',
  'Median',
  'p99',
  '503',
  'Wrong',
  'Unsent',
  'Memory',
  'Generator',
]

const loadBefore = loadavg()[0] ?? 0
const loaded = await startLoadedServer(users, values.folder)
try {
  const core = usesOneCore() ? 'pinned to one core' : 'not pinned to a core'
  const memory = () => residentMegabytes(loaded.server.pid())
  const generator = await createGenerator(loaded.server.url, loaded.users)
  const most = await findMaximum(generator, stepSeconds, (step, isKeptUp) =>
    note(isKeptUp ? 'step' : 'step, not kept up', step, memory()),
  )
  const rows = await holdHalf(generator, most.rate / 2, memory)
  const [stretch, overloadRows] = await overload(generator, most.rate * 2, memory)
  const recovery = stretch.lateMs / 1000 + (await recover(generator, most.rate / 2))
  generator.close()
  rows.push(...overloadRows, {
    what: 'recovery',
    must: `≤ ${RECOVERY_S_MAX} s`,
    reached: `${recovery.toFixed(1)} s`,
    isReached: recovery <= RECOVERY_S_MAX,
  })
  printRows(rows)
  const text = [
    '## Sustained load',
    METHOD,
    `This run: ${users} users, ${minutes} minutes at half the maximum of ${Math.round(most.rate)} requests per second, ${overloadSeconds} s at twice the maximum; ${cpus().length} cores, generator ${core}, machine load before the run ${loadBefore.toFixed(1)}.`,
    promiseTable(rows, () => undefined),
    table(COLUMNS, lines),
  ].join('\n\n')
  if (!values['no-docs']) writePart('load', text)
  process.exitCode = rows.every(({ isReached }) => isReached) ? 0 : 1
} finally {
  await loaded.discard()
}
