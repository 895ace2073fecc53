import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { User } from '#domain/account/account.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { type Network, restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { type OutboxBrowser, type OutboxPage, createOutboxBrowser } from '#tests/support/outbox-browser.ts'
import { aTask } from '#tests/support/a-task.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { addAttachment } from '../attachments/commands.ts'
import { pageUser } from '../sync/page-user.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'

let app: TestApp
let ada: Client
let bob: Client
let adaId: string
let bobId: string
let browser: OutboxBrowser
let network: Network
/** Called before and after the server reports who is signed in. */
let beforeCheck: () => void
let afterCheck: () => void

const idOf = async (person: Client) => (await person.get('/api/auth/user')).json<User>().id

beforeEach(async () => {
  app = await buildTestApp()
  ada = await signUp(app)
  bob = await signUp(app)
  adaId = await idOf(ada)
  bobId = await idOf(bob)
  // A waiting call names its own user, whatever page sends it.
  pageUser.set(bobId)
  browser = createOutboxBrowser(adaId)
  network = stubNetwork(ada)
  beforeCheck = afterCheck = () => undefined
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/auth/user') return send(path, init)
    beforeCheck()
    const response = await send(path, init)
    afterCheck()
    return response
  })
  vi.stubGlobal('XMLHttpRequest', Upload)
})
afterEach(async () => {
  pageUser.set('')
  browser.close()
  restoreNetwork()
  await app.close()
})

/** Sends an upload to the real server. */
class Upload extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  path = ''
  status = 0
  responseText = ''
  statusText = ''
  open(_method: string, path: string) {
    this.path = path
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  abort() {}
  async send(file: File) {
    const bytes = Buffer.from(await file.arrayBuffer())
    if (network.state !== 'cut') {
      network.requests.push(`PUT ${this.path}`)
      const { statusCode, body } = await network.person.put(this.path, bytes, this.headers)
      this.status = statusCode
      this.responseText = body
    }
    this.dispatchEvent(new Event('loadend'))
  }
}

/** Opens a page with a call that waits and was never sent. */
async function openWithWaiting(): Promise<OutboxPage> {
  const page = await browser.openPage([])
  page.outbox.noteUser('')
  network.state = 'cut'
  page.run(createTask, { title: 'Ada’s' })
  await until(() => expect(page.waiting()).toBe(1))
  return page
}

const titlesOf = async (person: Client) => (await readTasks(person)).map(({ title }) => title)
const lockOf = (page: OutboxPage) => page.outbox.state.get().lock

it.each([
  ['another user signs in', 'other account'],
  ['the session ends', 'signed out'],
] as const)('keeps a call if %s right before it is sent, and sends it once later', async (event, lock) => {
  const page = await openWithWaiting()
  network.state = 'works'
  const visitor = app.visitor
  afterCheck = () => (network.person = event === 'the session ends' ? visitor : bob)
  await page.outbox.retry()
  expect(network.requests).toEqual(['POST /api/tasks'])
  expect(lockOf(page)).toBe(lock)
  expect(page.waiting()).toBe(1)
  expect(await titlesOf(bob)).toEqual([])

  afterCheck = () => undefined
  network.person = ada
  page.outbox.noteUser(adaId)
  await until(() => expect(page.waiting()).toBe(0))
  expect(await titlesOf(ada)).toEqual(['Ada’s'])
  expect(lockOf(page)).toBeNull()
  expect(page.rejected).toEqual([])
})

it('sends no later call as a user who signs in after the first one', async () => {
  const page = await openWithWaiting()
  page.run(createTask, { title: 'Ada’s too' })
  await until(() => expect(page.waiting()).toBe(2))
  network.state = 'works'
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    if (path === '/api/tasks') network.person = bob
    return response
  })
  await page.outbox.retry()
  expect(await titlesOf(ada)).toEqual(['Ada’s'])
  expect(await titlesOf(bob)).toEqual([])
  expect(lockOf(page)).toBe('other account')
  expect(page.waiting()).toBe(1)
})

it('counts a call that got a 401 as never sent, so that undo discards it', async () => {
  const page = await openWithWaiting()
  network.state = 'works'
  afterCheck = () => (network.person = bob)
  await page.outbox.retry()
  expect(network.requests).toEqual(['POST /api/tasks'])
  expect(await page.outbox.undoLatest()).toBe(true)
  expect(await browser.store.list()).toEqual([])
})

it.each([
  ['the connection is lost before the page knows who is signed in', true],
  ['its user is signed in again by then', false],
])('retries a call after a 401 if %s', async (_, isLost) => {
  const page = await openWithWaiting()
  network.state = 'works'
  let checks = 0
  beforeCheck = () => {
    if (++checks !== 2) return
    network.person = ada
    if (isLost) throw new TypeError('the connection was cut')
  }
  afterCheck = () => {
    if (checks === 1) network.person = bob
  }
  await page.outbox.retry()
  expect(checks).toBe(2)
  expect(page.waiting()).toBe(1)
  await until(() => expect(page.waiting()).toBe(0))
  expect(lockOf(page)).toBeNull()
  expect(await titlesOf(ada)).toEqual(['Ada’s'])
  expect(await titlesOf(bob)).toEqual([])
})

