import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { noteFigures } from '#tests/support/figures.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
} from '#tests/support/server-process.ts'

import { findFaketime } from '../../../scripts/faults/tools.mjs'

const NO_FAKETIME = 'Debian’s libfaketime changes the clock of a program'
const ZONE = 'Europe/Berlin'
const ACCOUNT = { email: 'ada@example.com', password: 'a quiet green harbour' }
const POLL_MS = 20

let folder: ServerFolder
let server: ServerProcess
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

/** Starts a server whose clock shows the given time in UTC, or returns false without libfaketime. */
async function beginAt(time: string): Promise<boolean> {
  const library = findFaketime()
  if (library === null) return false
  writeFileSync(clockFile(), `@${time}`)
  const env = {
    TZ: 'UTC',
    LD_PRELOAD: library,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
    FAKETIME_TIMESTAMP_FILE: clockFile(),
  }
  server = await folder.run({ env })
  return true
}

const clockFile = () => join(folder.path, 'clock')

/** Changes the clock of the running server, and waits until it shows the new time. */
async function jumpTo(time: string): Promise<void> {
  writeFileSync(clockFile(), `@${time}`)
  const wanted = Date.parse(`${time.replace(' ', 'T')}Z`)
  for (;;) {
    const { headers } = await call(server, 'GET', '/healthz')
    if (Math.abs(Date.parse(headers.get('date') ?? '') - wanted) < 10_000) return
    await delay(POLL_MS)
  }
}

const signIn = (password = ACCOUNT.password) => call(server, 'POST', '/api/login', { ...ACCOUNT, password })

async function signedIn(): Promise<string> {
  const response = await signIn()
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The time after each jump, and the due date of the next occurrence, created by completing the current one. */
const JUMPS = [
  ['2026-10-24 12:00:00', '2026-10-25'],
  // 02:30 in Berlin, twice in this night.
  ['2026-10-25 00:30:00', '2026-10-26'],
  ['2026-10-25 01:30:00', '2026-10-27'],
  ['2026-10-25 00:45:00', '2026-10-28'],
  // The last second before 02:00 and the first after 03:00.
  ['2027-03-28 00:59:58', '2027-03-29'],
  ['2027-03-28 01:00:01', '2027-03-30'],
  ['2026-10-25 02:00:00', '2027-03-31'],
  ['2028-02-28 23:30:00', '2028-03-01'],
] as const

test('F10: across clock jumps and daylight-saving nights, each occurrence is created once and no time is negative', async (context) => {
  if (!(await beginAt(JUMPS[0][0]))) return context.skip(NO_FAKETIME)
  let cookie = await register(server)
  const read = async <Body>(path: string) =>
    (await (await call(server, 'GET', path, undefined, cookie)).json()) as Body
  const first = {
    title: 'Water the plants',
    dueDate: '2026-10-24',
    isRecurring: true,
    recurrenceFrequency: 'Daily',
  }
  let { id } = (await (await call(server, 'POST', '/api/tasks', first, cookie)).json()) as Task
  for (const [time, due] of JUMPS) {
    await jumpTo(time)
    cookie = await signedIn()
    const complete = () =>
      fetch(`${server.url}/api/tasks/${id}`, {
        method: 'PATCH',
        headers: {
          cookie,
          'content-type': 'application/json',
          'x-time-zone': ZONE,
          'idempotency-key': `complete ${id}`,
        },
        body: JSON.stringify({ completed: true, elapsedTime: 60 }),
      })
    const responses = [await complete(), await complete()]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const next = responses.map(({ headers }) => Number(headers.get('x-next-task')))
    expect(next[1]).toBe(next[0])
    id = next[0] ?? 0
    expect(await read<Task>(`/api/tasks/${id}`)).toMatchObject({ dueDate: due, completed: false })
    noteFigures({ runs: 1 })
  }
  const completed = await read<Task[]>('/api/tasks/completed')
  expect(completed).toHaveLength(JUMPS.length)
  const dates = completed.map((task) => task.dueDate ?? '').toSorted((a, b) => a.localeCompare(b))
  expect(dates).toEqual(['2026-10-24', ...JUMPS.slice(0, -1).map(([, due]) => due)])
  noteFigures({ writes: JUMPS.length, lost: 0, duplicated: dates.length - new Set(dates).size })
  expect(completed.map((task) => task.elapsedTime)).toEqual(JUMPS.map(() => 60))
  expect((await read<Task[]>('/api/tasks')).filter((task) => !task.completed)).toHaveLength(1)
  expect([server.child.exitCode, server.err()]).toEqual([null, ''])
})

test('F30: limits and sessions from a clock a year ahead still end after its correction', async (context) => {
  if (!(await beginAt('2026-11-20 10:00:00'))) return context.skip(NO_FAKETIME)
  await register(server)
  await jumpTo('2027-11-20 10:00:00')
  const ahead = await signedIn()
  for (let attempt = 0; attempt < 5; attempt++) expect((await signIn('not the right one')).status).toBe(401)
  const limited = await signIn()
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  const task = { title: 'From next year' }
  expect((await call(server, 'POST', '/api/tasks', task, ahead)).status).toBe(201)

  await jumpTo('2026-11-20 10:05:00')
  const cookie = await signedIn()
  const [kept] = (await (await call(server, 'GET', '/api/tasks', undefined, cookie)).json()) as Task[]
  const path = `/api/tasks/${kept?.id}`
  const worked = await call(server, 'PATCH', path, { elapsedTime: 90 }, cookie)
  expect([worked.status, await worked.json()]).toEqual([200, expect.objectContaining({ elapsedTime: 90 })])
  expect((await call(server, 'GET', '/api/auth/user', undefined, ahead)).status).toBe(200)
  await jumpTo('2026-12-21 10:05:00')
  expect((await call(server, 'GET', '/api/auth/user', undefined, ahead)).status).toBe(401)
  noteFigures({ runs: 3 })
  expect([server.child.exitCode, server.err()]).toEqual([null, ''])
})
