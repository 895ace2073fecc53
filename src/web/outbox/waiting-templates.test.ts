import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Template } from '#domain/templates/template.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openBrowser } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser } from '#tests/support/outbox-browser.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { createTemplate, instantiateTemplate, setTemplateTasks } from '../templates/commands.ts'
import { findWaitingTemplate } from '../templates/waiting-template.ts'
import { addSamples } from '../first-steps/commands.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { temporaryId } from '../sync/runner/temporary-ids.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, close } = await openBrowser())
})
afterEach(() => close())

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

const untilSent = async (page: { waiting: () => number }) => until(() => expect(page.waiting()).toBe(0))

const KEY = 'abcdefabcdefabcdef'
const TASKS = [{ title: 'Sign the lease' }, { title: 'Move the desks', dependencies: [0] }]
const untilWaiting = async (page: { waiting: () => number }, count: number) =>
  until(() => expect(page.waiting()).toBe(count))
const storedTemplates = async () => (await person.get('/api/templates')).json<Template[]>()

it('creates and uses a template without a connection, and its tasks can be changed', async () => {
  const page = await browser.openPage([])
  network.state = 'cut'
  page.run(createTemplate, { name: 'Office move' }, { key: KEY })
  await untilWaiting(page, 1)
  const id = temporaryId(KEY)
  page.run(setTemplateTasks, { id, tasks: TASKS })
  await untilWaiting(page, 2)
  const waiting = findWaitingTemplate(page.calls.get(), id)
  expect(waiting).toMatchObject({ id, name: 'Office move', tasks: TASKS.map(({ title }) => ({ title })) })
  page.run(instantiateTemplate, { id, wanted: { projectName: 'Berlin' }, tasks: waiting?.tasks })
  await untilWaiting(page, 3)
  const [lease, desks] = page.shown()
  expect(lease).toMatchObject({ title: 'Sign the lease', projectName: 'Berlin' })
  expect(desks?.dependencies).toEqual([String(lease?.id)])
  page.run(changeTask, { task: first(page.shown()), patch: { completed: true } })
  await untilWaiting(page, 4)
  network.state = 'lost'
  await page.outbox.retry()
  network.state = 'works'
  await page.outbox.retry()
  await untilSent(page)
  expect(await storedTemplates()).toMatchObject([{ name: 'Office move' }])
  const stored = await readTasks(person)
  expect(stored.map(({ title, completed }) => [title, completed])).toEqual(
    expect.arrayContaining([
      ['Sign the lease', true],
      ['Move the desks', false],
    ]),
  )
  expect(stored).toHaveLength(2)
  expect(page.shown()).toEqual(expect.arrayContaining(stored))
  expect(await browser.store.list()).toEqual([])
})

it('applies a waiting task’s change to the created task with the same title if the template changed', async () => {
  const template = (await person.post('/api/templates', { name: 'Office move' })).json<Template>()
  const path = `/api/templates/${template.id}/tasks`
  const before = (await person.post(path, TASKS)).json<never[]>()
  const page = await browser.openPage([])
  network.state = 'cut'
  page.run(instantiateTemplate, { id: template.id, wanted: { projectName: 'Berlin' }, tasks: before })
  await untilWaiting(page, 1)
  page.run(changeTask, { task: first(page.shown()), patch: { notes: 'Bring the deposit' } })
  await untilWaiting(page, 2)
  await person.post(path, [{ title: 'Find an office' }, ...TASKS.map(({ title }) => ({ title }))])
  network.state = 'works'
  await page.outbox.retry()
  await untilSent(page)
  const stored = await readTasks(person)
  expect(stored.map(({ title, notes }) => [title, notes])).toEqual([
    ['Find an office', null],
    ['Sign the lease', 'Bring the deposit'],
    ['Move the desks', null],
  ])
})

it('keeps a project whose template was deleted elsewhere, with the reason', async () => {
  const { id } = (await person.post('/api/templates', { name: 'Office move' })).json<Template>()
  const page = await browser.openPage([])
  network.state = 'cut'
  page.run(instantiateTemplate, { id, wanted: { projectName: 'Berlin' } })
  await untilWaiting(page, 1)
  await person.delete(`/api/templates/${id}`)
  network.state = 'works'
  await page.outbox.retry()
  const rejection = { reason: 'This template no longer exists.' }
  await until(async () =>
    expect(await browser.store.list()).toMatchObject([{ state: 'rejected', rejection }]),
  )
})

it('undoes a waiting template together with its tasks', async () => {
  const page = await browser.openPage([])
  network.state = 'cut'
  page.run(createTask, { title: 'One' })
  await untilWaiting(page, 1)
  page.run(createTemplate, { name: 'Office move' }, { key: KEY })
  await untilWaiting(page, 2)
  void page.runQuietly(setTemplateTasks, { id: temporaryId(KEY), tasks: TASKS })
  await untilWaiting(page, 3)
  page.undoLatest()
  await until(async () => expect(await browser.store.list()).toMatchObject([{ name: 'task.create' }]))
})

it('shows waiting sample tasks and allows changing them', async () => {
  const page = await browser.openPage([])
  network.state = 'cut'
  page.run(addSamples, { tasks: [{ title: 'Sample one' }, { title: 'Sample two' }] })
  await untilWaiting(page, 1)
  page.run(changeTask, { task: first(page.shown()), patch: { notes: 'mine' } })
  await untilWaiting(page, 2)
  network.state = 'works'
  await page.outbox.retry()
  await untilSent(page)
  expect((await readTasks(person)).map(({ title, notes }) => [title, notes])).toEqual([
    ['Sample one', 'mine'],
    ['Sample two', null],
  ])
})
