import { join } from 'node:path'

import type { BrowserContext, Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'

import type { Task } from '#domain/tasks/task.ts'

import { expectAccessible } from '../support/accessibility.ts'
import { changeElsewhere, countInOutbox, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { clockOf, closeCanvas, pill, startWork } from '../support/clock-page.ts'

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

/** Time also passes while a test runs, so timers are compared to the minute and sums to the second. */
const minutes = (count: number) => new RegExp(`0?0:${String(count).padStart(2, '0')}:`)

/** Each tab of a test has its own clock, unlike real tabs. */
const SOME_MINUTES = /^00:0[2-9]:/

let tasks: Task[]
test.beforeEach(async ({ page, context }) => {
  await context.clock.install({ time: '2026-11-20T10:00:00Z' })
  tasks = await openBoard(page, SEEDS)
})

const contract = (): Task => tasks[0] ?? fail()
const stored = async (page: Page, title: string) =>
  (await storedTasks(page)).find((task) => task.title === title)

/** Pauses the timer on a card and returns its seconds. */
async function pause(page: Page, title: string): Promise<number> {
  await page.getByRole('button', { name: `Pause the timer for ${title}` }).click()
  const [h = 0, m = 0, s = 0] = (await clockOf(page, 'Paused').innerText()).split(':').map(Number)
  return h * 3600 + m * 60 + s
}

const save = (page: Page, title: string) => page.getByRole('button', { name: `Save the time for ${title}` })

/** Puts the computer to sleep: no timer runs until it wakes, and then all due ones run once. */
const sleep = (context: BrowserContext, minutes: number) => context.clock.fastForward(minutes * MINUTE)

test('starting work runs the timers on the card, in the header and in the page title; pausing stops all three', async ({
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

  await page.getByRole('button', { name: 'Pause the timer for Redline the contract' }).click()
  const counted = await clockOf(page, 'Paused').innerText()
  await context.clock.runFor(2 * MINUTE)
  await expect(clockOf(page, 'Paused')).toHaveText(counted)
  await expect(page).toHaveTitle('Tenfold')
  await expect(pill(page)).toContainText(counted.slice(1))
  await pill(page).getByRole('button', { name: 'Start timer' }).click()
  await context.clock.runFor(MINUTE)
  await expect(clockOf(page, 'Running')).toHaveText(minutes(4))
})

test('starting work on another task pauses the first and keeps its time', async ({ page, context }) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(2 * MINUTE)
  await startWork(page, 'Water filter')
  await context.clock.runFor(MINUTE)
  await expect(clockOf(page, 'Paused')).toHaveText(minutes(2))
  await expect(clockOf(page, 'Running')).toHaveText(minutes(1))
  await expect(pill(page)).toContainText('Water filter')
})

test('saving adds the time and ten percent of progress, and reports the time', async ({ page, context }) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(3 * MINUTE)
  const seconds = await pause(page, 'Redline the contract')
  await untilConnected(page)
  await save(page, 'Redline the contract').click()
  await expect(page.getByText('Task saved', { exact: true })).toBeVisible()
  await expect(page.getByText(`Logged 3m ${seconds - 180}s of work time.`, { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect
    .poll(() => stored(page, 'Redline the contract'))
    .toMatchObject({
      elapsedTime: 600 + seconds,
      progress: 100,
    })
  await expect(page.getByText(`13m ${seconds - 180}s`)).toBeVisible()
})

test('a timer at zero can’t be saved', async ({ page, context }) => {
  await context.clock.pauseAt('2026-11-20T12:00:00Z')
  await page.getByRole('button', { name: 'Start Work on Water filter' }).click()
  const canvas = page.getByRole('dialog')
  await canvas.getByRole('button', { name: 'Pause the timer for Water filter' }).click()
  await context.clock.resume()
  await closeCanvas(page, 'Water filter')
  await expect(save(page, 'Water filter')).toBeDisabled()
})

test('Save & Close within a second reports success and leaves no timer', async ({ page, context }) => {
  await context.clock.pauseAt('2026-11-20T12:00:00Z')
  await page.getByRole('button', { name: 'Start Work on Water filter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save & Close' }).click()
  await context.clock.resume()
  await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(pill(page)).toBeHidden()
})

test('the timer is the same after a reload and in another tab, and saving in both counts only once', async ({
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
  await expect.poll(() => stored(page, 'Redline the contract')).toMatchObject({ elapsedTime: 600 + seconds })
})

test.describe('when another device has saved time', () => {
  test.use({ expectedConsoleErrors: /status of 412/ })

  test('the times add up', async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const seconds = await pause(page, 'Redline the contract')
    await untilConnected(page)
    await changeElsewhere(page, contract(), { elapsedTime: 900, notes: 'from elsewhere' })
    await save(page, 'Redline the contract').click()
    await expect(page.getByText(/^Logged 1m \d+s of work time\.$/)).toBeVisible()
    await expect
      .poll(() => stored(page, 'Redline the contract'))
      .toMatchObject({
        elapsedTime: 900 + seconds,
        notes: 'from elsewhere',
      })
  })
})

test.describe('when a save fails', () => {
  test.use({ expectedConsoleErrors: /status of (422|500)/ })

  test('the time stays on the timer, and a retry adds it only once', async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const seconds = await pause(page, 'Redline the contract')
    await untilConnected(page)
    await page.route('**/api/tasks/*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke.' } }),
    )
    await save(page, 'Redline the contract').click()
    await expect(page.getByText('Error saving task', { exact: true })).toBeVisible()
    await expect(page.getByText('Could not save your work time.', { exact: true })).toBeVisible()
    await expect(clockOf(page, 'Paused')).toHaveText(minutes(1))

    await page.unroute('**/api/tasks/*')
    await page.reload()
    await save(page, 'Redline the contract').click()
    await expect(page.getByText(/^Logged 1m \d+s of work time\.$/)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect
      .poll(() => stored(page, 'Redline the contract'))
      .toMatchObject({ elapsedTime: 600 + seconds })
  })
})

/** Waits until no outage is shown. A minute of page time without a server message counts as one, and delays saves. */
async function untilConnected(page: Page): Promise<void> {
  await expect(page.getByText(/You’re offline|The server is unavailable/)).toHaveCount(0)
}

/**
 * Drops the responses to saves. If `isDone` is false, the requests don't reach the server either.
 * @returns a function that also drops the requests from now on, and one that lets everything through again
 */
async function lose(page: Page, isDone: boolean) {
  let reaches = isDone
  await page.route('**/api/tasks/*', async (route) => {
    if (reaches) await route.fetch()
    await route.abort()
  })
  return {
    loseAll: () => {
      reaches = false
    },
    pass: () => page.unrouteAll({ behavior: 'wait' }),
  }
}

const waiting = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Redline the contract' }).getByText('Waiting to be sent')

test.describe('when the response to a save is lost', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|status of 412/ })

  test('the save stays pending after a reload, and its time counts only once', async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const seconds = await pause(page, 'Redline the contract')
    const answers = await lose(page, true)
    await save(page, 'Redline the contract').click()
    await context.clock.runFor(1500)
    await expect(waiting(page)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await page.reload()
    await expect(waiting(page)).toBeVisible()
    // Completing the task saves more time while the first save is still waiting.
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(MINUTE)
    const more = await pause(page, 'Redline the contract')
    await page.getByRole('button', { name: 'Complete Redline the contract' }).click()
    await context.clock.runFor(1000)
    await expect(page.getByRole('timer')).toHaveCount(0)

    await answers.pass()
    await expect
      .poll(async () => {
        // Advance to the next retry, whose delay grows with each failure.
        await context.clock.runFor(10_000)
        return stored(page, 'Redline the contract')
      })
      .toMatchObject({ completed: true, elapsedTime: 600 + seconds + more, progress: 100 })
    await expect(waiting(page)).toHaveCount(0)
  })

  for (const isDone of [true, false]) {
    test(`a day later, a save that was ${isDone ? '' : 'not '}stored counts only once`, async ({
      page,
      context,
      server,
    }) => {
      await startWork(page, 'Redline the contract')
      await context.clock.runFor(MINUTE)
      const seconds = await pause(page, 'Redline the contract')
      const answers = await lose(page, isDone)
      await save(page, 'Redline the contract').click()
      await context.clock.runFor(1500)
      await expect(waiting(page)).toBeVisible()
      answers.loseAll()
      // The server forgets the key, as it does after a day.
      const database = new SqliteDatabase(join(server.dataDir, 'tenfold.db'))
      database.prepare('delete from idempotency_keys').run()
      database.close()
      await context.clock.fastForward(25 * 60 * MINUTE)
      if (!isDone) await changeElsewhere(page, contract(), { notes: 'Clauses 4 and 9' })
      await answers.pass()
      await page.reload()
      await context.clock.runFor(30_000)
      // The time may have been stored before, so only the outbox shows that the save was sent again.
      await expect.poll(() => countInOutbox(page, 'calls')).toBe(0)
      await expect(waiting(page)).toHaveCount(0)
      await expect(page.getByRole('timer')).toHaveCount(0)
      await expect
        .poll(() => stored(page, 'Redline the contract'))
        .toMatchObject({ elapsedTime: 600 + seconds })
    })
  }
})

