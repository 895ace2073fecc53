import type { BrowserContext, Page } from '@playwright/test'

import type { Task } from '#domain/task.ts'

import { expectAccessible } from '../support/accessibility.ts'
import { changeElsewhere, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const SEEDS = [
  {
    title: 'Redline the contract',
    priority: 1 as const,
    estimatedTime: '1 hour',
    elapsedTime: 600,
    progress: 95,
  },
  { title: 'Water filter' },
]
const MINUTE = 60_000

/** Time also goes by by itself while a story runs, so clocks are read to the minute, and sums to the second. */
const minutes = (count: number) => new RegExp(`0?0:${String(count).padStart(2, '0')}:`)

/** Each tab of a story has a present of its own, which no tabs of a computer have. */
const SOME_MINUTES = /^00:0[2-9]:/

let tasks: Task[]
test.beforeEach(async ({ page, context }) => {
  await context.clock.install({ time: '2026-11-20T10:00:00Z' })
  tasks = await openBoard(page, SEEDS)
})

const contract = (): Task => tasks[0] ?? fail()
const stored = async (page: Page, title: string) =>
  (await storedTasks(page)).find((task) => task.title === title)

/** Starts the clock of a task on its card, and leaves the canvas that opens. */
async function startWork(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: `Start Work on ${title}` })
    .and(page.locator(':visible'))
    .first()
    .click()
  await closeCanvas(page, title)
}

async function closeCanvas(page: Page, title: string): Promise<void> {
  const canvas = page.getByRole('dialog', { name: title, exact: true })
  await expect(canvas).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  // Resting on a card shows its details, which lie over the next one.
  await page.mouse.move(0, 0)
}

/** The clocks that are on the cards. */
const clockOf = (page: Page, state: 'Running' | 'Paused') =>
  page.getByRole('timer', { name: state, exact: true })
/** Pauses the clock on a card and answers its seconds. */
async function pause(page: Page, title: string): Promise<number> {
  await page.getByRole('button', { name: `Pause the clock of ${title}` }).click()
  const [h = 0, m = 0, s = 0] = (await clockOf(page, 'Paused').innerText()).split(':').map(Number)
  return h * 3600 + m * 60 + s
}

const pill = (page: Page) => page.getByRole('region', { name: 'Clock' })
const save = (page: Page, title: string) => page.getByRole('button', { name: `Save the time of ${title}` })

/** The computer sleeps: no timer runs, and then all that are due run once. */
const sleep = (context: BrowserContext, minutes: number) => context.clock.fastForward(minutes * MINUTE)

test('starting work counts on the card, in the header and in the title; pausing stops all of them', async ({
  page,
  context,
}) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(3 * MINUTE)
  await expect(clockOf(page, 'Running')).toHaveText(minutes(3))
  await expect(pill(page)).toContainText(minutes(3))
  await expect(page).toHaveTitle(/^0:03:\d\d Redline the contract · Tenfold$/)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(pill(page)).toContainText('Redline the contract')
  await page.getByRole('tab', { name: 'Priority View' }).click()

  await page.getByRole('button', { name: 'Pause the clock of Redline the contract' }).click()
  const counted = await clockOf(page, 'Paused').innerText()
  await context.clock.runFor(2 * MINUTE)
  await expect(clockOf(page, 'Paused')).toHaveText(counted)
  await expect(page).toHaveTitle('Tenfold')
  await expect(pill(page)).toContainText(counted.slice(1))
  await pill(page).getByRole('button', { name: 'Start the clock' }).click()
  await context.clock.runFor(MINUTE)
  await expect(clockOf(page, 'Running')).toHaveText(minutes(4))
})

test('starting work on another task pauses the first, and nothing of it is lost', async ({
  page,
  context,
}) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(2 * MINUTE)
  await startWork(page, 'Water filter')
  await context.clock.runFor(MINUTE)
  await expect(clockOf(page, 'Paused')).toHaveText(minutes(2))
  await expect(clockOf(page, 'Running')).toHaveText(minutes(1))
  await expect(pill(page)).toContainText('Water filter')
})

