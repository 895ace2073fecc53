import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Template } from '#domain/templates/template.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { makeTemplate, readTemplate } from '#tests/support/templates.ts'

let test: TestApp
let ada: Client
let eve: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
  eve = await signUp(test, 'eve@example.com')
})
afterEach(() => test.close())

type Call = [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown]

/** Every way to read or change one template. */
const callsAbout = (id: number | string): Call[] => [
  ['GET', `/api/templates/${id}`],
  ['POST', `/api/templates/${id}/tasks`, [{ title: 'Mine now' }]],
  ['POST', `/api/templates/${id}/tasks`, []],
  ['POST', `/api/templates/${id}/instantiate`, { projectName: 'Mine now' }],
  ['DELETE', `/api/templates/${id}`],
]

function send(client: Client, [method, path, body]: Call) {
  if (method === 'GET') return client.get(path)
  return method === 'DELETE' ? client.delete(path) : client.post(path, body)
}

const listNames = async (client: Client) =>
  (await client.get('/api/templates')).json<Template[]>().map((template) => template.name)

describe('creating a template', () => {
  it('with only a name fills in the defaults', async () => {
    const response = await ada.post('/api/templates', { name: '  Launch ' })
    expect(response.statusCode).toBe(201)
    const { id: createdBy } = (await ada.get('/api/auth/user')).json<{ id: string }>()
    const template = response.json<Template>()
    expect(template).toEqual({
      id: expect.any(Number),
      name: 'Launch',
      description: null,
      category: 'General',
      isPublic: false,
      version: 1,
      createdBy,
      createdAt: TEST_NOW,
      updatedAt: TEST_NOW,
    })
    expect(await readTemplate(ada, template.id)).toEqual({ ...template, tasks: [] })
  })

  it('stores every field unchanged', async () => {
    const draft = { name: 'Launch <b>', description: 'one\ntwo ', category: 'Design', isPublic: true }
    expect(await makeTemplate(ada, draft)).toMatchObject(draft)
  })

  it('ignores fields that the server sets', async () => {
    const { id: evesId } = (await eve.get('/api/auth/user')).json<{ id: string }>()
    const body = `{"name": "x", "id": 999, "createdBy": "${evesId}", "createdAt": "2000-01-01T00:00:00.000Z",
      "updatedAt": "2000-01-01T00:00:00.000Z", "tasks": [{"title": "x"}], "__proto__": {"isPublic": true}}`
    const response = await ada.post('/api/templates', body, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(201)
    const template = response.json<Template>()
    expect(template).toMatchObject({ createdAt: TEST_NOW, updatedAt: TEST_NOW, isPublic: false })
    expect(template.id).not.toBe(999)
    expect(template.createdBy).not.toBe(evesId)
    expect((await readTemplate(ada, template.id)).tasks).toEqual([])
  })
})

describe('the list of templates', () => {
  it('is empty at first', async () => {
    const response = await ada.get('/api/templates')
    expect([response.statusCode, response.json()]).toEqual([200, []])
  })

  it('contains the user’s own templates, then the public ones of others, each in order of creation', async () => {
    await makeTemplate(eve, { name: "Eve's public", isPublic: true })
    await makeTemplate(eve, { name: "Eve's private" })
    await makeTemplate(ada, { name: 'Private' })
    await makeTemplate(ada, { name: 'Public', isPublic: true })
    await makeTemplate(eve, { name: 'Another', isPublic: true })
    expect(await listNames(ada)).toEqual(['Private', 'Public', "Eve's public", 'Another'])
    expect(await listNames(eve)).toEqual(["Eve's public", "Eve's private", 'Another', 'Public'])
  })

  it('shows each template without its tasks', async () => {
    const { tasks: _tasks, ...template } = await makeTemplate(ada, {}, [{ title: 'Plan' }])
    expect((await ada.get('/api/templates')).json()).toEqual([template])
  })
})

describe('deleting a template', () => {
  it('removes it and its tasks, and keeps the projects made from it', async () => {
    const { id } = await makeTemplate(ada, {}, [{ title: 'Plan' }])
    await ada.post(`/api/templates/${id}/instantiate`, { projectName: 'Garden' })
    const response = await ada.delete(`/api/templates/${id}`)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    for (const call of callsAbout(id)) expect((await send(ada, call)).statusCode).toBe(404)
    expect(await test.db.selectFrom('template_tasks').selectAll().execute()).toEqual([])
    expect(await readTasks(ada)).toMatchObject([{ title: 'Plan', projectName: 'Garden' }])
  })

  it('fifty times in parallel deletes it only once', async () => {
    const { id } = await makeTemplate(ada)
    const responses = await Promise.all(Array.from({ length: 50 }, () => ada.delete(`/api/templates/${id}`)))
    expect(responses.filter((response) => response.statusCode === 204)).toHaveLength(1)
    expect(responses.filter((response) => response.statusCode === 404)).toHaveLength(49)
  })
})

describe('a private template of another user', () => {
  it('is not found by any request', async () => {
    const template = await makeTemplate(ada, {}, [{ title: 'Plan' }])
    const unknown = callsAbout(999_999)
    for (const [i, call] of callsAbout(template.id).entries()) {
      const one = await send(eve, call)
      const other = await send(eve, unknown[i] ?? call)
      expect(one.statusCode).toBe(404)
      expect(one.body).toBe(other.body)
    }
    expect(await readTemplate(ada, template.id)).toEqual(template)
    expect(await readTasks(eve)).toEqual([])
  })
})

describe('a public template of another user', () => {
  it('can be read and used, but not changed or deleted', async () => {
    const template = await makeTemplate(ada, { isPublic: true }, [{ title: 'Plan' }])
    expect(await readTemplate(eve, template.id)).toEqual(template)
    for (const call of callsAbout(template.id)) {
      const response = await send(eve, call)
      const isUse = call[0] === 'GET' || call[1].endsWith('/instantiate')
      expect(response.statusCode).toBe(isUse ? { GET: 200, POST: 201, DELETE: 204 }[call[0]] : 403)
      if (!isUse) {
        expect(response.json<ErrorBody>()).toEqual({
          code: 'refused',
          message: 'Only the owner can change or delete a template.',
        })
      }
    }
    expect(await readTemplate(ada, template.id)).toEqual(template)
    expect(await readTasks(eve)).toMatchObject([{ title: 'Plan', projectName: 'Mine now' }])
    expect(await readTasks(ada)).toEqual([])
  })
})

describe('a request about a template', () => {
  it('requires sign-in', async () => {
    const template = await makeTemplate(ada, { isPublic: true })
    const all: Call[] = [
      ...callsAbout(template.id),
      ['GET', '/api/templates'],
      ['POST', '/api/templates', { name: 'x' }],
      ['POST', '/api/templates', { name: '' }],
    ]
    for (const call of all) {
      const response = await send(test.visitor, call)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({
        code: 'not_signed_in',
        message: 'You’re not signed in. Sign in and try again.',
      })
    }
    expect(await readTemplate(ada, template.id)).toEqual(template)
    expect(await listNames(ada)).toHaveLength(1)
  })
})
