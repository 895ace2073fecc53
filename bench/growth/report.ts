import { cpus, totalmem } from 'node:os'

import { type Row, printRows, table } from '../performance-file.ts'
import type { StreamCost, TableSize } from './costs.ts'
import type { Growth, Measured } from './in-turn.ts'
import type { GrowthOptions } from './options.ts'
import { POSTGRES_SETTINGS } from './sides.ts'

const RATIO_MAX = 1.2

/** A working day of an active user, as in docs/scaling.md: 200 requests, a fifth of them writes. */
const DAY: Record<string, number> = {
  'session and user': 5,
  'list of 1,000': 10,
  'list, unchanged': 20,
  'catch up on 20 changes': 80,
  'one task': 30,
  'search, beginning of a word': 10,
  'completed page': 5,
  create: 12,
  'patch notes': 14,
  complete: 6,
  'move to another level': 4,
  'reorder a level': 2,
  delete: 2,
}

export type Result = {
  dialect: 'sqlite' | 'postgres'
  growths: readonly Growth[]
  sizes: readonly TableSize[]
  streams: StreamCost
}

/** Compares the measurements with the target. A request meets the target if its elapsed time or its CPU time does. */
export function judge(growths: readonly Growth[]): Row[] {
  return growths.map((growth) => ({
    what: growth.name,
    must: `≤ ${RATIO_MAX} ×`,
    reached: `${timeRatio(growth).toFixed(2)} ×${growth.isJob ? '' : `, CPU ${processorRatio(growth).toFixed(2)} ×`}`,
    isReached: Math.min(timeRatio(growth), growth.isJob ? Infinity : processorRatio(growth)) <= RATIO_MAX,
  }))
}

function timeRatio({ few, many }: Growth): number {
  return many.time / few.time
}

function processorRatio({ few, many }: Growth): number {
  return processorOf(many) / processorOf(few)
}

function processorOf({ server, database }: Measured): number {
  return server + database
}

/** Prints the measurements and returns them as a part of docs/scaling.md. */
export function report({ dialect, growths, sizes, streams }: Result, options: GrowthOptions): string {
  printRows(judge(growths))
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const settings = POSTGRES_SETTINGS.map((one) => `\`${one}\``).join(', ')
  return [
    `### ${name}`,
    `This run: ${options.tasks[dialect].toLocaleString('en')} tasks of ${options.users.toLocaleString('en')} other users, ${options.rounds} rounds of ${options.requests} requests on each server, ${cpus().length} shared cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory.${
      dialect === 'postgres' ? ` PostgreSQL had ${settings} and no fsync.` : ''
    }`,
    growthTable(growths, dialect === 'postgres'),
    'Space:',
    sizeTable(sizes, options),
    'Cost of an active user:',
    costTable(growths, streams),
  ].join('\n\n')
}

function growthTable(growths: readonly Growth[], hasDatabase: boolean): string {
  const head = ['Operation', 'Few tasks', 'Many tasks', 'Ratio', 'CPU, few', 'CPU, many', 'Ratio']
  if (hasDatabase) head.push('PostgreSQL share')
  const lines = growths.map((growth) => {
    const { name, isJob, few, many } = growth
    const times = [name, ms(few.time), ms(many.time), bold(timeRatio(growth))]
    if (isJob) return [...times, '', '', '', ...(hasDatabase ? [''] : [])]
    const processor = [ms(processorOf(few)), ms(processorOf(many)), bold(processorRatio(growth))]
    return [...times, ...processor, ...(hasDatabase ? [ms(many.database)] : [])]
  })
  return table(head, lines)
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

function bold(ratio: number): string {
  return ratio > RATIO_MAX ? `**${ratio.toFixed(2)} ×**` : `${ratio.toFixed(2)} ×`
}

function sizeTable(sizes: readonly TableSize[], { users }: GrowthOptions): string {
  const tasks = sizes.find((size) => size.table === 'tasks')?.rows ?? 1
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const all = [
    'all',
    '',
    `${(total / 1e6).toFixed(0)} MB`,
    '',
    `${(total / tasks).toFixed(0)} B per task, ${(total / users / 1000).toFixed(0)} kB per user`,
  ]
  return table(
    ['Table', 'Rows', 'With indexes', 'Indexes', 'Per row'],
    [...sizes.filter(({ bytes }) => bytes > total / 500).map(sizeLine), all],
  )
}

function sizeLine({ table, rows, bytes, indexBytes }: TableSize): string[] {
  return [
    `\`${table}\``,
    rows.toLocaleString('en'),
    `${(bytes / 1e6).toFixed(0)} MB`,
    `${(indexBytes / 1e6).toFixed(0)} MB`,
    `${(bytes / rows).toFixed(0)} B`,
  ]
}

function costTable(growths: readonly Growth[], streams: StreamCost): string {
  const perDay = (of: (growth: Growth) => number) =>
    growths.reduce((sum, growth) => sum + (DAY[growth.name] ?? 0) * of(growth), 0)
  const server = perDay(({ many }) => many.server)
  const database = perDay(({ many }) => many.database)
  const requests = Object.values(DAY).reduce((sum, count) => sum + count, 0)
  return table(
    ['What', 'Server', 'PostgreSQL'],
    [
      [`a day of ${requests} requests`, `${server.toFixed(0)} ms of CPU`, `${database.toFixed(0)} ms of CPU`],
      [
        'a request of that mix',
        `${(server / requests).toFixed(2)} ms`,
        `${(database / requests).toFixed(2)} ms`,
      ],
      [
        `${streams.streams.toLocaleString('en')} open streams, per minute`,
        `${streams.server.toFixed(0)} ms of CPU`,
        `${streams.database.toFixed(0)} ms of CPU`,
      ],
      ['an open stream', `${(streams.bytes / 1000).toFixed(1)} kB of memory`, ''],
      ['connections, with all streams open', String(streams.connections), ''],
    ],
  )
}
