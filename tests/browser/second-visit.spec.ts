import type { Page, Request } from '@playwright/test'

import { deafen, openBoard, registerByApi, seedTasks, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { readRecord, untilKept } from '../support/cached-tasks.ts'
import { openEdit } from '../support/task-forms.ts'

const title = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Returns the number of cached tasks of all users. */
function countRows(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('tenfold')) return 0
    const rows = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('tenfold')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error))
    })
    let count = 0
    for (const store of ['open', 'done']) {
      const asking = rows.transaction(store).objectStore(store).count()
      count += await new Promise<number>((resolve) => {
        asking.addEventListener('success', () => resolve(asking.result))
      })
    }
    rows.close()
    return count
  })
}

/** Holds the responses with changed tasks until the returned function is called. */
async function holdChanges(page: Page): Promise<() => void> {
  await deafen(page)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?since/, async (route) => {
    const response = await route.fetch()
    await isAnswered
    await route.fulfill({ response })
  })
  return answer
}

const readsChanges = (request: Request) => request.url().includes('/api/tasks?since')

/** Runs `check` once the page has rendered the server's response. */
async function expectAfterAnswer(page: Page, answer: () => void, check: () => Promise<void>): Promise<void> {
  // Chromium can report a request as failed although the page has read all of its response as a stream.
  const isRead = Promise.race([
    page.waitForEvent('requestfinished', readsChanges),
    page.waitForEvent('requestfailed', readsChanges),
  ])
  answer()
  await isRead
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await check()
}

/** Holds the completed tasks, which a first visit requests after the board, until the returned function is called. */
async function holdCompleted(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?completed=true/, async (route) => {
    await mayCome
    await route.continue()
  })
  return letCome
}

test.describe('the first visit', () => {
  test('shows the open tasks before the completed ones arrive, and caches both', async ({ page }) => {
    await registerByApi(page)
    const [done] = await seedTasks(page, [{ title: 'Done long ago' }, { title: 'Still to do' }])
    await page.request.patch(`/api/tasks/${done?.id}`, { data: { completed: true } })
    const letCome = await holdCompleted(page)
    await page.goto('/')
    await expect(title(page, 'Still to do')).toBeVisible()
    await title(page, 'Still to do').click()
    await expect(page.getByRole('dialog', { name: 'Still to do' })).toBeVisible()
    expect(await readRecord(page)).toBeNull()
    letCome()
    await untilKept(page)
    await expect.poll(() => countRows(page)).toBe(2)
  })

  test('shows tasks completed and reopened while the completed tasks were loading', async ({ page }) => {
    await deafen(page)
    await registerByApi(page)
    const seeds = ['Reopened', 'Completed', 'Left alone', 'Deleted']
    const [reopened, completed, , deleted] = await seedTasks(
      page,
      seeds.map((seed) => ({ title: seed })),
    )
    await page.request.patch(`/api/tasks/${reopened?.id}`, { data: { completed: true } })
    const letCome = await holdCompleted(page)
    await page.goto('/')
    await expect(page.getByText('3 open')).toBeVisible()
    await page.request.patch(`/api/tasks/${reopened?.id}`, { data: { completed: false } })
    await page.request.patch(`/api/tasks/${completed?.id}`, { data: { completed: true } })
    await page.request.delete(`/api/tasks/${deleted?.id}`)
    letCome()
    await expect(title(page, 'Reopened')).toBeVisible()
    await expect(title(page, 'Completed')).toBeHidden()
    await expect(title(page, 'Deleted')).toBeHidden()
    await expect(title(page, 'Left alone')).toBeVisible()
    await untilKept(page)
    await expect.poll(() => countRows(page)).toBe(3)
  })

  test.describe('to a server that fails', () => {
    test.use({ expectedConsoleErrors: /status of 500/ })

    test('reports the error and loads the tasks on request', async ({ page }) => {
      await registerByApi(page)
      await seedTasks(page, [{ title: 'Still to do' }])
      const tasks = /\/api\/tasks(\?|$)/
      const json = { code: 'internal', message: 'Something went wrong on the server. Try again in a moment.' }
      await page.route(tasks, (route) => route.fulfill({ status: 500, json }))
      await page.goto('/')
      await expect(page.getByText('Couldn’t load your tasks.')).toBeVisible()
      await page.unroute(tasks)
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(title(page, 'Still to do')).toBeVisible()
      await expect(page.getByRole('main')).toBeFocused()
    })
  })

  test.describe('with a broken connection', () => {
    test.use({ expectedConsoleErrors: /ERR_CONNECTION_RESET/ })

    test('retries the completed tasks until they arrive, and caches no partial list', async ({ page }) => {
      await registerByApi(page)
      const [done] = await seedTasks(page, [{ title: 'Done long ago' }, { title: 'Still to do' }])
      await page.request.patch(`/api/tasks/${done?.id}`, { data: { completed: true } })
      const completed = /\/api\/tasks\?completed=true/
      const cut = page.waitForRequest(completed)
      await page.route(completed, (route) => route.abort('connectionreset'))
      await page.goto('/')
      await expect(title(page, 'Still to do')).toBeVisible()
      await cut
      await page.unroute(completed)
      await page.request.post('/api/tasks', { data: { title: 'Added elsewhere' } })
      await expect(title(page, 'Added elsewhere')).toBeVisible()
      await untilKept(page)
      await expect.poll(() => countRows(page)).toBe(3)
    })
  })
})

