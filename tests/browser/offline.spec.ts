import type { Locator, Page } from '@playwright/test'

import { card, openBoard, seedTasks, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, newPerson, register, signIn, signOut, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { openCanvas, saveButton, textOf } from '../support/canvas.ts'
import { storedNames } from '../support/offline-kinds.ts'
import { openEdit } from '../support/task-forms.ts'
import { addTask, makeTemplates, openTemplates } from '../support/template-page.ts'

const SEEDS = [
  { title: 'Water filter' },
  { title: 'Payroll', priority: 4 as const },
  { title: 'Weekly planning', priority: 3 as const },
]

/** How long a page may take to notice that the connection broke or is back, in ms. */
const NOTICED = { timeout: 20_000 }

test.use({ overLine: true, expectedConsoleErrors: /net::ERR_|status of 4/ })

const line = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)
const mark = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: card(page, title) })
    .getByText('Waiting to be sent')

/** Opens the board, and waits until the page receives live changes and has loaded the parts that the stories use. */
async function openReady(page: Page): Promise<void> {
  const follows = page.waitForResponse(/\/api\/events/)
  await page.goto('/')
  await follows
  const dialog = await openEdit(page, 'Weekly planning')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.keyboard.press('Escape')
}

async function addLine(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await field.fill(title)
  await field.press('Enter')
  await expect(mark(page, title)).toBeVisible()
  await page.keyboard.press('Escape')
}

async function retitle(page: Page, title: string, to: string): Promise<void> {
  const dialog = await openEdit(page, title)
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(to)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(mark(page, to)).toBeVisible()
}

async function openList(page: Page): Promise<Locator> {
  await page.getByRole('status').getByRole('button', { name: 'Show', exact: true }).click()
  return page.getByRole('dialog', { name: 'Waiting to be sent' })
}

const version = (page: Page, name: 'Saved version' | 'Your edits') =>
  page.getByRole('dialog', { name: 'Two versions of this task' }).getByRole('radio', { name })

