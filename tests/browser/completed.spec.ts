import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { card, openBoard, registerByApi, seedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  choose,
  day,
  elementCount,
  holdReads,
  openCompleted,
  listOf,
  overlaps,
  row,
  scrollTo,
  titles,
  watchReads,
} from '../support/completed-page.ts'
import { holdDays, turnDay } from '../support/days.ts'
import { completedTasks, daysAgo, insertCompleted } from '../support/completed-rows.ts'

/** The maximum number of elements, regardless of the number of tasks. */
const ELEMENTS_MAX = 1500

/** Returns whether a request reads the board's tasks. */
const isOfList = (path: string) => /^\/api\/tasks(\?|$)/.test(path)
/** Returns the first request for a list of tasks, open or completed. */
const firstReadOf = (calls: readonly string[]) =>
  calls.find((call) => isOfList(call) || call.endsWith('?limit=100'))

test('completed tasks are listed by day, newest first, with counts and all fields', async ({
  page,
  server,
}) => {
  await registerByApi(page)
  await insertCompleted(server, page, [
    {
      title: 'Sign off the October reconciliation',
      description: 'Two invoices remain open.',
      completed_at: daysAgo(0, '00:01'),
      priority: 1,
      category: 'Deadline',
      elapsed_time: 6600,
      estimated_time: '2 hours 0 minutes',
    },
    { title: 'Stand-up', completed_at: daysAgo(0, '00:00'), elapsed_time: 720, estimated_time: '15m' },
    { title: 'Pick up prescription', completed_at: daysAgo(1, '13:12'), estimated_time: '45m' },
    { title: 'Change bicycle tyres', completed_at: daysAgo(400, '07:40'), elapsed_time: 45 },
  ])
  await openCompleted(page)
  await expect(page.getByText('4 completed', { exact: true })).toBeVisible()
  await expect(page.getByText('4 tasks, 2h 2m logged', { exact: true })).toBeVisible()
  await expect(titles(page)).toHaveText([
    'Sign off the October reconciliation',
    'Stand-up',
    'Pick up prescription',
    'Change bicycle tyres',
  ])
  await expect(day(page, 'Today').getByText('2 tasks, 2h 2m', { exact: true })).toBeVisible()
  await expect(day(page, 'Yesterday').getByText('1 task', { exact: true })).toBeVisible()
  const longAgo = day(page, /^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  await expect(longAgo.getByText('1 task, 45s', { exact: true })).toBeVisible()

  const first = day(page, 'Today').getByRole('listitem').first()
  for (const text of [
    'Two invoices remain open.',
    'P1',
    'Critical',
    'Deadline',
    '12:01 AM',
    '1h 50m spent of 2h',
  ])
    await expect(first.getByText(text, { exact: true })).toBeVisible()
  await expect(row(page, 'Stand-up')).toHaveAccessibleDescription('12:00 AM 12m spent of 15m')
  await expect(row(page, 'Pick up prescription')).toHaveAccessibleDescription('1:12 PM 45m estimated')
  await expect(row(page, 'Change bicycle tyres')).toHaveAccessibleDescription('7:40 AM 45s spent')
})

test('scrolling loads more tasks until the oldest one, and each day shows its total', async ({
  page,
  server,
}) => {
  await registerByApi(page)
  await insertCompleted(server, page, completedTasks(300, 70))
  const calls = watchReads(page)
  await openCompleted(page)
  await expect(row(page, 'Finished 1')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('/api/tasks/completed?'))).toEqual([
    '/api/tasks/completed?limit=100',
  ])
  // An idle page also loads the board's list, but later.
  expect(firstReadOf(calls)).toBe('/api/tasks/completed?limit=100')
  // 30 of the second day's 70 tasks are on the next page.
  await scrollTo(page, row(page, 'Finished 75'))
  const has = page.getByRole('button', { name: 'Finished 75', exact: true })
  const second = page.getByRole('region').filter({ has })
  await expect(second.getByText(/^70 tasks, /)).toBeVisible()
  const item = page.getByRole('listitem').filter({ has })
  await expect(item).toHaveAttribute('aria-posinset', '5')
  await expect(item).toHaveAttribute('aria-setsize', '70')

  await scrollTo(page, row(page, 'Finished 300'))
  await expect(titles(page).last()).toHaveText('Finished 300')
  await expect(page.getByText('Couldn’t load older tasks.')).toHaveCount(0)
  await scrollTo(page, row(page, 'Finished 1'), -1)
  expect(await elementCount(page)).toBeLessThan(ELEMENTS_MAX)
})

test('the document stays small with 50,000 completed tasks, at every scroll position', async ({
  page,
  server,
}) => {
  await registerByApi(page)
  await insertCompleted(server, page, completedTasks(50_000, 48))
  await openCompleted(page)
  await expect(page.getByText('50,000 completed', { exact: true })).toBeVisible()
  await expect(row(page, 'Finished 1')).toBeVisible()
  expect(await elementCount(page)).toBeLessThan(ELEMENTS_MAX)
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = await titles(page).last().textContent()
    expect(Number(last?.replace('Finished ', ''))).toBeGreaterThan(1500)
  }).toPass({ intervals: [20] })
  expect(await elementCount(page)).toBeLessThan(ELEMENTS_MAX)
})