test('the second visit shows the board before any response, then the changes', async ({ page }) => {
  await openBoard(page, [{ title: 'Kept here' }, { title: 'Done elsewhere' }])
  await untilKept(page)
  await page.goto('about:blank')
  const second = (await storedTasks(page)).find((task) => task.title === 'Done elsewhere')
  await page.request.patch(`/api/tasks/${second?.id}`, { data: { completed: true } })
  await seedTasks(page, [{ title: 'New elsewhere' }])
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/\/api\/tasks(\?|$)/, async (route) => {
    asked.push(new URL(route.request().url()).search)
    await isAnswered
    await route.continue()
  })
  await page.goto('/')
  await expect(title(page, 'Kept here')).toBeVisible()
  await expect(title(page, 'Done elsewhere')).toBeVisible()
  await expect(title(page, 'New elsewhere')).toBeHidden()
  await expect.poll(() => asked).toContainEqual(expect.stringMatching(/^\?since=\d+$/))
  expect(asked[0]).toMatch(/^\?since=\d+$/)
  answer()
  await expect(title(page, 'New elsewhere')).toBeVisible()
  await expect(title(page, 'Done elsewhere')).toBeHidden()
  await expect(page.getByText('2 open')).toBeVisible()
})

test('an older list doesn’t undo a change made on the cached board', async ({ page }) => {
  await openBoard(page, [{ title: 'Rename me' }])
  await untilKept(page)
  const answer = await holdChanges(page)
  await page.goto('/')
  const form = await openEdit(page, 'Rename me')
  await form.getByLabel('Title').fill('Renamed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(title(page, 'Renamed')).toBeVisible()
  await expect.poll(async () => (await storedTasks(page))[0]?.title).toBe('Renamed')
  await expectAfterAnswer(page, answer, async () => expect(title(page, 'Renamed')).toBeVisible())
})

test('tasks added to or deleted from the cached board stay that way when the list arrives', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Delete me' }, { title: 'Keep me' }])
  await untilKept(page)
  const answer = await holdChanges(page)
  await page.goto('/')
  const form = await openEdit(page, 'Delete me')
  page.once('dialog', (question) => void question.accept())
  await form.getByRole('button', { name: 'Delete Task' }).click()
  await expect(form).toBeHidden()
  await expect(title(page, 'Delete me')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add New Task' })
  await adding.getByRole('textbox', { name: 'Task Title' }).fill('Added meanwhile')
  await adding.getByRole('button', { name: 'Add Task' }).click()
  await expect(title(page, 'Added meanwhile')).toBeVisible()
  await expectAfterAnswer(page, answer, async () => {
    await expect(title(page, 'Added meanwhile')).toBeVisible()
    await expect(title(page, 'Delete me')).toHaveCount(0)
    await expect(title(page, 'Keep me')).toBeVisible()
  })
})

test('leaves a complete board in the cache if one of the two pages that write it closes', async ({
  page,
  context,
}) => {
  // The first page writes its record only after the second has started writing.
  await page.addInitScript(() => {
    const setItem = Reflect.get(Storage.prototype, 'setItem')
    Storage.prototype.setItem = function (...item) {
      const set = () => Reflect.apply(setItem, this, item)
      if (item[0] === 'tenfold:kept') Reflect.set(window, 'tell', set)
      else set()
    }
  })
  await openBoard(page, [{ title: 'Still to do' }])
  await page.waitForFunction(() => Reflect.has(window, 'tell'))
  const second = await context.newPage()
  // The second page has started a new cache and writes nothing more.
  await second.addInitScript(() => {
    const make = Reflect.get(IDBDatabase.prototype, 'transaction')
    IDBDatabase.prototype.transaction = function (...parameters) {
      if (Reflect.has(window, 'hasBegun')) throw new Error('This page is closed.')
      const transaction: IDBTransaction = Reflect.apply(make, this, parameters)
      if (parameters[1] !== 'readwrite') return transaction
      transaction.addEventListener('complete', () => Reflect.set(window, 'hasBegun', true))
      return transaction
    }
  })
  await second.goto('/')
  await second.waitForFunction(() => Reflect.has(window, 'hasBegun'))
  await second.close()
  await page.evaluate(() => Reflect.get(window, 'tell')())
  expect(await readRecord(page)).not.toBeNull()
  const next = await context.newPage()
  await next.goto('/')
  await expect(title(next, 'Still to do')).toBeVisible()
  await expect(next.getByText('1 open')).toBeVisible()
})

test('signing out deletes the cache', async ({ page }) => {
  await openBoard(page, [{ title: 'Private' }])
  await untilKept(page)
  await expect.poll(() => countRows(page)).toBe(1)
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  expect(await readRecord(page)).toBeNull()
  await expect.poll(() => countRows(page)).toBe(0)
})

test('another user of the browser sees no cached tasks', async ({ page, context }) => {
  await openBoard(page, [{ title: 'Hers alone' }])
  await untilKept(page)
  // The session ended without signing out, and another user signs in.
  await context.clearCookies()
  await registerByApi(page)
  await seedTasks(page, [{ title: 'His own' }])
  const seen: string[] = []
  await page.exposeFunction('noteText', (text: string) => seen.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => Reflect.get(window, 'noteText')(document.body?.textContent ?? '')).observe(
      document,
      { childList: true, subtree: true },
    )
  })
  await page.goto('/')
  await expect(title(page, 'His own')).toBeVisible()
  await untilKept(page)
  expect(seen.some((text) => text.includes('Hers alone'))).toBe(false)
  await expect.poll(() => countRows(page)).toBe(1)
})
