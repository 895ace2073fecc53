import type { Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { card, changeElsewhere, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { clockOf, pill, startWork } from '../support/clock-page.ts'
import { holdResponse } from '../support/hold-response.ts'

const TITLE = 'Redline the contract'

let task: Task
let connected: Promise<unknown>
test.beforeEach(async ({ page }) => {
  connected = page.waitForResponse('**/api/events*')
  const [seeded] = await openBoard(page, [{ title: TITLE, priority: 1, elapsedTime: 600, progress: 95 }])
  if (!seeded) throw new Error('The task was not made.')
  task = seeded
})

const stored = async (page: Page) => (await storedTasks(page)).find(({ id }) => id === task.id)

/** Runs the task's timer for at least two seconds. */
const work = async (page: Page) => {
  await startWork(page, TITLE)
  await expect(pill(page).getByText(/:0[2-9]$|:[1-5]\d$/)).toBeVisible()
}
const logged = (page: Page) => expect.poll(async () => (await stored(page))?.elapsedTime)

test.describe('a task with a running timer', () => {
  test('saves the time in the same write when it is completed in its form', async ({ page }) => {
    await work(page)
    await card(page, 'Redline the contract').focus()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Redline the lease')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(pill(page)).toHaveCount(0)
    expect(await stored(page)).toMatchObject({
      completed: true,
      version: 2,
      progress: 95,
    })
    expect((await stored(page))?.elapsedTime).toBeGreaterThanOrEqual(602)
  })

  test('saves the time once when it is completed on another device, even with a second tab open', async ({
    page,
    context,
  }) => {
    await work(page)
    const other = await context.newPage()
    await other.goto('/')
    await expect(pill(other)).toBeVisible()
    await connected
    await changeElsewhere(page, task, { completed: true })
    // Either tab may save the time and show the message.
    const texts = [page, other].map((tab) => tab.getByText(/^Logged \d+s for “Redline the contract”\.$/))
    await expect
      .poll(async () => (await Promise.all(texts.map((text) => text.count()))).some((count) => count > 0))
      .toBe(true)
    await expect(pill(page)).toHaveCount(0)
    await expect(pill(other)).toHaveCount(0)
    await logged(page).toBeGreaterThanOrEqual(602)
    await logged(page).toBeLessThan(690)
    expect(await stored(page)).toMatchObject({ completed: true, progress: 95 })
  })

  test('saves the time when the page opens if it was completed on another device while the page was closed', async ({
    page,
  }) => {
    await work(page)
    await page.goto('about:blank')
    await changeElsewhere(page, task, { completed: true })
    await page.goto('/')
    await logged(page).toBeGreaterThanOrEqual(602)
    await logged(page).toBeLessThan(690)
    await expect(pill(page)).toHaveCount(0)
  })

  test.describe('deleted on another device', () => {
    test.use({ expectedConsoleErrors: /status of 404/ })

    test('pauses the timer with a message, and returns with the timer when it is restored', async ({
      page,
    }) => {
      await work(page)
      await connected
      await page.request.delete(`/api/tasks/${task.id}`)
      await expect(
        page.getByText(
          '“Redline the contract” was deleted elsewhere. If you restore it, its unsaved time will still be there.',
          { exact: true },
        ),
      ).toBeVisible()
      await page.request.post(`/api/tasks/${task.id}/restore`)
      await expect(clockOf(page, 'Paused')).toHaveText(/^0?0:00:\d\d$/)
    })
  })
})

test('asks about the time away even if the completed tasks take long to load', async ({ page, context }) => {
  await connected
  await context.clock.install()
  await work(page)
  await context.clock.runFor(10 * 60_000)
  // Without the cached list, the completed tasks load after the open ones.
  await page.evaluate(() => localStorage.removeItem('tenfold:kept'))
  await page.goto('about:blank')
  await changeElsewhere(page, task, { completed: true })
  await context.clock.fastForward(20 * 60_000)
  const letCome = await holdResponse(page, '**/api/tasks?completed=true')
  await page.goto('/')
  await expect(page.getByRole('tab', { name: 'Priority View' })).toBeVisible()
  await context.clock.runFor(15_000)
  letCome()
  await expect(page.getByRole('alertdialog', { name: 'Were you still working?' })).toBeVisible()
})