test('keeps changes made offline, marks them, and sends them in order', async ({ page, line: cable }) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  cable?.cut()
  await expect(line(page, 'You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)

  await page.getByRole('button', { name: 'Complete Payroll' }).click()
  await expect(card(page, 'Payroll')).toHaveCount(0)
  await expect(line(page, 'You’re offline. 1 change is waiting.')).toBeVisible()
  const dialog = await openEdit(page, 'Water filter')
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filters')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(mark(page, 'Water filters')).toBeVisible()
  await addLine(page, 'Order badges')

  await line(page, 'You’re offline. 3 changes are waiting.').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await expect(list.getByRole('listitem')).toContainText(['Payroll', 'Water filters', 'Order badges'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeFocused()

  cable?.pass()
  // The message is visible for two seconds.
  await line(page, 'All changes are saved.').waitFor(NOTICED)
  await expect(page.getByRole('button', { name: 'Focus Mode', exact: true })).toBeFocused()
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(titlesAt(page, 3)).toHaveText(['Weekly planning', 'Order badges'])
  await expect
    .poll(() => storedTasks(page))
    .toMatchObject([
      { title: 'Weekly planning', version: 1 },
      { title: 'Order badges', version: 1 },
      { title: 'Payroll', completed: true, version: 2 },
      { title: 'Water filters', version: 2 },
    ])
})

test('doesn’t say that changes are saved after the last one was discarded', async ({ page, line: cable }) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await page.getByRole('button', { name: 'Complete Payroll' }).click()
  const list = await openList(page)
  await list.getByRole('button', { name: 'Discard: Payroll' }).click()
  await list.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(card(page, 'Payroll')).toBeVisible()
  cable?.pass()
  await expect(line(page, /You’re offline/)).toBeHidden(NOTICED)
  expect(await page.getByRole('status').getByText('saved').count()).toBe(0)
})

test('says that changes are saved even if the live connection returns only after they are sent', async ({
  page,
  line: cable,
}) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  await page.route('**/api/events*', (route) => route.abort())
  cable?.cut()
  await expect(line(page, 'You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await page.getByRole('button', { name: 'Complete Payroll' }).click()
  await expect(line(page, 'You’re offline. 1 change is waiting.')).toBeVisible()
  cable?.pass()
  await expect(line(page, 'You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  // Wait until the line would no longer show its message.
  await page.waitForTimeout(2500)
  await page.unroute('**/api/events*')
  // The message is visible for two seconds.
  await line(page, 'All changes are saved.').waitFor(NOTICED)
})

test('shows both versions of a task that changed elsewhere, and restores one that was deleted', async ({
  page,
  browser,
  server,
  line: cable,
}) => {
  const [water, payroll] = await openBoard(page, SEEDS)
  await openReady(page)
  const away = await anotherBrowser(browser, page, server.url)
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await retitle(page, 'Payroll', 'Payroll for May')
  await retitle(page, 'Water filter', 'Water filters')
  await retitle(page, 'Water filters', 'Two water filters')
  await away.request.patch(`/api/tasks/${water?.id}`, { data: { title: 'A water filter' } })
  await away.request.delete(`/api/tasks/${payroll?.id}`)
  cable?.pass()
  // Browsers fire this event when a cable is plugged in. The event triggers the next retry early.
  await page.evaluate(() => dispatchEvent(new Event('online')))

  await test.step('the notice opens both versions, and Cancel keeps them', async () => {
    await expect(line(page, '3 changes were not saved.')).toBeVisible(NOTICED)
    await expect(card(page, 'A water filter')).toBeVisible()
    await page.getByRole('button', { name: 'Show both versions', exact: true }).click()
    await expect(version(page, 'Your edits')).toHaveText(/Two water filters/)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(line(page, '3 changes were not saved.')).toBeVisible()
  })
  await test.step('a choice in the list is sent, followed by the later change to the task', async () => {
    const list = await openList(page)
    await list.getByRole('button', { name: 'Show both versions: Water filters' }).click()
    await expect(version(page, 'Saved version')).toHaveText(/A water filter/)
    await expect(version(page, 'Your edits')).toBeChecked()
    await page.getByRole('button', { name: 'Save choices' }).click()
    await expect(line(page, '1 change was not saved.')).toBeVisible(NOTICED)
    await expect(card(page, 'Two water filters')).toBeVisible()
  })
  await test.step('a deleted task is restored with the change', async () => {
    const list = await openList(page)
    await expect(list).toContainText('This task was deleted on another device.')
    await list.getByRole('button', { name: 'Restore with your edits: Payroll for May' }).click()
    await expect(card(page, 'Payroll for May')).toBeVisible(NOTICED)
    await expect(line(page, /not saved/)).toHaveCount(0)
  })
  await expect
    .poll(async () => (await storedTasks(page)).map(({ title }) => title).toSorted())
    .toEqual(['Payroll for May', 'Two water filters', 'Weekly planning'])
  await away.close()
})

test('changes from two tabs survive a crash, and another tab sends them only once', async ({
  page,
  context,
  line: cable,
}) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  const other = await context.newPage()
  const follows = other.waitForRequest(/\/api\/events/)
  await other.goto('/')
  await follows
  const ready = await openEdit(other, 'Payroll')
  await other.keyboard.press('Escape')
  await expect(ready).toBeHidden()
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await expect(line(other, /You’re offline/)).toBeVisible(NOTICED)

  await addLine(page, 'Order badges')
  await expect(mark(other, 'Order badges')).toBeVisible()
  // The other tab changes a task that the first has created but not yet sent.
  const dialog = await openEdit(other, 'Order badges')
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Order forty badges')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(mark(page, 'Order forty badges')).toBeVisible()
  await page.close({ runBeforeUnload: false })

  cable?.pass()
  await expect(other.getByText('Waiting to be sent')).toHaveCount(0, NOTICED)
  await expect(titlesAt(other, 3)).toHaveText(['Weekly planning', 'Order forty badges'])
  const badges = async () => (await storedTasks(other)).filter(({ title }) => title.includes('badges'))
  await expect.poll(badges).toMatchObject([{ title: 'Order forty badges', version: 2 }])
})

test('forms open on a task created offline keep typed text when the task gets its id', async ({
  page,
  context,
  line: cable,
}) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  const other = await context.newPage()
  const follows = other.waitForRequest(/\/api\/events/)
  await other.goto('/')
  await follows
  const ready = await openCanvas(other, 'Payroll')
  await other.keyboard.press('Escape')
  await expect(ready).toBeHidden()
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await expect(line(other, /You’re offline/)).toBeVisible(NOTICED)
  await addLine(page, 'Order badges')
  const form = await openEdit(page, 'Order badges')
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Order forty badges')
  await expect(page).toHaveURL(/edit=-/)
  const address = page.url()
  const canvas = await openCanvas(other, 'Order badges')
  await textOf(canvas, 'Notes').fill('Ask Ada for the names.')

  cable?.pass()
  await expect(page).toHaveURL(/edit=\d/, NOTICED)
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Order forty badges')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await expect(card(other, 'Order badges')).toHaveCount(0)
  await expect(textOf(other.getByRole('dialog'), 'Notes')).toHaveValue('Ask Ada for the names.')
  await saveButton(other.getByRole('dialog')).click()
  await expect(other.getByRole('dialog')).toBeHidden()
  const badges = async () => (await storedTasks(page)).filter(({ title }) => title.includes('badges'))
  await expect.poll(badges).toMatchObject([{ title: 'Order forty badges', notes: 'Ask Ada for the names.' }])
  await page.goto(address)
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Order forty badges')
})

test('unsent changes stay when signing out, and are sent after signing in again', async ({
  page,
  line: cable,
}) => {
  const person = newPerson()
  await register(page, person)
  await seedTasks(page, [{ title: 'Weekly planning', priority: 3 }])
  await openReady(page)
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await addLine(page, 'Order badges')
  await page.getByRole('link', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out with unsent changes?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(mark(page, 'Order badges')).toBeVisible()

  // Only signing in and out works, so that the change still waits.
  await page.route(/\/api\/(tasks$|auth\/user|events)/, (route) => route.abort())
  cable?.pass()
  await page.getByRole('link', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Keep and sign out' }).click()
  await expect(line(page, 'You’re signed out. 1 change is waiting.')).toBeVisible()
  const stranger = newPerson('Ada')
  await page.unroute(/\/api\/(tasks$|auth\/user|events)/)
  await register(page, stranger)
  const others = line(page, /1 change is waiting for another account/)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => others.evaluate((text) => text.scrollHeight === text.clientHeight)).toBe(true)
  await expect.poll(() => others.evaluate((text) => text.scrollWidth === text.clientWidth)).toBe(true)
  await expect(card(page, 'Order badges')).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await signOut(page)

  await signIn(page, person)
  await expect
    .poll(async () => (await storedTasks(page)).map(({ title }) => title))
    .toEqual(['Weekly planning', 'Order badges'])
  await expect(card(page, 'Order badges')).toHaveCount(1)
  // Until the page has the server's response, it asks before signing out.
  await expect.poll(() => storedNames(page)).toEqual([])
  await signOut(page)
  await expect(line(page, /You’re signed out\./)).toBeHidden()
})

test('a sign-out that is canceled while changes are sent keeps the user signed in', async ({
  page,
  line: cable,
}) => {
  await openBoard(page, SEEDS)
  await openReady(page)
  cable?.cut()
  await expect(line(page, /You’re offline/)).toBeVisible(NOTICED)
  await addLine(page, 'Order badges')
  const { promise: maySend, resolve: send } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks$/, async (route) => {
    await maySend
    await route.continue()
  })
  await page.getByRole('link', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out with unsent changes?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const held = page.waitForRequest(/\/api\/tasks$/, NOTICED)
  cable?.pass()
  await held
  await question.getByRole('button', { name: 'Send now' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  send()
  // The page would sign out before the message disappears.
  await expect(line(page, 'All changes are saved.')).toBeVisible(NOTICED)
  await expect(line(page, 'All changes are saved.')).toBeHidden()
  await expect(card(page, 'Order badges')).toBeVisible()
  await expect.poll(async () => (await storedTasks(page)).length).toBe(SEEDS.length + 1)
})

test('keeps showing a waiting template after the server rejects it', async ({ page, line: cable }) => {
  await openBoard(page, SEEDS)
  await makeTemplates(page, [{ name: 'Old plan' }])
  await openReady(page)
  const dialog = await openTemplates(page)
  await expect(dialog.getByRole('button', { name: 'Use Old plan' })).toBeVisible()
  cable?.cut()
  await expect(page.getByText('You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('New plan')
  await addTask(dialog, 'Dig the beds')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await dialog.getByRole('button', { name: 'Preview New plan' }).click()
  const preview = page.getByRole('dialog', { name: 'New plan' })
  await expect(preview.getByText('Dig the beds')).toBeVisible()
  const rejection = { status: 400, json: { code: 'invalid', message: 'The request is invalid.' } }
  await page.route('**/api/templates', (route) =>
    route.request().method() === 'POST' ? route.fulfill(rejection) : route.continue(),
  )
  cable?.pass()
  await expect(page.getByText(/\d changes? (was|were) not saved\./).first()).toBeVisible(NOTICED)
  await expect(preview.getByText('Dig the beds')).toBeVisible()
})

test('sends a date change that an earlier version stored', async ({ page }) => {
  const [task] = await openBoard(page, [{ title: 'Water filter' }])
  const { id: userId } = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
  // A document of the same origin that doesn't open the database.
  await page.goto('/licenses.txt')
  await page.evaluate(storeEarlierCall, {
    userId,
    name: 'task.changeDates',
    input: { moves: [{ task, dates: { dueDate: '2027-03-04' } }] },
    key: 'an-earlier-version',
    seen: null,
    present: { now: new Date().toISOString(), zone: 'UTC' },
    page: 'closed',
    state: 'waiting',
    triedAt: null,
    rejection: null,
  })
  await page.goto('/')
  await expect.poll(async () => (await storedTasks(page))[0]?.dueDate).toBe('2027-03-04')
  // The page removes the change only when the response has arrived.
  await expect.poll(() => storedNames(page)).toEqual([])
})

/** Replaces the outbox with one of version 2 that contains a call. Runs in the page. */
async function storeEarlierCall(call: object): Promise<void> {
  indexedDB.deleteDatabase('tenfold-outbox')
  const opening = indexedDB.open('tenfold-outbox', 2)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('calls', { keyPath: 'seq', autoIncrement: true }).add(call)
    opening.result.createObjectStore('files')
  })
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  opening.result.close()
}
