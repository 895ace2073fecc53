import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import type { MoveResult } from '#domain/tasks/slot-schema.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { statementsOf } from '#tests/support/count-statements.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

import { listChanges } from '../events/store.ts'

const LATER = '2026-11-20T11:30:00.000Z'
const MANY = 50

let test: TestApp
let client: Client
let servers: FastifyInstance[] = []
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(async () => {
  for (const app of servers) await app.close()
  servers = []
  await test.close()
})

type Move = { id: number; priority: number }

const swap = (id: number, body: object, headers = {}, by = client) =>
  by.post(`/api/tasks/${id}/swap`, body, headers)
const push = (id: number, body: object, headers = {}, by = client) =>
  by.post(`/api/tasks/${id}/push-down`, body, headers)
const undo = (response: { json: () => { undo: string } }, headers = {}) =>
  client.post('/api/undo', { undo: response.json().undo }, headers)
const at = (tasks: readonly Task[], level: Level) =>
  tasks.filter(({ priority, completed }) => priority === level && !completed).map(({ id }) => id)
/** Returns the levels and positions of all tasks, without versions and times. */
const placesOf = (tasks: readonly Task[]) =>
  tasks.map(({ id, priority, position }) => ({ id, priority, position }))
const idOf = (task: Task | undefined) => task?.id ?? 0

/** Fills levels 2 and 3, and adds one task at level 5. */
async function fillBoard() {
  const two = await fillLevel(client, 2, 3)
  const three = await fillLevel(client, 3, 4)
  const task = await makeTask(client, { title: 'Moved', priority: 5 })
  const chain = [
    { id: task.id, priority: 2 },
    { id: idOf(two[2]), priority: 3 },
    { id: idOf(three[3]), priority: 4 },
  ]
  return { two, three, task, chain }
}

/** Returns the number of statements in a push into a level, and checks that only one updates tasks. */
async function countPush(level: Level): Promise<number> {
  const { id } = await makeTask(client, { priority: 7 })
  const statements = await statementsOf(() => push(id, { level }))
  expect(statements.filter((text) => text.includes('update "tasks"'))).toHaveLength(1)
  return statements.length
}

describe('POST /api/tasks/{id}/push-down', () => {
  it('moves the task and the whole chain, and returns every new place', async () => {
    const { two, three, task, chain } = await fillBoard()
    test.clock.set(LATER)
    const response = await push(task.id, { level: 2, moves: chain })
    expect(response.statusCode).toBe(200)
    const tasks = await readTasks(client)
    expect(at(tasks, 2)).toEqual([two[0]?.id, two[1]?.id, task.id])
    expect(at(tasks, 3)).toEqual([two[2]?.id, three[0]?.id, three[1]?.id, three[2]?.id])
    expect(at(tasks, 4)).toEqual([three[3]?.id])
    const placed = response.json<MoveResult>().tasks
    expect(placed.slice(0, 3).map(({ id, priority }) => ({ id, priority }))).toEqual(chain)
    const stored = new Map(tasks.map((one) => [one.id, one]))
    for (const { id, ...place } of placed)
      expect(stored.get(id)).toMatchObject({ ...place, version: 2, updatedAt: LATER })
    expect(tasks.filter(({ version }) => version === 2)).toHaveLength(placed.length)
  })

  it('records one change per moved task, in the order of the chain', async () => {
    const { task, chain } = await fillBoard()
    const before = (await listChanges(test.db, task.userId, 0))?.length ?? 0
    const placed = (await push(task.id, { level: 2 })).json<MoveResult>().tasks
    const changes = (await listChanges(test.db, task.userId, 0))?.slice(before) ?? []
    expect(changes.map(({ id, version }) => ({ id, version }))).toEqual(
      placed.map(({ id, version }) => ({ id, version })),
    )
    expect(changes.slice(0, 3).map(({ id }) => id)).toEqual(chain.map(({ id }) => id))
  })

  it('moves only the task if the level has a free slot', async () => {
    const [first] = await fillLevel(client, 2, 2)
    const { id } = await makeTask(client)
    expect((await push(id, { level: 2, moves: [{ id, priority: 2 }] })).json().tasks).toMatchObject([
      { id, priority: 2, position: 2 },
    ])
    expect(await readTask(client, idOf(first))).toEqual(first)
  })

  it('ends in the waiting line of a full level 10', async () => {
    const tasks = await fillLevel(client, 10, 11)
    const { id } = await makeTask(client)
    const last = idOf(tasks[9])
    const response = await push(id, {
      level: 10,
      moves: [
        { id, priority: 10 },
        { id: last, priority: 10 },
      ],
    })
    expect(response.statusCode).toBe(200)
    const ids = at(await readTasks(client), 10)
    expect(ids.slice(9)).toEqual([id, last, tasks[10]?.id])
  })

  it('changes nothing if the chain differs from the one the user saw, and returns the current chain', async () => {
    const { two, task, chain } = await fillBoard()
    await client.delete(`/api/tasks/${chain[2]?.id}`)
    const before = await readTasks(client)
    const response = await push(task.id, { level: 2, moves: chain })
    expect(response.statusCode).toBe(412)
    expect(response.json()).toEqual({
      code: 'changed',
      message: 'The board changed. Check again.',
      tasks: [
        { id: task.id, title: 'Moved', priority: 2 },
        { id: two[2]?.id, title: 'Task 2', priority: 3 },
      ],
    })
    expect(await readTasks(client)).toEqual(before)
  })

  it('takes a constant number of statements, regardless of the length of the chain', async () => {
    const short = await countPush(1)
    for (const [level, count] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
      [5, 6],
    ] as const)
      await fillLevel(client, level, count)
    // Old changes are deleted occasionally.
    expect(await countPush(1)).toBeLessThanOrEqual(short + 1)
  })
})

