// Loaded with `--import` before a server: responds to messages from the parent process with the resources that the server
// uses.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { Vitals } from './vitals.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()

process.on('message', (message) => {
  if (message !== 'vitals') return
  const loopDelayMs = delays.percentile(99) / 1e6
  collectGarbage()
  const listeners = process.eventNames().map((name) => process.listenerCount(name))
  const vitals: Vitals = {
    loopDelayMs,
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    handles: process.getActiveResourcesInfo().length,
    listeners: listeners.reduce((sum, count) => sum + count, 0),
  }
  delays.reset()
  process.send?.(vitals)
})
// The server ends when its parent does, so the listener must not keep it alive.
process.channel?.unref()
