import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { User } from '#domain/account/account.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { type OutboxPage, createOutboxBrowser } from '#tests/support/outbox-browser.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'

import { changeSeveral, deleteSeveral } from '../selection/commands.ts'
import { changeTask, deleteTask, duplicateTask, orderLevel } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { compareTasks } from '../tasks/data/task-list.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ perAddress: { failures: 1000, accounts: 100_000 } })
})
afterAll(() => app.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** 'lost' runs requests and loses their responses. 'frail' loses every third request, and every third response. */
type Network = 'works' | 'cut' | 'lost' | 'frail' | 'unavailable'

const COMMANDS = [
  'title',
  'title',
  'create',
  'create',
  'level',
  'complete',
  'delete',
  'order',
  'dates',
  'several',
  'delete several',
  'duplicate',
  'undo',
] as const

type Step =
  | { is: 'network'; network: Network }
  | { is: 'wait'; ms: number }
  | { is: 'crash'; tab: number }
  | { is: (typeof COMMANDS)[number]; tab: number; task: number; level: Level }

const tab = fc.nat({ max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constantFrom(...COMMANDS),
      tab,
      task: fc.nat({ max: 3 }),
      level: fc.constantFrom<Level[]>(1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('network' as const),
      network: fc.constantFrom<Network[]>('works', 'cut', 'lost', 'frail', 'unavailable'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('wait' as const), ms: fc.nat({ max: 6000 }) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('crash' as const), tab }) },
)

/** Gives every page of a browser the same network. */
function connect(person: Client) {
  const line = { network: 'works' as Network, requests: 0 }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const number = line.requests++
    const { network } = line
    await sleep(50)
    if (network === 'unavailable') return new Response('', { status: 503 })
    if (network === 'cut' || (network === 'frail' && number % 3 === 0)) throw new TypeError('cut')
    const response = await fetchFrom(person, path, init)
    await sleep(50)
    if (network === 'lost' || (network === 'frail' && number % 3 === 1)) throw new TypeError('lost')
    return response
  })
  return line
}

function take(page: OutboxPage, step: Extract<Step, { task: number }>, number: number): string | null {
  const { level } = step
  const shown = page.shown()
  const open = shown.filter(({ completed }) => !completed)
  const task = shown[step.task % Math.max(shown.length, 1)]
  if (step.is === 'undo') page.undoLatest()
  if (step.is === 'create') page.run(createTask, { title: `New ${number}`, priority: level })
  if (step.is === 'order') {
    const places = open.filter((one) => one.priority === level).toReversed()
    const positions = places.map(({ id }, position) => ({ id, position }))
    if (positions.length > 0) page.run(orderLevel, { level, order: { positions } })
  }
  if (!task) return step.is === 'create' ? `New ${number}` : null
  if (step.is === 'title') page.run(changeTask, { task, patch: { notes: `Note ${number}` } })
  if (step.is === 'level') page.run(changeTask, { task, patch: { priority: level } })
  if (step.is === 'complete') page.run(changeTask, { task, patch: { completed: !task.completed } })
  if (step.is === 'delete') page.run(deleteTask, task)
  if (step.is === 'duplicate') page.run(duplicateTask, task)
  if (step.is === 'dates')
    page.run(changeSeveral, { action: 'change', changes: [{ task, patch: { dueDate: '2026-12-01' } }] })
  if (step.is === 'several')
    page.run(changeSeveral, {
      action: 'change',
      changes: open.slice(0, 2).map((one) => ({ task: one, patch: { category: 'Meeting' } })),
    })
  if (step.is === 'delete several') page.run(deleteSeveral, shown.slice(0, 1))
  return step.is === 'create' ? `New ${number}` : null
}

test('every change arrives once despite network cuts, lost responses, crashes and a second tab', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), async (steps) => {
      const person = await signUp(app)
      for (const priority of [1, 2, 2] as const) await makeTask(person, { priority })
      const line = connect(person)
      const browser = createOutboxBrowser((await person.get('/api/auth/user')).json<User>().id)
      const tasks = await readTasks(person)
      const tabs = [await browser.openPage(tasks), await browser.openPage(tasks)]
      const created = new Set<string>()
      let ends = 0
      for (const [number, step] of steps.entries()) {
        if (step.is === 'network') line.network = step.network
        else if (step.is === 'wait') await vi.advanceTimersByTimeAsync(step.ms)
        else if (step.is === 'crash') {
          const before = tabs[step.tab]
          // The database has stored every change that the interface has shown as waiting or sent.
          await vi.advanceTimersByTimeAsync(1)
          before?.close()
          tabs[step.tab] = await browser.openPage(before?.listed() ?? [])
        } else {
          const page = tabs[step.tab]
          const title = page && take(page, step, number)
          if (title) created.add(title)
          if (['undo', 'delete', 'delete several'].includes(step.is)) ends++
        }
      }
      line.network = 'works'
      // An undo begins a moment later.
      await vi.advanceTimersByTimeAsync(1)
      const isPending = async () =>
        tabs.some((page) => page.calls.get().length > 0) ||
        (await browser.store.list()).some(({ state }) => state !== 'rejected')
      for (let turn = 0; await isPending(); turn++) {
        expect(turn).toBeLessThan(200)
        for (const page of tabs) void page.outbox.retry()
        await vi.advanceTimersByTimeAsync(1000)
      }
      await vi.advanceTimersByTimeAsync(5000)

      const stored = (await readTasks(person)).toSorted(compareTasks)
      const news = stored.map(({ title }) => title).filter((title) => title.startsWith('New '))
      const copies = steps.filter(({ is }) => is === 'duplicate').length
      if (copies === 0) expect(new Set(news).size).toBe(news.length)
      if (ends === 0) expect(new Set(news)).toEqual(created)
      expect(stored.every(({ id }) => id > 0)).toBe(true)
      browser.close()
    }),
    { numRuns: 60 },
  )
}, 240_000)

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
