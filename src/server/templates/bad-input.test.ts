import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Template, TemplateWithTasks } from '#domain/templates/template.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { makeTemplate, readTemplate } from '#tests/support/templates.ts'

let test: TestApp
let client: Client
let template: TemplateWithTasks
beforeAll(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  template = await makeTemplate(client, {}, [{ title: 'Plan' }, { title: 'Build', dependencies: ['0'] }])
})
afterAll(() => test.close())

const list = async () => (await client.get('/api/templates')).json<Template[]>()
const set = (tasks: unknown) => client.post(`/api/templates/${template.id}/tasks`, tasks)
const use = (body: unknown) => client.post(`/api/templates/${template.id}/instantiate`, body)

describe('creating a template', () => {
  it.each([
    ['name', undefined, 'Template name is required.'],
    ['name', '', 'Template name is required.'],
    ['name', ' \n', 'Template name is required.'],
    ['name', null, 'Template name is required.'],
    ['name', 'x'.repeat(201), 'Template name must be 200 characters or fewer.'],
    ['name', '😀'.repeat(201), 'Template name must be 200 characters or fewer.'],
    ['name', 'a\0b', 'Template name contains a character that cannot be stored.'],
    ['description', 5, 'Description must be text.'],
    ['description', 'x'.repeat(50_001), 'Description must be 50,000 characters or fewer.'],
    ['description', '\ud800', 'Description contains a character that cannot be stored.'],
    ['category', '', 'Category name cannot be empty'],
    ['category', null, 'Category name cannot be empty'],
    ['category', 'x'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['isPublic', 'true', 'Public must be true or false.'],
    ['isPublic', 1, 'Public must be true or false.'],
    ['isPublic', null, 'Public must be true or false.'],
  ])('rejects %s %j: %s', async (field, value, message) => {
    const response = await client.post('/api/templates', { name: 'Launch', [field]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ code: 'invalid', message, issues: [{ path: field, message }] })
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['name', '😀'.repeat(200)],
    ['description', null],
    ['description', '😀'.repeat(50_000)],
    ['category', 'Business'],
    ['category', 'Nowhere listed'],
  ])('accepts %s %j', async (field, value) => {
    const made = await makeTemplate(client, { [field]: value })
    expect(made).toMatchObject({ [field]: value })
    await client.delete(`/api/templates/${made.id}`)
  })

  it.each(['[]', '[{"name":"Launch"}]', 'null', '"Launch"', '', '{'])('rejects the body %j', async (body) => {
    const response = await client.post('/api/templates', body, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(400)
    expect(await list()).toHaveLength(1)
  })
})

describe('the name of a project', () => {
  it.each([
    [{}, 'Project name is required.'],
    [{ projectName: '' }, 'Project name is required.'],
    [{ projectName: ' \n' }, 'Project name is required.'],
    [{ projectName: null }, 'Project name is required.'],
    [{ projectName: 5 }, 'Project name is required.'],
    [{ projectName: 'x'.repeat(201) }, 'Project name must be 200 characters or fewer.'],
    [{ projectName: '😀'.repeat(201) }, 'Project name must be 200 characters or fewer.'],
    [{ projectName: 'a\0b' }, 'Project name contains a character that cannot be stored.'],
  ])('in %j is rejected: %s', async (body, message) => {
    const response = await use(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ code: 'invalid', message, issues: [{ path: 'projectName', message }] })
    expect(await readTasks(client)).toEqual([])
  })
})

describe('the start of a project', () => {
  it.each(['', 'tomorrow', '2026-02-30', '2026-12-01T09:00', '1899-12-31', 20261201, {}])(
    'rejects %j',
    async (startDate) => {
      const response = await use({ projectName: 'Garden', startDate })
      const message = 'Project start must be a date, such as 2026-12-01.'
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ code: 'invalid', message, issues: [{ path: 'startDate', message }] })
      expect(await readTasks(client)).toEqual([])
    },
  )
})

