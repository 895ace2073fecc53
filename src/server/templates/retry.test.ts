import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Template } from '#domain/templates/template.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { makeTemplate, readTemplate, setTasks } from '#tests/support/templates.ts'

const KEY = { 'idempotency-key': 'a key' }
const MANY = 50

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
})
afterEach(() => test.close())

const create = (client = ada, headers = KEY) => client.post('/api/templates', { name: 'Launch' }, headers)
const instantiate = (id: number, headers = KEY) =>
  ada.post(`/api/templates/${id}/instantiate`, { projectName: 'Garden' }, headers)
const list = async (client = ada) => (await client.get('/api/templates')).json<Template[]>()

describe('creating a template again with the same key', () => {
  it('returns the first one, whose list of tasks can then be set', async () => {
    const first = await create()
    const again = await create()
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    const { id } = again.json<Template>()
    await setTasks(ada, id, [{ title: 'Plan' }])
    await setTasks(ada, id, [{ title: 'Plan' }])
    expect((await readTemplate(ada, id)).tasks).toHaveLength(1)
    expect(await list()).toHaveLength(1)
  })

  it('fifty times in parallel creates one', async () => {
    const responses = await Promise.all(Array.from({ length: MANY }, () => create()))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  it('creates a second one after a day, for another user, or if no key is sent', async () => {
    const eve = await signUp(test)
    await create()
    await create(eve)
    expect(await list(eve)).toHaveLength(1)
    test.clock.advance({ hours: 24 })
    await create()
    await ada.post('/api/templates', { name: 'Launch' })
    expect(await list()).toHaveLength(3)
  })

  it('counts as a new attempt if the first one was rejected', async () => {
    expect((await ada.post('/api/templates', { name: '' }, KEY)).statusCode).toBe(400)
    expect((await create()).statusCode).toBe(201)
  })
})

describe('using a template again with the same key', () => {
  it('returns the tasks created before, and creates no others', async () => {
    const { id } = await makeTemplate(ada, {}, [{ title: 'a' }, { title: 'b', dependencies: [0] }])
    const first = await instantiate(id)
    const again = await instantiate(id)
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect(await readTasks(ada)).toHaveLength(2)
  })

  it('lists tasks deleted since as deleted', async () => {
    const { id } = await makeTemplate(ada, {}, [{ title: 'a' }, { title: 'b' }])
    const [a, b] = (await instantiate(id)).json<{ tasks: Task[] }>().tasks
    await ada.delete(`/api/tasks/${a?.id}`)
    expect((await instantiate(id)).json()).toEqual({ tasks: [{ id: a?.id, deleted: true }, b] })
  })

  it('fifty times in parallel creates one project', async () => {
    const { id } = await makeTemplate(ada, {}, [{ title: 'a' }])
    const responses = await Promise.all(Array.from({ length: MANY }, () => instantiate(id)))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(await readTasks(ada)).toHaveLength(1)
  })
})

describe('one key', () => {
  it('is separate for each route and each template', async () => {
    await ada.post('/api/tasks', { title: 'A task' }, KEY)
    await create()
    const one = await makeTemplate(ada, {}, [{ title: 'a' }])
    const other = await makeTemplate(ada, {}, [{ title: 'b' }])
    await instantiate(one.id)
    await instantiate(other.id)
    expect((await readTasks(ada)).map((task) => task.title)).toEqual(['A task', 'a', 'b'])
    expect(await list()).toHaveLength(3)
  })
})