test('saving adds the time, and ten percent, and says what was logged', async ({ page, context }) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(3 * MINUTE)
  const seconds = await pause(page, 'Redline the contract')
  await save(page, 'Redline the contract').click()
  await expect(page.getByText('Task saved', { exact: true })).toBeVisible()
  await expect(page.getByText(`Logged 3m ${seconds - 180}s of work time.`, { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  expect(await stored(page, 'Redline the contract')).toMatchObject({
    elapsedTime: 600 + seconds,
    progress: 100,
  })
  await expect(page.getByText(`13m ${seconds - 180}s`)).toBeVisible()
})

test('a clock at nothing has nothing to save', async ({ page, context }) => {
  await context.clock.pauseAt('2026-11-20T12:00:00Z')
  await page.getByRole('button', { name: 'Start Work on Water filter' }).click()
  const canvas = page.getByRole('dialog')
  await canvas.getByRole('button', { name: 'Pause the clock of Water filter' }).click()
  await context.clock.resume()
  await closeCanvas(page, 'Water filter')
  await expect(save(page, 'Water filter')).toBeDisabled()
})

test('the clock is the same after a reload and in another tab; saved in both, it counts once', async ({
  page,
  context,
}) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(2 * MINUTE)
  await page.reload()
  await expect(clockOf(page, 'Running')).toHaveText(SOME_MINUTES)
  const other = await context.newPage()
  await other.goto('/')
  await expect(clockOf(other, 'Running')).toBeVisible()
  await context.clock.runFor(MINUTE)
  await expect(clockOf(other, 'Running')).toHaveText(SOME_MINUTES)

  const seconds = await pause(other, 'Redline the contract')
  await expect(clockOf(page, 'Paused')).toHaveText(await clockOf(other, 'Paused').innerText())
  await Promise.all(
    [page, other].map((tab) =>
      save(tab, 'Redline the contract')
        .click({ timeout: 5000 })
        .catch(() => undefined),
    ),
  )
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(other.getByRole('timer')).toHaveCount(0)
  expect(await stored(page, 'Redline the contract')).toMatchObject({ elapsedTime: 600 + seconds })
})

test.describe('when another device has saved time meanwhile', () => {
  test.use({ expectedConsoleErrors: /status of 412/ })

  test('the time is added to its time', async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const seconds = await pause(page, 'Redline the contract')
    await changeElsewhere(page, contract(), { elapsedTime: 900, notes: 'from elsewhere' })
    await save(page, 'Redline the contract').click()
    await expect(page.getByText(/^Logged 1m \d+s of work time\.$/)).toBeVisible()
    expect(await stored(page, 'Redline the contract')).toMatchObject({
      elapsedTime: 900 + seconds,
      notes: 'from elsewhere',
    })
  })
})

test.describe('when the save does not arrive', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ })

  test('the time stays on the clock, and is added once when it is saved again', async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const seconds = await pause(page, 'Redline the contract')
    await page.route('**/api/tasks/*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await save(page, 'Redline the contract').click()
    // No longer than between its two attempts: what says that they failed is there for some seconds only.
    await context.clock.runFor(1500)
    await expect(page.getByText('Error saving task', { exact: true })).toBeVisible()
    await expect(page.getByText('Could not save your work time.', { exact: true })).toBeVisible()
    await expect(clockOf(page, 'Paused')).toHaveText(minutes(1))

    await page.unroute('**/api/tasks/*')
    await page.reload()
    await save(page, 'Redline the contract').click()
    await expect(page.getByText(/^Logged 1m \d+s of work time\.$/)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    expect(await stored(page, 'Redline the contract')).toMatchObject({ elapsedTime: 600 + seconds })
  })
})

test.describe('after a sleep of more than five minutes', () => {
  test.beforeEach(async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(10 * MINUTE)
    await sleep(context, 110)
    await expect(page.getByRole('alertdialog', { name: 'Were you still working?' })).toBeVisible()
  })

  test('what was counted before it can be kept with it', async ({ page, context }) => {
    await page.getByRole('button', { name: /^Keep 2h/ }).click()
    await context.clock.runFor(MINUTE)
    await expect(clockOf(page, 'Running')).toHaveText(/^02:0/)
  })

  test('it can be trimmed to the last sign of life', async ({ page }) => {
    await page.getByRole('button', { name: /^Trim to (9|10)m/ }).click()
    await expect(clockOf(page, 'Paused')).toHaveText(/^00:(09|10):/)
  })

  test('everything can be dropped', async ({ page }) => {
    await page.getByRole('button', { name: 'Drop it all' }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
    expect(await stored(page, 'Redline the contract')).toMatchObject({ elapsedTime: 600 })
  })

  test('Escape keeps what was counted before it', async ({ page }) => {
    await page.keyboard.press('Escape')
    await expect(clockOf(page, 'Paused')).toHaveText(/^00:(09|10):/)
  })

  test('the question is accessible', ({ page }) =>
    expectAccessible(page, page.getByRole('alertdialog', { name: 'Were you still working?' })))
})

test('resetting asks when more than a minute would be lost', async ({ page, context }) => {
  const reset = page.getByRole('button', { name: 'Reset the clock of Redline the contract' })
  await startWork(page, 'Redline the contract')
  await reset.click()
  await expect(page.getByRole('timer')).toHaveCount(0)

  await startWork(page, 'Redline the contract')
  await context.clock.runFor(MINUTE + 1000)
  await reset.click()
  const question = page.getByRole('alertdialog', { name: 'Reset the clock?' })
  await question.getByRole('button', { name: 'Keep the time' }).click()
  await expect(clockOf(page, 'Running')).toBeVisible()
  await reset.click()
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('timer')).toHaveCount(0)
})

test('a running and a paused clock are accessible', async ({ page, context }) => {
  await startWork(page, 'Water filter')
  await context.clock.runFor(MINUTE)
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(MINUTE)
  await expectAccessible(page, clockOf(page, 'Running'))
})

function fail(): never {
  throw new Error('The tasks were not made.')
}
