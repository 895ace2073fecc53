import { monitorEventLoopDelay } from 'node:perf_hooks'

import { Gauge, type Registry } from 'prom-client'

import type { AppContext } from '../context.ts'
import { poolUse } from '../db/meters.ts'
import { waitingChanges } from '../db/transaction.ts'
import type { Streams } from '../events/streams.ts'
import { queueLengths } from '../queues/queue-lengths.ts'
import { fileSizes } from './file-sizes.ts'

const DELAY_RESOLUTION_MS = 20
const NS_PER_S = 1e9
const US_PER_S = 1e6

/**
 * Adds the metrics whose values are read at each scrape.
 * @returns a function that stops measuring
 */
export function addGauges(registry: Registry, context: AppContext, streams: Streams): () => void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  addGauge(registry, 'tenfold_event_streams', 'Open event streams.', () => [{ value: streams.size() }])
  addGauge(registry, 'tenfold_queue_waiting', 'Calls waiting in a queue.', () => [
    { labels: { queue: 'changes' }, value: waitingChanges(context.db) },
    ...queueLengths().map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
  ])
  addGauge(registry, 'tenfold_event_loop_delay_seconds', 'Event-loop delay since the last scrape.', () =>
    delaysOf(delay),
  )
  addGauge(
    registry,
    'tenfold_database_connections',
    'PostgreSQL connections, and requests waiting for one.',
    () => Object.entries(poolUse()).map(([state, value]) => ({ labels: { state }, value })),
  )
  const sizes = fileSizes(context)
  addGauge(registry, 'tenfold_file_bytes', 'Sizes of the database, its log and the attachments.', async () =>
    Object.entries(await sizes()).map(([file, value]) => ({ labels: { file }, value })),
  )
  addGauge(registry, 'process_resident_memory_bytes', 'Memory used by the process.', () => [
    { value: process.memoryUsage.rss() },
  ])
  addGauge(registry, 'process_cpu_seconds_total', 'CPU time used by the process.', () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / US_PER_S }]
  })
  return () => delay.disable()
}

type Sample = { labels?: Record<string, string>; value: number }

function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  const labelNames = LABELS[name] ?? []
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect: async () => {
      gauge.reset()
      for (const { labels = {}, value } of await read()) gauge.set(labels, value)
    },
  })
}

const LABELS: Record<string, string[]> = {
  tenfold_queue_waiting: ['queue'],
  tenfold_event_loop_delay_seconds: ['quantile'],
  tenfold_database_connections: ['state'],
  tenfold_file_bytes: ['file'],
}

function delaysOf(delay: ReturnType<typeof monitorEventLoopDelay>): Sample[] {
  const samples = [
    { labels: { quantile: '0.5' }, value: delay.percentile(50) / NS_PER_S },
    { labels: { quantile: '0.99' }, value: delay.percentile(99) / NS_PER_S },
    { labels: { quantile: '1' }, value: delay.max / NS_PER_S },
  ]
  delay.reset()
  return samples
}