/** Opens a page with a file that waits, and returns the attachments' path. */
async function openWithFile(): Promise<{ page: OutboxPage; path: string }> {
  const { id: taskId } = await makeTask(ada)
  const input = { taskId, name: 'plan.pdf', size: 4, isNamed: false }
  const present = { now: new Date().toISOString(), zone: 'UTC' }
  const call = { userId: adaId, name: addAttachment.name, input, key: 'plan', seen: null, present }
  const waiting = { ...call, page: 'closed', state: 'waiting', triedAt: null, rejection: null } as const
  network.state = 'cut'
  await browser.store.addFile(waiting, new TextEncoder().encode('plan').buffer, () => true)
  return { page: await browser.openPage([]), path: `/api/tasks/${taskId}/attachments` }
}

it('keeps a file if another user signs in right before it is sent, and sends it once later', async () => {
  const { page, path } = await openWithFile()
  network.state = 'works'
  afterCheck = () => (network.person = bob)
  await page.outbox.retry()
  expect(network.requests).toEqual([`PUT ${path}/plan.pdf`])
  expect(lockOf(page)).toBe('other account')
  expect(page.outbox.state.get().entries).toMatchObject([{ state: 'waiting', triedAt: null }])

  afterCheck = () => undefined
  network.person = ada
  page.outbox.noteUser(adaId)
  await until(async () => expect(await browser.store.list()).toEqual([]))
  expect((await ada.get(path)).json()).toMatchObject([{ name: 'plan.pdf', size: 4 }])
})

it('sends a file after a long time without a connection', async () => {
  const { page, path } = await openWithFile()
  await vi.advanceTimersByTimeAsync(120_000)
  network.state = 'works'
  await page.outbox.retry()
  expect(page.rejected).toEqual([])
  expect((await ada.get(path)).json()).toMatchObject([{ name: 'plan.pdf', size: 4 }])
})

it('sends a change that has waited for more than a day without a connection', async () => {
  const page = await openWithWaiting()
  page.outbox.noteUser(adaId)
  await vi.advanceTimersByTimeAsync(20_000)
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3_600_000)
  network.state = 'works'
  await page.outbox.retry()
  vi.mocked(Date.now).mockRestore()
  expect(page.rejected).toEqual([])
  expect(await titlesOf(ada)).toEqual(['Ada’s'])
})

it('counts a call of another account as waiting unless an open page is sending it', async () => {
  const page = await openWithWaiting()
  const [own] = await browser.store.list()
  if (!own) throw new Error('Nothing is waiting.')
  await browser.store.add({ ...own, userId: bobId, state: 'sending' })
  await page.outbox.changed()
  expect(page.outbox.state.get().others).toBe(0)
  page.close()
  const next = await browser.openPage([])
  expect(next.outbox.state.get().others).toBe(1)
})

it('discards the calls and files of other accounts, and keeps those of its own', async () => {
  const page = await openWithWaiting()
  const [own] = await browser.store.list()
  if (!own) throw new Error('Nothing is waiting.')
  await browser.store.add({ ...own, userId: bobId })
  await browser.store.addFile(
    { ...own, userId: 'deleted', state: 'rejected' },
    new ArrayBuffer(4),
    () => true,
  )
  await page.outbox.changed()
  expect(page.outbox.state.get()).toMatchObject({ others: 2 })
  const { seq = 0 } = (await browser.store.list()).at(-1) ?? {}
  // This account has since signed in on another page.
  const sent = { ...own, userId: 'signed in', state: 'sending' as const }
  await browser.store.add(sent)
  expect(await browser.store.readFile(seq)).toBeDefined()
  await page.outbox.discardOthers()
  expect(await browser.store.list()).toMatchObject([own, { userId: 'signed in' }])
  expect(await browser.store.readFile(seq)).toBeUndefined()
  expect(page.outbox.state.get()).toMatchObject({ entries: [own], others: 0 })
})

it('returns the time in discarded calls of another account to its timer', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
  const page = await openWithWaiting()
  const [own] = await browser.store.list()
  if (!own) throw new Error('Nothing is waiting.')
  const task = aTask({ id: 7, elapsedTime: 60 })
  const save = { name: changeTask.name, input: { task, patch: { elapsedTime: 2460 } } }
  await browser.store.add({ ...own, ...save, userId: bobId })
  await page.outbox.discardOthers()
  expect(JSON.parse(stored.get(`tenfold:clock:${bobId}`) ?? '')).toMatchObject([
    { taskId: 7, countedMs: 2_400_000 },
  ])
})

it('discards every call of a deleted account, even one that a page is sending', async () => {
  const page = await openWithWaiting()
  const [own] = await browser.store.list()
  if (!own) throw new Error('Nothing is waiting.')
  await browser.store.add({ ...own, state: 'sending' })
  await browser.store.add({ ...own, userId: bobId })
  await page.outbox.discardUser()
  expect(await browser.store.list()).toMatchObject([{ userId: bobId }])
  expect(page.waiting()).toBe(0)
})
