import { TenfoldError } from '#domain/error.ts'

import { nameQueue } from './queue-lengths.ts'

export type QueueBounds = {
  /** The name in the metrics. */
  name?: string
  atOnce: number
  waitingMax: number
}

/**
 * Returns a function that runs calls in order within these limits.
 * The function throws TenfoldError `busy` if the queue is full.
 */
export function boundedQueue({ name, atOnce, waitingMax }: QueueBounds) {
  let running = 0
  const waiting: (() => void)[] = []
  if (name !== undefined) nameQueue(name, () => waiting.length)
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new TenfoldError('busy', 'The server is busy. Try again in a moment.')
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
