import { vi } from 'vitest'

import type { Client } from './build-app.ts'
import { fetchFrom } from './fetch.ts'

export type Network = {
  /** The outcome of requests. 'lost' means that the response is lost after the server has processed the request. */
  state: 'works' | 'cut' | 'lost'
  person: Client
  /** The method and path of each request that reached the server, except session checks. */
  requests: string[]
  /** The Idempotency-Key of each change that reached the server. */
  keys: string[]
}

/** Replaces `fetch` with a client whose network the test controls, and speeds up timers. */
export function stubNetwork(person: Client): Network {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const network: Network = { state: 'works', person, requests: [], keys: [] }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (network.state === 'cut') throw new TypeError('the connection was cut')
    const key = new Headers(init.headers).get('idempotency-key')
    if (key) network.keys.push(key)
    if (path !== '/api/auth/user') network.requests.push(`${init.method} ${path}`)
    const response = await fetchFrom(network.person, path, init)
    if (network.state === 'lost') throw new TypeError('the response was lost')
    return response
  })
  return network
}

/** Restores `fetch` and the timers. */
export function restoreNetwork(): void {
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
