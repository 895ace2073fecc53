import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NEW_TEMPLATE, type TemplateFormValues, newTemplateRow } from '#domain/template-form.ts'
import type { Template } from '#domain/template.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { readTemplate } from '#tests/support/templates.ts'

import { makeTemplate } from './make-template.ts'

let app: TestApp
let client: Client
let asked: string[]
/** What is answered in the place of the server, for calls whose name begins so. */
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

/** The real server, past the network. */
async function askServer(path: string, { method, body, headers }: RequestInit): Promise<Response> {
  const call = `${method} ${path.replace(/\d+/, 'id')}`
  asked.push(call)
  if (refused?.call === call) return new Response('{}', { status: refused.status })
  const sent = headers as Record<string, string>
  const answer = await (method === 'GET'
    ? client.get(path)
    : method === 'DELETE'
      ? client.delete(path)
      : client.post(path, JSON.parse(body as string) as object, sent))
  return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode })
}

const form = (fields: Partial<TemplateFormValues> = {}): TemplateFormValues => ({
  ...NEW_TEMPLATE,
  name: 'Office move',
  tasks: [{ ...newTemplateRow('a'), title: 'Sign the lease' }],
  attempt: 'first',
  ...fields,
})
const make = (values = form(), isRetry = false) =>
  makeTemplate({ values, isRetry, startAnew: () => 'second' })
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

test('a template is made by two calls, and by one when it has no tasks', async () => {
  await make()
  expect(asked).toEqual(['POST /api/templates', 'POST /api/templates/id/tasks'])
  await make(form({ attempt: 'another', tasks: [] }))
  expect(asked.slice(2)).toEqual(['POST /api/templates'])
})

test('one that was made half is finished', async () => {
  const half = await failHalfWay()
  await make(form(), true)
  expect(await stored()).toMatchObject([{ id: half?.id }])
  expect(await titlesOf(half)).toEqual(['Sign the lease'])
})

test('its tasks are those of the last time, also when there are none by then', async () => {
  await make()
  await make(form({ tasks: [] }), true)
  expect(await titlesOf((await stored())[0])).toEqual([])
})

test('when the form says something else by then, what was made half is not left', async () => {
  await failHalfWay()
  await make(form({ name: 'Office moves' }), true)
  expect(await storedNames()).toEqual(['Office moves'])
  expect(await titlesOf((await stored())[0])).toEqual(['Sign the lease'])
})

test('one that another window has finished meanwhile stays', async () => {
  await failHalfWay()
  await make(form(), true)
  await make(form({ name: 'Office moves' }), true)
  expect(await storedNames()).toEqual(['Office move', 'Office moves'])
})

test.each(['Office move', 'Office moves'])(
  'when what was made half was deleted meanwhile, %j is made anew',
  async (name) => {
    const half = await failHalfWay()
    await client.delete(`/api/templates/${half?.id}`)
    await make(form({ name }), true)
    expect(await storedNames()).toEqual([name])
    expect(await titlesOf((await stored())[0])).toEqual(['Sign the lease'])
  },
)

test('a first attempt does not make up for what is not there', async () => {
  refused = { call: 'POST /api/templates/id/tasks', status: 404 }
  await expect(make()).rejects.toThrow('404')
})