describe('a list is rejected as a whole', () => {
  it.each<[sent: object, path: string]>([
    [{ title: '' }, '1.title'],
    [{ title: undefined }, '1.title'],
    [{ title: 'x'.repeat(501) }, '1.title'],
    [{ title: 'a\0b' }, '1.title'],
    [{ description: 5 }, '1.description'],
    [{ description: 'x'.repeat(50_001) }, '1.description'],
    [{ priority: 0 }, '1.priority'],
    [{ priority: 11 }, '1.priority'],
    [{ priority: 1.5 }, '1.priority'],
    [{ priority: '5' }, '1.priority'],
    [{ priority: null }, '1.priority'],
    [{ category: '' }, '1.category'],
    [{ category: 'x'.repeat(31) }, '1.category'],
    [{ estimatedHours: '1000' }, '1.estimatedHours'],
    [{ estimatedHours: '1e1' }, '1.estimatedHours'],
    [{ estimatedMinutes: '0x10' }, '1.estimatedMinutes'],
    [{ estimatedHours: -1 }, '1.estimatedHours'],
    [{ estimatedHours: null }, '1.estimatedHours'],
    [{ estimatedMinutes: 60 }, '1.estimatedMinutes'],
    [{ estimatedMinutes: [] }, '1.estimatedMinutes'],
    [{ estimatedTime: 90 }, '1.estimatedTime'],
    [{ estimatedTime: '9'.repeat(50_000) }, '1.estimatedTime'],
    [{ position: -1 }, '1.position'],
    [{ position: '0' }, '1.position'],
    [{ dependencies: '0' }, '1.dependencies'],
    [{ dependencies: null }, '1.dependencies'],
    [{ dependencies: ['x'] }, '1.dependencies.0'],
    [{ dependencies: [0, -1] }, '1.dependencies.1'],
    [{ dependencies: ['00'] }, '1.dependencies.0'],
    [{ startDay: '1' }, '1.startDay'],
    [{ startDay: 0.5 }, '1.startDay'],
    [{ endDay: 36_526 }, '1.endDay'],
    [{ dueDay: -36_526 }, '1.dueDay'],
    [{ dependencies: Array.from({ length: 101 }, () => 0) }, '1.dependencies'],
  ])('for %j, with the path %s', async (sent, path) => {
    const response = await set([{ title: 'Another' }, { title: 'x', ...sent }])
    expect(response.statusCode).toBe(400)
    const { code, issues } = response.json<ErrorBody>()
    expect([code, issues?.map((issue) => issue.path)]).toEqual(['invalid', [path]])
    expect(await readTemplate(client, template.id)).toEqual(template)
  })

  it('when one task has no title, with the specified message', async () => {
    expect((await set([{ title: ' ' }])).json()).toMatchObject({ message: 'Title is required' })
  })

  it.each([
    ['unknown_dependency', '1.dependencies.1', [{}, { dependencies: [0, 2] }]],
    ['unknown_dependency', '0.dependencies.0', [{ dependencies: ['9999999999'] }]],
    ['dependency_cycle', '0.dependencies', [{ dependencies: [0] }]],
    ['dependency_cycle', '0.dependencies', [{ dependencies: ['1'] }, { dependencies: ['0'] }]],
  ])('for an invalid dependency: %s at %s', async (code, path, sent) => {
    const response = await set(sent.map((fields) => ({ title: 'x', ...fields })))
    expect(response.statusCode).toBe(400)
    const body = response.json<ErrorBody>()
    expect(body.code).toBe(code)
    if (code === 'unknown_dependency') expect(body.issues?.[0]?.path).toBe(path)
    else expect(body.issues?.[0]?.path).toMatch(/^\d\.dependencies$/)
    expect(await readTemplate(client, template.id)).toEqual(template)
  })

  it('in linear time, no matter how many paths its dependencies form', async () => {
    const tasks = Array.from({ length: 500 }, (_, i) => ({
      title: 'x',
      dependencies: Array.from({ length: 100 }, (_, k) => (i + 1 + k) % 500),
    }))
    const response = await set(tasks)
    expect(response.json()).toMatchObject({ code: 'dependency_cycle' })
  })

  it('when it is longer than 500', async () => {
    const response = await set(Array.from({ length: 501 }, () => ({ title: 'x' })))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ message: 'A template can have at most 500 tasks.' })
    expect(await readTemplate(client, template.id)).toEqual(template)
  })

  it.each(['{}', '{"title":"x"}', '{"tasks":[]}', 'null', '"x"', '5', '', '[', '[null]', '["x"]', '[[]]'])(
    'when the body is %j',
    async (body) => {
      const path = `/api/templates/${template.id}/tasks`
      const response = await client.post(path, body, { 'content-type': 'application/json' })
      expect(response.statusCode).toBe(400)
      expect(await readTemplate(client, template.id)).toEqual(template)
    },
  )
})

describe('an id', () => {
  it.each([
    '0',
    '-1',
    '1.5',
    '01',
    '1e0',
    '2147483648',
    '9007199254740992',
    '%00',
    '1%20or%201=1',
    'x',
    'null',
  ])('%s is not found', async (id) => {
    const path = `/api/templates/${id}`
    const answers = [
      await client.get(path),
      await client.delete(path),
      await client.post(`${path}/tasks`, [{ title: 'x' }]),
      await client.post(`${path}/instantiate`, { projectName: 'x' }),
    ]
    expect(answers.map((response) => response.statusCode)).toEqual([404, 404, 404, 404])
    expect(await readTemplate(client, template.id)).toEqual(template)
  })
})