test('period and category filters are kept in the URL', async ({ page, server }) => {
  await registerByApi(page)
  await insertCompleted(server, page, [
    { title: 'Memo', completed_at: daysAgo(0, '00:00'), category: 'Meeting', elapsed_time: 3600 },
    { title: 'Notes', completed_at: daysAgo(0, '00:00'), category: 'Task' },
    { title: 'Talk', completed_at: daysAgo(1, '09:00'), category: 'Meeting' },
    { title: 'Old talk', completed_at: daysAgo(90), category: 'Meeting' },
    { title: 'Old lecture', completed_at: daysAgo(90, '11:00'), category: 'Reading' },
  ])
  await openCompleted(page)
  await expect(titles(page)).toHaveText(['Notes', 'Memo', 'Talk', 'Old talk', 'Old lecture'])

  await choose(page, 'Completion Date', 'Today')
  await expect(titles(page)).toHaveText(['Notes', 'Memo'])
  await expect(page.getByText('2 tasks, 1h 0m logged', { exact: true })).toBeVisible()
  await expect(page.getByText('5 completed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Category', exact: true }).click()
  // A category that only older tasks have is not listed for this day.
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([
    'Task1 completed',
    'Project0 completed',
    'Meeting1 completed',
    'Appointment0 completed',
    'Reminder0 completed',
    'Deadline0 completed',
  ])
  await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
  await expect(titles(page)).toHaveText(['Memo'])
  await expect(page).toHaveURL('/?view=completed&completed=today&completedCategory=Meeting')

  await choose(page, 'Completion Date: Today', 'Yesterday')
  await expect(titles(page)).toHaveText(['Talk'])
  await page.goBack()
  await expect(titles(page)).toHaveText(['Memo'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Memo'])

  await choose(page, 'Completion Date: Today', 'Today')
  await expect(titles(page)).toHaveText(['Memo', 'Talk', 'Old talk'])
  await choose(page, 'Category: Meeting', 'Reading')
  await expect(titles(page)).toHaveText(['Old lecture'])
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(titles(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Completion Date' })).toBeFocused()
  await expect(page).toHaveURL('/?view=completed')

  await page.goto('/?view=completed&completed=yesterday&completedCategory=Deadline')
  await expect(page.getByText('No completed tasks found with the selected filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect(titles(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Completion Date' })).toBeFocused()
})

test('at midnight Today becomes Yesterday, including in the period filter', async ({ page, server }) => {
  await holdDays(page)
  await registerByApi(page)
  await insertCompleted(server, page, [
    { title: 'Memo', completed_at: daysAgo(0, '00:00') },
    { title: 'Notes', completed_at: daysAgo(1) },
  ])
  await openCompleted(page)
  await expect(day(page, 'Today').getByRole('listitem')).toHaveCount(1)
  await turnDay(page)
  await expect(day(page, 'Yesterday').getByText('Memo')).toBeVisible()
  await expect(day(page, 'Today')).toHaveCount(0)
  await choose(page, 'Completion Date', 'Yesterday')
  await expect(titles(page)).toHaveText(['Memo'])
  await turnDay(page)
  await expect(page.getByText('No completed tasks found with the selected filters.')).toBeVisible()
})

test('rows don’t overlap after the window gets narrower', async ({ page, server }) => {
  await registerByApi(page)
  await insertCompleted(
    server,
    page,
    [...completedTasks(30, 10)].map((seed) => ({ ...seed, description: 'Agreed on option B. '.repeat(9) })),
  )
  await openCompleted(page)
  await expect(row(page, 'Finished 10')).toBeVisible()
  for (const width of [1000, 660, 600, 320, 900]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overlaps(page), `at ${width} px`).toEqual([])
  }
})

test(
  'long text is truncated, and nothing scrolls sideways at 320 px',
  { tag: '@narrow' },
  async ({ page, server, isMobile }) => {
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
    await registerByApi(page)
    await insertCompleted(server, page, [
      {
        title: 'Reconciliation'.repeat(30),
        description: 'Invoices'.repeat(400),
        completed_at: daysAgo(400),
        category: 'A category of thirty character',
        elapsed_time: 2_147_483_647,
        estimated_time: '999 hours 59 minutes',
      },
      ...completedTasks(5, 2),
    ])
    await page.goto('/?view=completed&completedCategory=A+category+of+thirty+character')
    await expect(titles(page)).toHaveCount(1)
    const height = await listOf(page).evaluate((item) => item.getBoundingClientRect().height)
    expect(height).toBeLessThan(220)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(titles(page)).toHaveCount(6)
    await expectAccessible(page, row(page, 'Finished 1'))
    await expectNoSidewaysScroll(page)
  },
)

test('without completed tasks the view shows a message', async ({ page }) => {
  await openBoard(page, [{ title: 'Renew passports' }])
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('No completed tasks yet. Complete some tasks to see them here!')).toBeVisible()
  await expect(page.getByText('0 completed', { exact: true })).toBeVisible()
})

test('the view works without the task list, shows the timer, and n adds a task', async ({ page }) => {
  await registerByApi(page)
  await seedTasks(page, [{ title: 'Renew passports', priority: 1 }])
  const releaseList = await holdReads(page, isOfList)
  const calls = watchReads(page)
  await openCompleted(page)
  await expect(page.getByText('0 completed', { exact: true })).toBeVisible()
  await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
  // An idle page also loads the board's list, but later.
  expect(firstReadOf(calls)).toBe('/api/tasks/completed?limit=100')
  await page.keyboard.press('Shift+N')
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await expect(dialog).toBeVisible()
  await expect.poll(() => calls.some(isOfList)).toBe(true)
  releaseList()
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filter')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()

  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(card(page, 'Water filter')).toBeVisible()
  await page.getByRole('button', { name: 'Start Work on Renew passports' }).click()
  await expect(page.getByRole('dialog', { name: 'Renew passports' })).toBeVisible()
  await openCompleted(page)
  await expect(page.getByRole('region', { name: 'Timer' })).toContainText('Renew passports')
})
