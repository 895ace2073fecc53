import { writeFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { dropFiles, fileButton, fileRow, storedFiles, testFile } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, countInOutbox, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { untilDraggable } from '../support/drag.ts'
import { addTask, openAdd, openDetails, openEdit } from '../support/task-forms.ts'

/** How long a page may take to notice that the connection broke or is back, in ms. */
const NOTICED = { timeout: 20_000 }
/** The file takes more than one packet, so that the connection can break in the middle of the file. */
const PLAN_BYTES = 300_000

test.use({ overLine: true, serviceWorkers: 'allow', expectedConsoleErrors: /net::ERR_|status of 4/ })

const line = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)
const offline = (page: Page) => line(page, /You’re offline/)

/** Opens the board and waits until the page works offline. */
async function openInstalled(page: Page): Promise<void> {
  // Another window can read the stream for this one, which then cancels its request before the response.
  const follows = page.waitForRequest(/\/api\/events/)
  await page.goto('/')
  await follows
  const isInstalled = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const build = document.querySelector<HTMLMetaElement>('meta[name="tenfold-build"]')?.content
      return Boolean(localStorage.getItem('tenfold:kept')) && (await caches.has(`tenfold-files ${build}`))
    })
  await expect.poll(isInstalled, NOTICED).toBe(true)
}