test.describe('after a sleep of more than five minutes', () => {
  test.beforeEach(async ({ page, context }) => {
    await startWork(page, 'Redline the contract')
    await context.clock.runFor(10 * MINUTE)
    await sleep(context, 110)
    await expect(page.getByRole('alertdialog', { name: 'Were you still working?' })).toBeVisible()
  })

  test('the entire time can be kept', async ({ page, context }) => {
    await page.getByRole('button', { name: /^Keep 2 h/ }).click()
    await context.clock.runFor(MINUTE)
    await expect(clockOf(page, 'Running')).toHaveText(/^02:0/)
  })

  test('the time before the gap can be kept', async ({ page }) => {
    await page.getByRole('button', { name: /^Keep (9|10) m$/ }).click()
    await expect(clockOf(page, 'Paused')).toHaveText(/^00:(09|10):/)
  })

  test('the session can be discarded', async ({ page }) => {
    await page.getByRole('button', { name: 'Discard session' }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect.poll(() => stored(page, 'Redline the contract')).toMatchObject({ elapsedTime: 600 })
  })

  test('Escape keeps the time before the gap', async ({ page }) => {
    await page.keyboard.press('Escape')
    await expect(clockOf(page, 'Paused')).toHaveText(/^00:(09|10):/)
  })

  test('the prompt is accessible', ({ page }) =>
    expectAccessible(page, page.getByRole('alertdialog', { name: 'Were you still working?' })))
})

test('typing while the prompt about a gap opens doesn’t answer it', async ({ page, context }) => {
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(10 * MINUTE)
  await page.keyboard.press('q')
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await sleep(context, 110)
  const question = page.getByRole('alertdialog', { name: 'Were you still working?' })
  await expect(question).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(clockOf(page, 'Paused')).toHaveText(/^00:(09|10):/)
})

test('a reset asks for confirmation if more than a minute would be lost, even in the search', async ({
  page,
  context,
}) => {
  const reset = page.getByRole('button', { name: 'Reset the timer for Redline the contract' })
  await startWork(page, 'Redline the contract')
  await reset.click()
  await expect(page.getByRole('timer')).toHaveCount(0)

  await startWork(page, 'Redline the contract')
  await context.clock.runFor(MINUTE + 1000)
  await reset.click()
  const question = page.getByRole('alertdialog', { name: 'Reset the timer?' })
  await expect(question).toContainText('1 m of unsaved time will be lost.')
  await context.clock.runFor(MINUTE)
  await expect(question).toContainText('2 m of unsaved time will be lost.')
  await question.getByRole('button', { name: 'Keep time' }).click()
  await expect(clockOf(page, 'Running')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search tasks and commands' })).toBeFocused()
  await page.keyboard.type('reset timer')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Redline the contract' }).click()
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('timer')).toHaveCount(0)
})

test('a running and a paused timer are accessible', { tag: '@narrow' }, async ({ page, context }) => {
  await startWork(page, 'Water filter')
  await context.clock.runFor(MINUTE)
  await startWork(page, 'Redline the contract')
  await context.clock.runFor(MINUTE)
  await expectAccessible(page, clockOf(page, 'Running'))
})

function fail(): never {
  throw new Error('The tasks were not made.')
}
