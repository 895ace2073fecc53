import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NEW_TEMPLATE, type TemplateFormValues, newTemplateRow } from './template-form.ts'
import type { Template } from '#domain/templates/template.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { readTemplate } from '#tests/support/templates.ts'

import { makeTemplate } from './make-template.ts'

let app: TestApp
let client: Client
let asked: string[]
/** A request to fail, and the status to fail it with. */
let refused: { call: string; status: number } | null

beforeEach(async () => {
  app = await buildTestApp()
  client = await signUp(app)
  asked = []
  refused = null
  vi.stubGlobal('fetch', askServer)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

/** Sends a request to the real server without a network. */
async function askServer(path: string, init: RequestInit): Promise<Response> {
  const call = `${init.method} ${path.replace(/\d+/, 'id')}`
  asked.push(call)
  if (refused?.call === call) return new Response('{}', { status: refused.status })
  return fetchFrom(client, path, init)
}

const form = (fields: Partial<TemplateFormValues> = {}): TemplateFormValues => ({
  ...NEW_TEMPLATE,
  name: 'Office move',
  tasks: [{ ...newTemplateRow('a'), title: 'Sign the lease' }],
  attempt: 'first',
  sent: JSON.stringify({ name: 'Office move', description: null, category: 'General', isPublic: false }),
  ...fields,
})
const make = (values = form(), isRetry = false) =>
  makeTemplate({ values, isRetry, startOver: () => 'second' })
const stored = async () => (await client.get('/api/templates')).json<Template[]>()
const storedNames = async () => (await stored()).map(({ name }) => name)
const titlesOf = async (template: Template | undefined) =>
  (await readTemplate(client, template?.id ?? 0)).tasks.map(({ title }) => title)

async function failHalfWay(): Promise<Template | undefined> {
  refused = { call: 'POST /api/templates/id/tasks', status: 500 }
  await expect(make()).rejects.toThrow('500')
  refused = null
  return (await stored())[0]
}

test('creates a template with two calls, or one if it has no tasks', async () => {
  await make()
  expect(asked).toEqual(['POST /api/templates', 'POST /api/templates/id/tasks'])
  await make(form({ attempt: 'another', tasks: [] }))
  expect(asked.slice(2)).toEqual(['POST /api/templates'])
})

test('finishes a template that was created without its tasks', async () => {
  const half = await failHalfWay()
  await make(form(), true)
  expect(await stored()).toMatchObject([{ id: half?.id }])
  expect(await titlesOf(half)).toEqual(['Sign the lease'])
})

test('sets the tasks of the latest attempt, even if there are none', async () => {
  await make()
  await make(form({ tasks: [] }), true)
  expect(await titlesOf((await stored())[0])).toEqual([])
})

test('deletes the unfinished template if the form has since changed', async () => {
  await failHalfWay()
  await make(form({ name: 'Office moves' }), true)
  expect(await storedNames()).toEqual(['Office moves'])
  expect(await titlesOf((await stored())[0])).toEqual(['Sign the lease'])
})

test('creates another template from a changed form if the body of the first request is unknown', async () => {
  await failHalfWay()
  await make(form({ name: 'Office moves', sent: '' }), true)
  expect(await storedNames()).toEqual(['Office move', 'Office moves'])
})

test('keeps a template that another window has finished', async () => {
  await failHalfWay()
  await make(form(), true)
  await make(form({ name: 'Office moves' }), true)
  expect(await storedNames()).toEqual(['Office move', 'Office moves'])
})

test.each(['Office move', 'Office moves'])(
  'creates %j again if the unfinished template was deleted',
  async (name) => {
    const half = await failHalfWay()
    await client.delete(`/api/templates/${half?.id}`)
    await make(form({ name }), true)
    expect(await storedNames()).toEqual([name])
    expect(await titlesOf((await stored())[0])).toEqual(['Sign the lease'])
  },
)

test('throws if the first attempt returns 404', async () => {
  refused = { call: 'POST /api/templates/id/tasks', status: 404 }
  await expect(make()).rejects.toThrow('404')
})
