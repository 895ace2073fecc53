import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { removeAttachment } from '../attachments/commands.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import { type Question, deletedTaskOf, questionOf } from './question.ts'
import type { Waiting } from './waiting.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let task: Task
let page: OutboxPage
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, task, page, close } = await openOutbox())
})
afterEach(() => close())

const changeTitle = (title: string) => person.patch(`/api/tasks/${task.id}`, { title })

const waiting = async (count: number) => until(() => expect(page.waiting()).toBe(count))

/** Makes changes without a connection, each based on the last, and sends them after another device changed the task. */
async function sendLate(
  patches: TaskChange['patch'][],
  elsewhere: () => Promise<unknown>,
): Promise<Waiting[]> {
  network.state = 'cut'
  for (const [i, patch] of patches.entries()) {
    const [seen = task] = page.shown()
    page.run(changeTask, { task: seen, patch }, { seen: seen.version })
    await waiting(i + 1)
  }
  await elsewhere()
  network.state = 'works'
  await page.outbox.retry()
  await waiting(0)
  network.keys = []
  return [...page.outbox.state.get().entries]
}

function questionIn(entry: Waiting | undefined): Question | null {
  return entry ? questionOf(entry, (id) => page.listed().find((listed) => listed.id === id)) : null
}

/** Sends two title changes and a notes change after another device changed the title. */
async function sendTitles(): Promise<{ entry: Waiting; question: Question }> {
  const patches = [{ title: 'Mine' }, { title: 'Mine, later' }, { notes: 'kept' }]
  const [entry, later, ...others] = await sendLate(patches, () => changeTitle('Theirs'))
  const question = questionIn(entry)
  if (!entry || !question) throw new Error('Nothing was rejected.')
  expect(others).toEqual([])
  expect(later?.input).toMatchObject({ patch: { title: 'Mine, later' } })
  return { entry, question }
}

describe('a change whose field changed elsewhere', () => {
  it('overwrites nothing, not even through a later change, and changes to other fields are saved', async () => {
    const { question } = await sendTitles()
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs', notes: 'kept', version: 3 })
    expect(question).toMatchObject({
      saved: { title: 'Theirs', version: 3 },
      decision: { conflicts: [{ fields: ['title'], mine: { title: 'Mine' } }], patch: {} },
    })
  })

  it('is sent under a new key when the user chooses it, followed by the later change', async () => {
    const { entry, question } = await sendTitles()
    await page.outbox.decide(entry.seq, question.saved, { title: 'Mine' })
    expect(await browser.store.list()).toEqual([])
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine, later', notes: 'kept' })
    expect(network.keys).not.toContain(entry.key)
    expect(page.shown()).toEqual(await readTasks(person))
  })

  it('is dropped when the saved version is kept, and the later change also needs a decision', async () => {
    const { entry, question } = await sendTitles()
    await page.outbox.decide(entry.seq, question.saved, {})
    const [left, ...others] = page.outbox.state.get().entries
    expect(others).toEqual([])
    expect(questionIn(left)).toMatchObject({
      saved: { title: 'Theirs' },
      decision: { conflicts: [{ mine: { title: 'Mine, later' } }] },
    })
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs' })
  })

  it('needs another decision if the task changes after the user saw both versions', async () => {
    const { entry, question } = await sendTitles()
    await changeTitle('Theirs, later')
    await page.outbox.decide(entry.seq, question.saved, { title: 'Mine' })
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs, later' })
    expect(questionIn(page.outbox.state.get().entries[0])).toMatchObject({
      saved: { title: 'Theirs, later' },
    })
  })
})

it('a change to a deleted task is sent after the task is restored, with the later changes', async () => {
  const remove = () => person.delete(`/api/tasks/${task.id}`)
  const entries = await sendLate([{ title: 'Mine' }, { notes: 'kept' }], remove)
  expect(entries.map(deletedTaskOf)).toEqual([task.id, task.id])
  await person.post(`/api/tasks/${task.id}/restore`)
  await page.outbox.resend(entries[0]?.seq ?? 0)
  expect(await browser.store.list()).toEqual([])
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine', notes: 'kept' })
})

it('reports nothing about a change that was discarded while the server rejected it', async () => {
  network.state = 'cut'
  page.run(changeTask, { task, patch: { title: 'Mine' } }, { seen: task.version })
  await waiting(1)
  await changeTitle('Theirs')
  network.state = 'works'
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    if (response.status === 412) await page.outbox.discard(page.outbox.state.get().entries[0]?.seq ?? 0)
    return response
  })
  await page.outbox.retry()
  await waiting(0)
  expect(page.rejected).toEqual([])
  expect(page.shown()).toMatchObject([{ title: 'Before' }])
})

it('reports nothing about a file removed offline from a task that another device deleted', async () => {
  network.state = 'cut'
  page.run(removeAttachment, { taskId: task.id, name: 'Plan.pdf' })
  await waiting(1)
  await person.delete(`/api/tasks/${task.id}`)
  network.state = 'works'
  await page.outbox.retry()
  await waiting(0)
  expect(page.rejected).toEqual([])
  expect(await browser.store.list()).toEqual([])
})

it('keeps a change whose request timed out four times, with a reason, and sends the next one', async () => {
  network.state = 'cut'
  page.run(changeTask, { task, patch: { notes: 'long' } }, { seen: task.version })
  page.run(changeTask, { task, patch: { title: 'Short' } }, { seen: task.version })
  await waiting(2)
  const [, { key: next }] = page.outbox.state.get().entries as [Waiting, Waiting]
  network.state = 'works'
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const isSlow = init.method === 'PATCH' && new Headers(init.headers).get('idempotency-key') !== next
    return isSlow ? new Response(null, { status: 408 }) : send(path, init)
  })
  for (let tries = 1; tries <= 4; tries++) await page.outbox.retry()
  await waiting(0)
  const reason = 'Sending this change timed out 4 times. Try again on a better connection.'
  expect(page.rejected).toMatchObject([{ input: { patch: { notes: 'long' } }, rejection: { reason } }])
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Short' })
  vi.stubGlobal('fetch', send)
  await page.outbox.resend(page.rejected[0]?.seq ?? 0)
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Short', notes: 'long' })
})

it('leaves a change that it doesn’t know to the newer page that made it, while that page is open', async () => {
  const newer = await browser.openPage([task])
  network.state = 'cut'
  newer.run(changeTask, { task, patch: { title: 'New' } })
  await waiting(1)
  const [stored] = await browser.store.list()
  await browser.store.change(stored?.seq ?? 0, { name: 'task.ofNextVersion' })
  network.state = 'works'
  await page.outbox.retry()
  expect(await browser.store.list()).toMatchObject([{ state: 'waiting', triedAt: stored?.triedAt }])
  newer.close()
  await page.outbox.retry()
  expect(await browser.store.list()).toMatchObject([{ state: 'rejected' }])
})
