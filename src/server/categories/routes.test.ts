import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DEFAULT_CATEGORIES } from '#domain/categories/category.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

const MANY = 50

let test: TestApp
let ada: Client
let eve: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
  eve = await signUp(test, 'eve@example.com')
})
afterEach(() => test.close())

const list = async (client: Client) => (await client.get('/api/categories')).json<string[]>()
const own = async (client: Client) => (await list(client)).slice(DEFAULT_CATEGORIES.length)
const add = (client: Client, name: unknown) => client.post('/api/categories', { name })
const remove = (client: Client, name: string) => client.delete(`/api/categories/${encodeURIComponent(name)}`)

describe('the list of categories', () => {
  it('starts with the six defaults, as plain names', async () => {
    const response = await ada.get('/api/categories')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      ['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline'],
    ])
  })

  it('has the user’s own categories after the defaults, in order of creation', async () => {
    for (const name of ['Garden', 'Allotment', 'zoo']) await add(ada, name)
    await add(eve, 'Harbour')
    expect(await own(ada)).toEqual(['Garden', 'Allotment', 'zoo'])
    expect(await own(eve)).toEqual(['Harbour'])
  })
})

describe('adding a category', () => {
  it('returns the name trimmed and with single spaces, but otherwise as typed', async () => {
    const response = await ada.post('/api/categories', { name: '  My  Garden ', id: 7, userId: 'eve' })
    expect([response.statusCode, response.json()]).toEqual([201, { name: 'My Garden' }])
    expect(await own(ada)).toEqual(['My Garden'])
  })

  it.each([
    ['Garden', 'Garden'],
    ['Garden', ' gARDEN '],
    ['Two spaces', 'two   Spaces'],
    ['Café', 'CAFE\u0301'],
    [undefined, 'Task'],
    [undefined, 'task'],
    [undefined, 'DEADLINE'],
  ])('rejects a duplicate: after %j, %j', async (first, second) => {
    if (first !== undefined) await add(ada, first)
    const response = await add(ada, second)
    const message = 'This category already exists'
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ code: 'category_exists', message, issues: [{ path: 'name', message }] })
    expect(await own(ada)).toEqual(first === undefined ? [] : [first])
  })

  it('accepts a name that another user has', async () => {
    await add(eve, 'Garden')
    expect((await add(ada, 'Garden')).statusCode).toBe(201)
  })

  it('fifty times in parallel adds it only once', async () => {
    const responses = await Promise.all(
      Array.from({ length: MANY }, (_, i) => add(ada, i % 2 === 0 ? 'Garden' : 'GARDEN')),
    )
    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(MANY - 1)
    expect(await own(ada)).toHaveLength(1)
  })
})

describe('removing a category', () => {
  it('ignores case', async () => {
    await add(ada, 'Garden')
    expect((await remove(ada, 'gARDEN')).statusCode).toBe(204)
    expect(await own(ada)).toEqual([])
  })

  it('removes the one with exactly this name if an earlier version stored two similar names', async () => {
    await add(ada, 'Masse')
    const { user_id, created_at } = await test.db
      .selectFrom('categories')
      .select(['user_id', 'created_at'])
      .executeTakeFirstOrThrow()
    const row = { user_id, created_at, name: 'Maße', name_key: 'maße' }
    await test.db.insertInto('categories').values(row).execute()
    expect((await remove(ada, 'Maße')).statusCode).toBe(204)
    expect(await own(ada)).toEqual(['Masse'])
  })

  it('leaves its name on tasks', async () => {
    await add(ada, 'Garden')
    const task = await makeTask(ada, { category: 'Garden' })
    await remove(ada, 'Garden')
    expect(await readTask(ada, task.id)).toEqual(task)
  })

  it('allows adding it again, after all other categories', async () => {
    for (const name of ['Garden', 'Harbour']) await add(ada, name)
    await remove(ada, 'Garden')
    expect((await add(ada, 'garden')).statusCode).toBe(201)
    expect(await own(ada)).toEqual(['Harbour', 'garden'])
  })

  it('of another user returns 404', async () => {
    await add(ada, 'Garden')
    const foreign = await remove(eve, 'Garden')
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe((await remove(eve, 'Nowhere')).body)
    expect(await own(ada)).toEqual(['Garden'])
  })

  it('fifty times in parallel removes it only once', async () => {
    await add(ada, 'Garden')
    const responses = await Promise.all(Array.from({ length: MANY }, () => remove(ada, 'Garden')))
    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(MANY - 1)
  })
})

describe('a request about categories', () => {
  it('requires sign-in', async () => {
    await add(ada, 'Garden')
    const responses = [
      await test.visitor.get('/api/categories'),
      await add(test.visitor, 'Harbour'),
      await add(test.visitor, ''),
      await remove(test.visitor, 'Garden'),
      await remove(test.visitor, 'Task'),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'not_signed_in' })
    }
    expect(await own(ada)).toEqual(['Garden'])
  })
})