describe('POST /api/tasks/{id}/swap', () => {
  it('gives each task the level and position of the other, even at full levels', async () => {
    const { two, three, task } = await fillBoard()
    const [a, b] = [idOf(two[0]), idOf(three[2])]
    const response = await swap(a, {
      with: b,
      moves: [
        { id: a, priority: 3 },
        { id: b, priority: 2 },
      ],
    })
    expect(response.json().tasks).toMatchObject([
      { id: a, priority: 3, position: 2, version: 2 },
      { id: b, priority: 2, position: 0, version: 2 },
    ])
    const tasks = await readTasks(client)
    expect(at(tasks, 2)).toEqual([b, two[1]?.id, two[2]?.id])
    expect(at(tasks, 3)).toEqual([three[0]?.id, three[1]?.id, a, three[3]?.id])
    expect(at(tasks, 5)).toEqual([task.id])
  })

  it('changes nothing if one of them is at another level than the user saw', async () => {
    const { two, task } = await fillBoard()
    const moves: Move[] = [
      { id: task.id, priority: 2 },
      { id: idOf(two[0]), priority: 5 },
    ]
    await client.patch(`/api/tasks/${two[0]?.id}`, { priority: 6 })
    const response = await swap(task.id, { with: two[0]?.id, moves })
    expect([response.statusCode, response.json().tasks]).toEqual([
      412,
      [
        { id: task.id, title: 'Moved', priority: 6 },
        { id: two[0]?.id, title: 'Task 0', priority: 5 },
      ],
    ])
    expect(await readTask(client, task.id)).toEqual(task)
  })

  it('requires two open tasks at different levels', async () => {
    const { two, task } = await fillBoard()
    const done = await makeTask(client, { priority: 1, completed: true })
    for (const [id, other] of [
      [two[0]?.id, two[1]?.id],
      [task.id, done.id],
      [done.id, task.id],
      [task.id, task.id],
    ])
      expect((await swap(id ?? 0, { with: other })).json()).toMatchObject({
        code: 'invalid',
        issues: [{ path: 'with' }],
      })
  })
})

describe('undoing a command that makes room', () => {
  it('restores a chain and a swap exactly, even at a level that had a waiting line', async () => {
    const { three, task } = await fillBoard()
    const [waiting] = await fillLevel(client, 2, 1)
    const before = await readTasks(client)
    const pushed = await push(task.id, { level: 2 })
    expect(placesOf(await readTasks(client))).not.toEqual(placesOf(before))
    expect((await undo(pushed)).statusCode).toBe(200)
    expect(placesOf(await readTasks(client))).toEqual(placesOf(before))
    const swapped = await swap(idOf(waiting), { with: three[1]?.id })
    expect((await undo(swapped)).statusCode).toBe(200)
    expect(placesOf(await readTasks(client))).toEqual(placesOf(before))
  })

  it('changes nothing if a task in the chain has since moved', async () => {
    const { two, task } = await fillBoard()
    const pushed = await push(task.id, { level: 2 })
    await client.patch(`/api/tasks/${two[2]?.id}`, { priority: 9 })
    const before = await readTasks(client)
    const response = await undo(pushed)
    expect([response.statusCode, response.json().tasks]).toEqual([409, [{ id: two[2]?.id, title: 'Task 2' }]])
    expect(await readTasks(client)).toEqual(before)
  })
})

