import { readFileSync } from 'node:fs'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { forFaults, noteFigures } from '#tests/support/figures.ts'
import { type Installation, makeInstallation } from '#tests/support/installation.ts'
import { beginRead, insertLongTasks } from '#tests/support/long-lists.ts'
import { type ServerProcess, call, register } from '#tests/support/server-process.ts'

/** The number of tasks, 200 KB each. docs/decisions/032 has the figures for 500 tasks and 150 readers. */
const TASKS = forFaults(150, 500)
const READERS = forFaults(40, 150)

const MEMORY_MB_MAX = 300
/** How long one user's lists may delay another user's requests: 50 ms on an idle machine. */
const WAIT_MS_MAX = forFaults(250, 50)

let installation: Installation
beforeEach(async () => {
  installation = await makeInstallation()
})
afterEach(() => installation.remove())

test('lists that a client doesn’t read use little memory and don’t slow down other users', async () => {
  const server = await installation.serve()
  const ada = await register(server)
  const eve = await register(server, 'eve@example.com')
  const { id } = (await (await call(server, 'GET', '/api/auth/user', undefined, ada)).json()) as {
    id: string
  }
  await installation.use((db) => insertLongTasks(db, id, TASKS))
  await call(server, 'POST', '/api/tasks', { title: 'A task of Eve' }, eve)
  const quiet = await medianWait(server, eve)

  const encodings = ['identity', 'br', 'gzip']
  const readers = Array.from({ length: READERS }, (_, index) => {
    const encoding = encodings[index % encodings.length] ?? 'identity'
    return beginRead(`${server.url}/api/tasks`, ada, { 'accept-encoding': encoding })
  })
  const busy = await medianWait(server, eve)
  const responses = await Promise.all(readers)
  const peak = peakMemoryMb(server)
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(READERS - 4)
  noteFigures({ runs: READERS })
  expect(peak).toBeLessThan(MEMORY_MB_MAX)
  expect(busy).toBeLessThan(quiet + WAIT_MS_MAX)
  for (const response of responses) response.destroy()
})

/** Returns how long a user waits for their tasks, in ms: the median over two seconds. */
async function medianWait(server: ServerProcess, cookie: string): Promise<number> {
  const times: number[] = []
  const end = performance.now() + 2000
  while (performance.now() < end) {
    const begun = performance.now()
    const response = await call(server, 'GET', '/api/tasks', undefined, cookie)
    expect(await response.json()).toHaveLength(1)
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}

/** Returns the peak memory of the process. */
function peakMemoryMb({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}
