import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'

import { createCallsInMemory, withCalls } from '../../sync/runner/calls.ts'
import { changeSeveral, deleteSeveral } from '../../selection/commands.ts'
import { createRunner } from '../../sync/runner/runner.ts'
import { changeTask, deleteTask, duplicateTask, orderLevel } from './commands.ts'
import { createTask } from './create-task.ts'
import { TASKS_KEY, showChanged } from './task-cache.ts'
import { compareTasks } from './task-list.ts'

let app: TestApp
beforeAll(async () => {
  // Shrinking a failure takes many accounts.
  app = await buildTestApp({ perAddress: { failures: 1000, accounts: 100_000 } })
})
afterAll(() => app.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The delays of a request and its response in ms, and which of the two is lost. */
type Network = { before: number; after: number; lost: 'no' | 'request' | 'answer' }

/** A user's change, a change on another device, a live event, or a delay. */
type Step = { is: 'wait'; ms: number } | { is: (typeof STEPS)[number]; task: number; level: Level }

const STEPS = [
  'title',
  'level',
  'complete',
  'delete',
  'create',
  'order',
  'dates',
  'several',
  'complete several',
  'delete several',
  'duplicate',
  'undo',
  'redo',
  'elsewhere',
  'event',
] as const

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constantFrom(...STEPS, ...(['title', 'title', 'title'] as const)),
      task: fc.nat({ max: 2 }),
      level: fc.constantFrom<Level[]>(1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('wait' as const), ms: fc.nat({ max: 2000 }) }) },
)
const network: fc.Arbitrary<Network> = fc.record({
  before: fc.nat({ max: 900 }),
  after: fc.nat({ max: 900 }),
  lost: fc.constantFrom('no', 'no', 'no', 'request', 'answer'),
})
const networks = fc.array(network, { minLength: 1, maxLength: 12 })

/** A page with a user's tasks over a network that delays and drops requests according to `networks`. */
async function openPage(person: Client, networks: readonly Network[]) {
  const client = new QueryClient()
  const calls = createCallsInMemory()
  const runner = createRunner({ client, calls })
  let request = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { before, after, lost } = networks[request++ % networks.length]!
    await sleep(before)
    if (lost === 'request') throw new TypeError('the request was lost')
    const response = await fetchFrom(person, path, init)
    await sleep(after)
    if (lost === 'answer') throw new TypeError('the response was lost')
    return response
  })
  const read = await person.get('/api/tasks')
  client.setQueryData(TASKS_KEY, read.json<Task[]>())
  let change = Number(read.headers['x-change'])
  const listed = () => client.getQueryData<Task[]>(TASKS_KEY) ?? []
  return {
    runner,
    calls,
    listed,
    shown: () => withCalls<readonly Task[]>(TASKS_KEY, listed(), calls.get()),
    /** Reads the task that a live event refers to. */
    catchUp: async () => {
      const answer = await person.get(`/api/tasks?since=${change}`)
      showChanged(client, answer.json<ChangedTask[]>())
      change = Math.max(change, Number(answer.headers['x-change']))
    },
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

/** The titles given to each task, in order, and whether the page got confirmation. */
type Given = { title: string; outcome: 'waits' | 'done' | 'failed' }
type Titles = Map<number, Given[]>

async function take(page: Page, person: Client, step: Step, number: number, titles: Titles): Promise<void> {
  if (step.is === 'wait') return void (await vi.advanceTimersByTimeAsync(step.ms))
  const { runner } = page
  const { level } = step
  if (step.is === 'create') return runner.run(createTask, { title: `New ${number}`, priority: level })
  if (step.is === 'undo') return runner.undoLatest()
  if (step.is === 'redo') return runner.redoLatest()
  if (step.is === 'event') return page.catchUp()
  const shown = page.shown()
  if (step.is === 'order') {
    const open = shown.filter((task) => !task.completed && task.priority === level).toReversed()
    if (open.length === 0) return
    const positions = open.map(({ id }, position) => ({ id, position }))
    return runner.run(orderLevel, { level, order: { positions } })
  }
  if (step.is === 'dates') {
    const changes = shown.slice(0, 2).map((task) => ({ task, patch: { dueDate: `2026-12-0${level}` } }))
    if (changes.length > 0) runner.run(changeSeveral, { action: 'change', changes })
    return
  }
  if (step.is === 'several' || step.is === 'complete several') {
    const isMove = step.is === 'several'
    const some = shown.filter(({ completed }) => !completed).slice(0, step.task + 1)
    const patch = isMove ? { priority: level } : { completed: true }
    const changes = some.map((task) => ({ task, patch }))
    if (changes.length > 0) runner.run(changeSeveral, { action: isMove ? 'move' : 'complete', changes })
    return
  }
  if (step.is === 'delete several') {
    const some = shown.slice(0, step.task + 1)
    if (some.length > 0) runner.run(deleteSeveral, some)
    return
  }
  const task = shown[step.task % Math.max(shown.length, 1)]
  if (!task) return
  if (step.is === 'elsewhere') {
    await person.patch(`/api/tasks/${task.id}`, { notes: `elsewhere ${number}` })
    return
  }
  if (step.is === 'duplicate') return runner.run(duplicateTask, task)
  if (step.is === 'delete') return runner.run(deleteTask, task)
  if (step.is === 'level') return runner.run(changeTask, { task, patch: { priority: level } })
  if (step.is === 'complete') return runner.run(changeTask, { task, patch: { completed: !task.completed } })
  const title = `Title ${number}`
  const given: Given = { title, outcome: 'waits' }
  titles.set(task.id, [...(titles.get(task.id) ?? []), given])
  runner
    .runAndWait(changeTask, { task, patch: { title } })
    .then(() => (given.outcome = 'done'))
    .catch(() => (given.outcome = 'failed'))
  expect(page.shown().find(({ id }) => id === task.id)?.title).toBe(title)
}

/** Advances time until nothing is pending. */
async function settle({ calls }: Page): Promise<void> {
  for (let turn = 0; turn < 2 || calls.get().length > 0; turn++) {
    expect(turn).toBeLessThan(200)
    await vi.advanceTimersByTimeAsync(500)
  }
}

test('the page converges to the server’s state for any order of responses and events, and any losses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), networks, async (steps, networks) => {
      const person = await signUp(app)
      for (const priority of [1, 1, 2, 2, 2] as const) await makeTask(person, { priority })
      const page = await openPage(person, networks)
      const titles: Titles = new Map()
      for (const [number, step] of steps.entries()) await take(page, person, step, number, titles)
      await settle(page)
      await page.catchUp()

      const stored = (await readTasks(person)).toSorted(compareTasks)
      expect(page.calls.get()).toEqual([])
      expect(page.shown()).toEqual(stored)
      const undoes = steps.some(({ is }) => is === 'undo')
      for (const [id, given] of undoes ? [] : titles) {
        const last = given.findLastIndex(({ outcome }) => outcome === 'done')
        const possible = given.slice(Math.max(last, 0)).map(({ title }) => title)
        const title = stored.find((task) => task.id === id)?.title
        if (title !== undefined) expect(last < 0 ? ['A task', ...possible] : possible).toContain(title)
      }
      const created = stored.map(({ title }) => title).filter((title) => title.startsWith('New '))
      const copies = steps.filter(({ is }) => is === 'duplicate').length
      expect(created.length - new Set(created).size).toBeLessThanOrEqual(copies)
    }),
    { numRuns: 100 },
  )
}, 240_000)

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
