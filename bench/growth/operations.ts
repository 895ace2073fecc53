import { randomUUID } from 'node:crypto'
import { type OutgoingHttpHeaders, request } from 'node:http'

import type { Insertable } from 'kysely'

import type { Task } from '../../src/domain/tasks/task.ts'
import { deleteFailuresOutside } from '../../src/server/auth/failed-checks.ts'
import { deleteExpiredSessions } from '../../src/server/auth/store.ts'
import type { Schema } from '../../src/server/db/schema.ts'
import { listEndedSessions } from '../../src/server/events/store.ts'
import { deleteExpiredKeys } from '../../src/server/run/idempotency/store.ts'
import { forgetExpiredTrash } from '../../src/server/trash/expired.ts'
import type { Side } from './sides.ts'

/** An operation of one user, or a job of the server. */
export type Operation = {
  name: string
  /** Whether the server runs it for all users. */
  isJob?: boolean
  /** Prepares `amount` repetitions. Returns a function that runs one of them and resolves to its time in ms. */
  begin(side: Side, amount: number): Promise<(index: number) => Promise<number>>
}

type Call = { method?: string; path: string; body?: unknown; headers?: OutgoingHttpHeaders }
type Answer = { status: number; body: string; ms: number; headers: NodeJS.Dict<string | string[]> }

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const HOUR_MS = 3_600_000
const JOB_ROWS = 100
const STREAMS = 500
const OPEN_TASKS = 60

/** Sends a request to a side's server. With `isStream`, uses a new connection and resolves at the first bytes. */
export function send(
  side: Side,
  { method = 'GET', path, body, headers }: Call,
  isStream = false,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const begun = performance.now()
  const agent = isStream ? false : side.agent
  const sent = request(
    side.server.url + path,
    { method, agent, headers: { cookie: side.cookie, 'content-type': 'application/json', ...headers } },
    (response) => {
      let text = ''
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          body: text,
          ms: performance.now() - begun,
          headers: response.headers,
        })
        if (isStream) response.destroy()
      }
      response.setEncoding('utf8').on('data', (chunk) => {
        text += String(chunk)
        if (isStream) finish()
      })
      response.on('end', finish).on('error', () => undefined)
    },
  )
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** @throws Error if the response has a different status */
async function expectStatus(side: Side, status: number, call: Call, isStream = false): Promise<Answer> {
  const answer = await send(side, call, isStream)
  if (answer.status === status) return answer
  throw new Error(
    `${call.method ?? 'GET'} ${call.path} answered ${answer.status}: ${answer.body.slice(0, 300)}`,
  )
}

async function read<T>(side: Side, path: string): Promise<T> {
  return JSON.parse((await expectStatus(side, 200, { path })).body) as T
}

const listTasks = (side: Side) => read<Task[]>(side, '/api/tasks')

/** Returns an operation whose repetitions make the same call with different values. */
function calls(
  name: string,
  status: number,
  make: (side: Side, amount: number) => Promise<(index: number) => Call> | ((index: number) => Call),
): Operation {
  return {
    name,
    begin: async (side, amount) => {
      const callFor = await make(side, amount)
      return async (index) => (await expectStatus(side, status, callFor(index))).ms
    },
  }
}

function get(name: string, path: string): Operation {
  return calls(name, 200, () => () => ({ path }))
}

/** The title prefix of tasks that `create` adds and later operations change and delete. */
const ADDED = 'Added by the benchmark'
const isAdded = ({ title }: Task) => title.startsWith(ADDED)

async function addedTasks(side: Side, amount: number): Promise<Task[]> {
  const tasks = (await listTasks(side)).filter(isAdded)
  if (tasks.length < amount) throw new Error(`There are only ${tasks.length} tasks to change.`)
  return tasks
}

/** Counts across all rounds, because saving the same text twice writes nothing. */
let step = 0