/** Adds another account's waiting upload that uses up the 100 MB limit. Stores only its size, not its bytes. */
function fillRoom(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tenfold-outbox')
        opening.addEventListener('success', () => {
          const adding = opening.result.transaction('calls', 'readwrite')
          adding.objectStore('calls').add({
            userId: 'another',
            name: 'attachment.add',
            input: { size: 100 * 2 ** 20 },
            state: 'waiting',
          })
          adding.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
  )
}

async function openList(page: Page): Promise<Locator> {
  await page.getByRole('status').getByRole('button', { name: 'Show', exact: true }).click()
  return page.getByRole('dialog', { name: 'Waiting to be sent' })
}

test('keeps files added offline across reloads and a lost response, and uploads each once', async ({
  page,
  context,
  server,
  line: cable,
}, testInfo) => {
  const [planning, payroll] = await openBoard(page, [
    { title: 'Weekly planning', priority: 3 },
    { title: 'Payroll', priority: 4 },
  ])
  const plan = testFile('plan.bin', PLAN_BYTES)
  await page.request.put(attachmentPath(planning?.id ?? 0, 'old.txt'), { data: 'old' })
  await openInstalled(page)
  const other = await context.newPage()
  await openInstalled(other)
  await untilDraggable(page)
  cable?.cut()
  await expect(offline(page)).toBeVisible(NOTICED)
  await expect(offline(other)).toBeVisible(NOTICED)

  // Adds files in the edit form, on a card, and in the form for a new task.
  const form = await openEdit(page, 'Weekly planning')
  await expect(form.getByText('this browser can hold up to 100 MB of files')).toBeVisible()
  await fileButton(form).setInputFiles([plan, testFile('typo.txt', 'wrong')])
  await expect(fileRow(form, 'plan.bin')).toContainText('Waiting to be sent')
  await form.getByRole('button', { name: 'Cancel upload of typo.txt' }).click()
  await expect(fileRow(form, 'typo.txt')).toHaveCount(0)
  await form.getByRole('button', { name: 'Remove old.txt' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await expect(line(page, 'You’re offline. 2 changes are waiting.')).toBeVisible()
  const pay = testInfo.outputPath('pay.txt')
  writeFileSync(pay, 'pay')
  await dropFiles(page, card(page, 'Payroll'), [pay])
  await expect(line(page, 'You’re offline. 3 changes are waiting.')).toBeVisible()
  const add = await openAdd(page)
  await fileButton(add).setInputFiles([testFile('badges.csv', 'Ada'), testFile('draft.csv', 'Eve')])
  await addTask(add, 'Order badges')
  await expect(line(page, 'You’re offline. 6 changes are waiting.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  const list = await openList(page)
  await expect(list.getByRole('listitem').filter({ hasText: 'badges.csv' })).toContainText(
    'Attach to Order badges, 3 bytes',
  )
  const draft = list.getByRole('listitem').filter({ hasText: 'draft.csv' })
  await draft.getByRole('button', { name: 'Discard: draft.csv' }).click()
  await draft.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Remove draft.csv' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => countInOutbox(page, 'files')).toBe(3)

  await page.reload()
  await expect(line(page, 'You’re offline. 6 changes are waiting.')).toBeVisible(NOTICED)
  const details = await openDetails(page, 'Order badges')
  await expect(details.getByRole('listitem').filter({ hasText: 'badges.csv' })).toContainText(
    'Waiting to be sent',
  )
  await expect(details.getByText('draft.csv')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The server stores the file, and its response is lost.
  const filesOf = async (task?: Pick<Task, 'id'>) => {
    const response = await page.request.get(server.url + attachmentPath(task?.id ?? 0))
    return ((await response.json()) as { name: string; size: number }[]).map(({ name, size }) => [name, size])
  }
  cable?.loseAnswerTo('attachments/plan.bin', true)
  cable?.pass()
  await expect.poll(() => filesOf(planning), NOTICED).toContainEqual(['plan.bin', PLAN_BYTES])
  await expect(offline(other)).toBeVisible(NOTICED)
  await expect.poll(() => countInOutbox(other, 'files')).toBe(3)

  cable?.pass()
  await expect.poll(() => countInOutbox(page, 'files'), NOTICED).toBe(0)
  await expect(line(page, /waiting|Sending/)).toHaveCount(0)
  await expect(line(other, /waiting|Sending/)).toHaveCount(0)
  const stored = (await (await page.request.get('/api/tasks')).json()) as Task[]
  const badges = stored.find(({ title }) => title === 'Order badges')
  expect(stored.filter(({ title }) => title === 'Order badges')).toHaveLength(1)
  await expect.poll(() => filesOf(planning)).toEqual([['plan.bin', PLAN_BYTES]])
  await expect.poll(() => filesOf(payroll)).toEqual([['pay.txt', 3]])
  await expect.poll(() => filesOf(badges)).toEqual([['badges.csv', 3]])
  expect(badges?.attachments).toEqual(['badges.csv'])
  const bytes = await (await page.request.get(attachmentPath(planning?.id ?? 0, 'plan.bin'))).body()
  expect(bytes.equals(plan.buffer)).toBe(true)
})

test('keeps a rejected or lost file with the reason, and removes kept files on sign-out', async ({
  page,
  server,
  line: cable,
}) => {
  const [planning, payroll, filter] = await openBoard(page, [
    { title: 'Weekly planning', priority: 3 },
    { title: 'Payroll', priority: 4 },
    { title: 'Water filter', priority: 5 },
  ])
  await openInstalled(page)
  cable?.cut()
  await expect(offline(page)).toBeVisible(NOTICED)
  for (const title of ['Water filter', 'Weekly planning', 'Payroll']) {
    const form = await openEdit(page, title)
    await fileButton(form).setInputFiles(testFile('plan.txt', title))
    await expect(fileRow(form, 'plan.txt')).toContainText('Waiting to be sent')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
  const filled = await openEdit(page, 'Payroll')
  await fillRoom(page)
  await fileButton(filled).setInputFiles(testFile('late.txt', 'late'))
  await expect(fileRow(filled, 'late.txt')).toContainText('this browser can hold up to 100 MB of files.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('late.txt')
  await page.request.delete(`${server.url}/api/tasks/${planning?.id}`)
  // A file that never arrives doesn't hold up the others.
  await page.route(attachmentPath(filter?.id ?? 0, 'plan.txt'), (route) => route.abort('connectionreset'))
  cable?.pass()
  await expect(line(page, '2 changes were not saved.')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  await expect
    .poll(() => storedFiles(page, payroll?.id ?? 0))
    .toEqual([
      ['plan.txt', 7],
      ['late.txt', 4],
    ])
  const list = await openList(page)
  await expect(list.getByRole('listitem')).toContainText([
    'The connection was lost 4 times. Try again on a better connection.',
    'The task no longer exists.',
  ])
  await page.unroute(attachmentPath(filter?.id ?? 0, 'plan.txt'))
  const lost = list.getByRole('listitem').filter({ hasText: 'Attach to Water filter' })
  await lost.getByRole('button', { name: 'Try again: plan.txt' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toBeFocused()
  await expect.poll(() => storedFiles(page, filter?.id ?? 0)).toEqual([['plan.txt', 12]])
  await page.keyboard.press('Escape')
  await expect.poll(() => countInOutbox(page, 'files')).toBe(1)

  await page.getByRole('link', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  await expect.poll(() => countInOutbox(page, 'files')).toBe(0)
})