describe('the routes that make room', () => {
  it('require sign-in', async () => {
    const { id } = await makeTask(client)
    const { visitor } = test
    for (const answer of [swap(id, { with: id }, {}, visitor), push(id, { level: 2 }, {}, visitor)])
      expect((await answer).statusCode).toBe(401)
  })

  it('do not find tasks of another user', async () => {
    const task = await makeTask(client)
    const foreign = await makeTask(await signUp(test), { priority: 2 })
    for (const answer of [
      swap(foreign.id, { with: task.id }),
      swap(task.id, { with: foreign.id }),
      swap(task.id, { with: 999_999 }),
      push(foreign.id, { level: 3 }),
    ])
      expect((await answer).statusCode).toBe(404)
    expect(await readTask(client, task.id)).toEqual(task)
  })

  it.each<[string, object, string]>([
    ['swap', {}, 'with'],
    ['swap', { with: '7' }, 'with'],
    ['swap', { with: 1, moves: 'all' }, 'moves'],
    ['swap', { with: 1, moves: [{ id: 1, priority: 11 }] }, 'moves.0.priority'],
    ['push-down', {}, 'level'],
    ['push-down', { level: 0 }, 'level'],
    ['push-down', { level: 2, moves: Array.from({ length: 12 }, () => ({ id: 1, priority: 1 })) }, 'moves'],
    ['push-down', { level: 5 }, 'level'],
    ['push-down', { level: 2, patch: { title: '' } }, 'patch.title'],
    ['swap', { with: 1, patch: 'all' }, 'patch'],
  ])('reject the body of %s: %j', async (path, body, issue) => {
    const { id } = await makeTask(client)
    const response = await client.post(`/api/tasks/${id}/${path}`, body)
    expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: issue }] })
  })

  it('respect If-Match', async () => {
    const { two, task } = await fillBoard()
    const answers = [
      await swap(task.id, { with: two[0]?.id }, { 'if-match': '"7"' }),
      await push(task.id, { level: 2 }, { 'if-match': '"7"' }),
    ]
    for (const response of answers) {
      expect(response.statusCode).toBe(412)
      expect(response.json()).toMatchObject({ code: 'changed', task })
    }
    expect((await push(task.id, { level: 2 }, { 'if-match': '"1"' })).statusCode).toBe(200)
  })

  it('run once per idempotency key', async () => {
    const { two, task } = await fillBoard()
    const once = { 'idempotency-key': 'a' }
    const pushed = [await push(task.id, { level: 2 }, once), await push(task.id, { level: 2 }, once)]
    expect(pushed[1]?.json()).toEqual(pushed[0]?.json())
    const swapped = [
      await swap(task.id, { with: two[2]?.id }, once),
      await swap(task.id, { with: two[2]?.id }, once),
    ]
    expect(swapped[1]?.json()).toEqual(swapped[0]?.json())
    expect(await readTask(client, task.id)).toMatchObject({ priority: 3, version: 3 })
    const other = await push(task.id, { level: 3 }, once)
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
  })
})

describe('fifty parallel requests', () => {
  let by: Client[]
  beforeEach(async () => {
    servers = [await buildInterleavedApp(test), await buildInterleavedApp(test)]
    client = await signUp({ ...test, app: servers[0] as FastifyInstance })
    const [name = '', value = ''] = client.cookie().split('=')
    by = [client, clientOf(servers[1] as FastifyInstance, [[name, value]])]
  })
  const race = async (send: (i: number, by: Client) => ReturnType<Client['post']>) => {
    const answers = await Promise.all(Array.from({ length: MANY }, (_, i) => send(i, by[i % 2] as Client)))
    return Map.groupBy(answers, ({ statusCode }) => statusCode)
  }

  it('to push tasks into a full level keep every slot and every task', async () => {
    for (const [level, count] of [
      [1, 3],
      [2, 3],
      [3, 4],
    ] as const)
      await fillLevel(client, level, count)
    const tasks = await fillLevel(client, 10, MANY)
    const answers = await race((i, client) => push(idOf(tasks[i]), { level: 1 }, {}, client))
    expect([...answers.keys()]).toEqual([200])
    const after = await readTasks(client)
    expect(after).toHaveLength(MANY + 10)
    const counts = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((level) => at(after, level).length)
    expect(counts).toEqual([3, 3, 4, 4, 6, 6, 8, 8, 10])
    expect(at(after, 10)).toHaveLength(MANY + 10 - 52)
  })

  it('to push with the same expected chain: one succeeds, and the others get the current chain', async () => {
    const two = await fillLevel(client, 2, 3)
    const tasks = await fillLevel(client, 10, MANY)
    const answers = await race((i, client) => {
      const id = idOf(tasks[i])
      return push(
        id,
        {
          level: 2,
          moves: [
            { id, priority: 2 },
            { id: idOf(two[2]), priority: 3 },
          ],
        },
        {},
        client,
      )
    })
    expect([answers.get(200)?.length, answers.get(412)?.length]).toEqual([1, MANY - 1])
    const after = await readTasks(client)
    const [, , winner] = at(after, 2)
    for (const response of answers.get(412) ?? [])
      expect(response.json<{ tasks: Move[] }>().tasks[1]).toMatchObject({ id: winner, priority: 3 })
    expect([at(after, 2).length, at(after, 3)]).toEqual([3, [two[2]?.id]])
  })

  it('to swap with the same task lose no task and never exceed the slots', async () => {
    const [holder] = await fillLevel(client, 1, 3)
    const tasks = await fillLevel(client, 10, MANY)
    const answers = await race((i, client) => swap(idOf(tasks[i]), { with: holder?.id }, {}, client))
    // After the first swap, that task is at level 10 with the others.
    expect([answers.get(200)?.length, answers.get(400)?.length]).toEqual([1, MANY - 1])
    const after = await readTasks(client)
    expect([at(after, 1).length, at(after, 10).length]).toEqual([3, MANY])
  })
})