/** Every operation, ordered so that later operations delete the rows that earlier operations add. */
export const OPERATIONS: readonly Operation[] = [
  get('session and user', '/api/auth/user'),
  get('list of 1,000', '/api/tasks'),
  calls('list, unchanged', 304, async (side) => {
    const { headers } = await expectStatus(side, 200, { path: '/api/tasks' })
    return () => ({ path: '/api/tasks', headers: { 'if-none-match': String(headers['etag']) } })
  }),
  calls('one task', 200, async (side) => {
    const tasks = await listTasks(side)
    return (index) => ({ path: `/api/tasks/${tasks[(index * 37) % tasks.length]?.id}` })
  }),
  get('completed page', '/api/tasks/completed?limit=50'),
  get('completed totals', '/api/tasks/completed/totals'),
  get('search, one letter', '/api/search?q=p'),
  get('search, frequent word', '/api/search?q=the'),
  get('search, beginning of a word', '/api/search?q=passp'),
  get('search, two words', '/api/search?q=blue+folder'),
  get('search, no match', '/api/search?q=xylophone'),
  get('categories', '/api/categories'),
  get('templates', '/api/templates'),
  calls('create', 201, () => () => {
    step++
    return {
      method: 'POST',
      path: '/api/tasks',
      body: { title: `${ADDED} ${step}`, priority: 1 + (step % 10) },
      headers: { 'idempotency-key': randomUUID() },
    }
  }),
  calls('patch notes', 200, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    return (index) => ({
      method: 'PATCH',
      path: `/api/tasks/${tasks[index]?.id}`,
      body: { notes: `Spoke to them for the ${step++}th time` },
    })
  }),
  calls('move to another level', 200, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    return (index) => {
      const task = tasks[index]
      return {
        method: 'PATCH',
        path: `/api/tasks/${task?.id}`,
        body: { priority: ((task?.priority ?? 1) % 10) + 1, position: 1, waiting: true },
      }
    }
  }),
  calls('reorder a level', 200, async (side) => {
    const tasks = (await listTasks(side))
      .filter((task) => task.priority === 5 && !task.completed)
      .slice(0, OPEN_TASKS)
    return () => {
      tasks.push(...tasks.splice(0, 1))
      return {
        method: 'POST',
        path: '/api/tasks/priority/5/positions',
        body: { positions: tasks.map(({ id }, position) => ({ id, position: position + 1 })) },
      }
    }
  }),
  calls('timeline: change dates', 200, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    return (index) => ({
      method: 'POST',
      path: '/api/tasks/dates',
      body: {
        tasks: [{ id: tasks[index]?.id, startDate: `2026-12-${10 + (step++ % 9)}`, endDate: '2026-12-28' }],
      },
    })
  }),
  calls('complete', 200, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    return (index) => ({ method: 'PATCH', path: `/api/tasks/${tasks[index]?.id}`, body: { completed: true } })
  }),
  {
    name: 'catch up on 20 changes',
    begin: async (side) => {
      const { headers } = await expectStatus(side, 200, { path: '/api/tasks' })
      const since = Math.max(0, Number(headers['x-change']) - 20)
      return async () => (await expectStatus(side, 200, { path: `/api/tasks?since=${since}` })).ms
    },
  },
  {
    name: 'open the event stream, 20 changes behind',
    begin: async (side) => {
      const { headers } = await expectStatus(side, 200, { path: '/api/tasks' })
      const since = Math.max(0, Number(headers['x-change']) - 20)
      return async () => (await expectStatus(side, 200, { path: `/api/events?since=${since}` }, true)).ms
    },
  },
  calls('delete', 204, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    return (index) => ({ method: 'DELETE', path: `/api/tasks/${tasks[index]?.id}` })
  }),
  get('trash', '/api/trash?limit=50'),
  calls('restore', 200, async (side) => {
    const { items } = await read<{ items: { id: number; kind: string }[] }>(side, '/api/trash?limit=100')
    const tasks = items.filter(({ kind }) => kind === 'task')
    return (index) => ({ method: 'POST', path: `/api/tasks/${tasks[index]?.id}/restore` })
  }),
  calls('delete forever', 204, async (side, amount) => {
    const tasks = await addedTasks(side, amount)
    for (const { id } of tasks) await expectStatus(side, 204, { method: 'DELETE', path: `/api/tasks/${id}` })
    return (index) => ({ method: 'DELETE', path: `/api/trash/task/${tasks[index]?.id}` })
  }),
  job(
    'job: expired keys',
    'idempotency_keys',
    (side, id) => ({
      user_id: side.userId,
      key: id,
      fingerprint: null,
      entity: '[]',
      version: null,
      created_at: LONG_AGO,
    }),
    (side) => deleteExpiredKeys(side.db, hoursAgo(24), 500),
  ),
  job(
    'job: expired sessions',
    'sessions',
    (side, id) => ({ sid: id, user_id: side.userId, sess: '{}', expire: LONG_AGO }),
    (side) => deleteExpiredSessions(side.db, hoursAgo(0)),
  ),
  job(
    'job: old failed sign-ins',
    'failed_checks',
    (_side, id) => ({ key: id, failed_at: LONG_AGO }),
    (side) => deleteFailuresOutside(side.db, { since: hoursAgo(1), until: hoursAgo(-1) }),
  ),
  job(
    'job: expired trash',
    'deleted_tasks',
    (side, _id, n) => ({
      task_id: 2_000_000_000 + n,
      user_id: side.userId,
      task: '{}',
      dependents: '[]',
      deleted_at: LONG_AGO,
    }),
    (side) => forgetExpiredTrash(side.db, hoursAgo(0), console),
  ),
  {
    name: 'job: sessions of 500 streams',
    isJob: true,
    begin: async (side) => {
      const sids = Array.from({ length: STREAMS }, () => randomUUID())
      return () => timed(() => listEndedSessions(side.db, sids, hoursAgo(0)))
    },
  },
]

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString()
}

/** A job that deletes 100 old rows. */
function job<Table extends keyof Schema>(
  name: string,
  table: Table,
  rowFor: (side: Side, id: string, index: number) => Insertable<Schema[Table]>,
  run: (side: Side) => Promise<unknown>,
): Operation {
  return {
    name,
    isJob: true,
    begin: async (side) => async () => {
      const rows = Array.from({ length: JOB_ROWS }, (_, index) => rowFor(side, randomUUID(), index))
      await side.db.insertInto(table).values(rows).execute()
      return timed(() => run(side))
    },
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
