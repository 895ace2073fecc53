import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { SERVER_FLAGS, SERVER_MEMORY } from '../../scripts/runtime.mjs'
import type { ServerProcess } from './server-process.ts'

/** The resources that a server uses. */
export type Vitals = {
  /** The 99th percentile of the event loop delay since the last message. */
  loopDelayMs: number
  heapMb: number
  residentMb: number
  /** Open sockets, files and timers. */
  handles: number
  /** Listeners of the process. */
  listeners: number
}

const REPORTER = pathToFileURL(join(import.meta.dirname, 'vitals-reporter.ts')).href

/** The environment of a server that reports its vitals. The memory settings are those of `npm start`. */
export const REPORTS_VITALS = {
  ...SERVER_MEMORY,
  NODE_OPTIONS: [...SERVER_FLAGS, `--import=${REPORTER}`].join(' '),
}

/** Collects garbage in the server and returns its resource usage. */
export async function readVitals({ child }: ServerProcess): Promise<Vitals> {
  const answer = once(child, 'message')
  child.send('vitals')
  return (await answer)[0] as Vitals
}
