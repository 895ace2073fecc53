import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_CATEGORIES } from '#domain/categories/category.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'

let test: TestApp
let ada: Client
beforeAll(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
  await add('Kept')
})
afterAll(() => test.close())

const list = async () => (await ada.get('/api/categories')).json<string[]>()
const own = async () => (await list()).slice(DEFAULT_CATEGORIES.length)
const add = (name: unknown) => ada.post('/api/categories', { name })
const remove = (name: string) => ada.delete(`/api/categories/${encodeURIComponent(name)}`)

describe('a name', () => {
  it.each([
    'x',
    'Garden',
    '😀'.repeat(30),
    'a/b',
    '50% off',
    '%2F',
    'ä ö',
    '?a=b#c',
    'a+b',
    '...',
    '👩‍🚀',
    '__proto__',
    '<img onerror=alert(1)>',
    "'; drop table tasks --",
  ])('%j is accepted, and works in a path', async (name) => {
    const response = await add(name)
    expect([response.statusCode, response.json()]).toEqual([201, { name }])
    expect(await own()).toEqual(['Kept', name])
    const removed = await remove(name)
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
    expect(await own()).toEqual(['Kept'])
  })

  it.each([
    ['', 'Category name cannot be empty'],
    [' \n', 'Category name cannot be empty'],
    [undefined, 'Category name cannot be empty'],
    [null, 'Category name cannot be empty'],
    [5, 'Category name cannot be empty'],
    [['Garden'], 'Category name cannot be empty'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['😀'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['.', 'Category name cannot be . or ..'],
    [' .. ', 'Category name cannot be . or ..'],
    ['a\0b', 'Category name contains a character that cannot be stored.'],
    ['a\ud800', 'Category name contains a character that cannot be stored.'],
  ])('%j is rejected: %s', async (name, message) => {
    const response = await add(name)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ code: 'invalid', message, issues: [{ path: 'name', message }] })
    expect(await own()).toEqual(['Kept'])
  })

  it.each(['Garden', '"Garden"', '[]', '["Garden"]', 'null', ''])(
    'in the body %j is rejected',
    async (body) => {
      const response = await ada.post('/api/categories', body, { 'content-type': 'application/json' })
      expect(response.statusCode).toBe(400)
      expect(await own()).toEqual(['Kept'])
    },
  )
})

describe('removing a category', () => {
  it.each(['Task', 'task', 'PROJECT', ' Deadline '])('rejects the default category %j', async (name) => {
    const response = await remove(name)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      code: 'default_category',
      message: 'Default categories cannot be removed',
    })
    expect(await list()).toEqual([...DEFAULT_CATEGORIES, 'Kept'])
  })

  it.each(['Garden', 'x'.repeat(31), 'x'.repeat(900), '\0', ' ', '__proto__', "' or 1=1 --"])(
    'returns 404 for %j',
    async (name) => {
      const response = await remove(name)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found' })
      expect(await own()).toEqual(['Kept'])
    },
  )
})
