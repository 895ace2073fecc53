import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { type Row, promiseTable, table, writeBesideParts } from '../performance-file.ts'
import type { Round } from './load.ts'
import { POSTGRES_OTHERS_MAX, type Spread } from './on-postgres.ts'
import type { Compared, OnSqlite } from './on-sqlite.ts'
import type { BenchOptions } from './options.ts'
import { IN_THE_WAY, METHOD } from './texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const TAIL_RATIO_MAX = 4
const GROWTH_RATIO_MAX = 1.2
const START_RATIO_MAX = 3
const IDLE_MB_MAX = 110
const AFTER_MB_MAX = 200
const REPEATS_MB_MAX = 5
const UNCHANGED_RATIO_MIN = 10

/** The targets as a share of the baseline's requests per second, by workload. */
const FLOOR_RATIO_MIN: Record<string, number> = { 'one task': 0.5, list: 0.9, create: 0.6, patch: 0.6 }

/** Compares the measurements with the targets. */
export function judge({ compared, start, memory }: OnSqlite): Row[] {
  const list = compared.find(({ work }) => work === 'list')
  const startRatio = start.tenfold / start.floor
  const growth = rise(memory.repeats)
  return [
    ...compared.flatMap((work) => throughput(work, list)),
    ...compared.map(({ work, many }) =>
      atMost(`${work}: 99th percentile`, many.p99 / many.median, TAIL_RATIO_MAX, 'the median'),
    ),
    ...compared.map(({ work, many, few }) =>
      atMost(`${work}: growth`, few.perSecond / many.perSecond, GROWTH_RATIO_MAX, 'the time with few tasks'),
    ),
    {
      ...atMost('cold start: first response', startRatio, START_RATIO_MAX, "the baseline's"),
      reached: `${startRatio.toFixed(1)} × (${start.tenfold.toFixed(0)} ms, baseline ${start.floor.toFixed(0)} ms)`,
    },
    megabytes('memory, idle', memory.idle, IDLE_MB_MAX),
    megabytes('memory after the run', memory.after, AFTER_MB_MAX),
    {
      what: 'memory growth over five repeats',
      must: `no growth (${REPEATS_MB_MAX} MB at most)`,
      reached: `${growth.toFixed(1)} MB (${memory.repeats.join(', ')} MB)`,
      isReached: growth <= REPEATS_MB_MAX,
    },
  ]
}

function throughput({ work, floor, many }: Compared, list: Compared | undefined): Row[] {
  const [base, min, name] = floor
    ? [floor, FLOOR_RATIO_MIN[work] ?? 0, "the baseline's"]
    : [list?.many ?? many, UNCHANGED_RATIO_MIN, "the full list's"]
  const ratio = many.perSecond / base.perSecond
  return [
    {
      what: `${work}: requests/s`,
      must: `≥ ${min} × ${name}`,
      reached: `${ratio.toFixed(2)} × (${many.perSecond.toFixed(0)} of ${base.perSecond.toFixed(0)}); ${(
        many.processor / base.processor
      ).toFixed(2)} × its CPU time`,
      isReached: ratio >= min,
    },
  ]
}

function atMost(what: string, ratio: number, max: number, name: string): Row {
  return { what, must: `≤ ${max} × ${name}`, reached: `${ratio.toFixed(2)} ×`, isReached: ratio <= max }
}

function megabytes(what: string, value: number, max: number): Row {
  return { what, must: `≤ ${max} MB`, reached: `${value} MB`, isReached: value <= max }
}

type Measured = { options: BenchOptions; sqlite: OnSqlite; rows: readonly Row[]; spreads: Spread[] | null }

/** Writes docs/performance.md and the README's table of one and three servers. */
export async function writeReport({ options, sqlite, rows, spreads }: Measured): Promise<void> {
  const others = options.others.toLocaleString('en')
  const run = `This run: ${options.rounds} measured rounds, ${options.seconds} s or 1,000 writes each; ${others} tasks of 1,000 other users in the database, ${Math.min(options.others, POSTGRES_OTHERS_MAX).toLocaleString('en')} on PostgreSQL; ${cpus().length} shared cores.`
  const parts = [
    '# Performance',
    METHOD,
    run,
    '## The server on SQLite',
    promiseTable(rows, (what) => IN_THE_WAY[what]),
    '### As measured',
  ]
  parts.push(measuredTable(sqlite.compared), '### One task, step by step', stepTable(sqlite.steps))
  if (spreads) parts.push('## One server and three on PostgreSQL', spreadTable(spreads), shareTable(spreads))
  writeBesideParts(parts.join('\n\n'))
  if (spreads) writeIntoReadme(spreadTable(spreads))
  spawnSync('oxfmt', ['README.md'], { cwd: ROOT, stdio: 'inherit' })
}

function measuredTable(compared: readonly Compared[]): string {
  const lines = compared.flatMap(({ work, floor, many, few }) => [
    ...measuredLine(work, 'baseline', floor),
    ...measuredLine(work, 'Tenfold', many),
    ...measuredLine(work, 'Tenfold, no other users', few),
  ])
  return table(['Work', 'Where', 'Requests/s', 'Median', '99th percentile', 'CPU time'], lines)
}

function measuredLine(work: string, where: string, round: Round | null): string[][] {
  return round ? [[work, where, ...figures(round)]] : []
}

function figures({ perSecond, median, p99, processor }: Round): string[] {
  return [
    perSecond.toFixed(0),
    `${median.toFixed(1)} ms`,
    `${p99.toFixed(1)} ms`,
    `${processor.toFixed(2)} ms`,
  ]
}

function stepTable(steps: OnSqlite['steps']): string {
  const floor = steps[0]?.round.perSecond ?? 0
  const lines = steps.map(({ what, round }) => [
    what,
    ...figures(round),
    `${(round.perSecond / floor).toFixed(2)} ×`,
  ])
  return table(
    ['One task', 'Requests/s', 'Median', '99th percentile', 'CPU time', 'Relative to baseline'],
    lines,
  )
}

/** Returns a table that compares three servers with one. */
export function spreadTable(spreads: readonly Spread[]): string {
  const lines = spreads.map(({ work, one, several }) => [
    work,
    `${one.perSecond.toFixed(0)}/s`,
    `${several.perSecond.toFixed(0)}/s`,
    `${(several.perSecond / one.perSecond).toFixed(2)} ×`,
  ])
  return table(['Work', 'One server', 'Three servers', 'Ratio'], lines)
}

function shareTable(spreads: readonly Spread[]): string {
  const lines = spreads.map(({ work, shares }) => [
    work,
    ...[shares.servers, shares.database, shares.proxy].map((ms) => `${ms.toFixed(2)} ms`),
  ])
  return `CPU time per request with three servers:\n\n${table(
    ['Work', 'Servers', 'PostgreSQL', 'Proxy'],
    lines,
  )}`
}

/** Replaces the text between the two markers. */
function writeIntoReadme(text: string): void {
  const file = join(ROOT, 'README.md')
  const readme = readFileSync(file, 'utf8')
  const marked = /(<!-- bench:begin -->\n)[\s\S]*(<!-- bench:end -->)/
  if (!marked.test(readme)) throw new Error('README.md has no markers for the table.')
  writeFileSync(file, readme.replace(marked, `$1\n${text}\n\n$2`))
}

/**
 * Returns the rise from the first to the last value on the line of best fit, which smooths out fluctuations. Source:
 * least squares.
 */
function rise(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const products = values.map((value, place) => value * (place - middle))
  const squares = values.map((_, place) => (place - middle) ** 2)
  const slope = sum(products) / sum(squares)
  return slope * (values.length - 1)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
