import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import { changeElsewhere, deleteElsewhere, registerByApi, seedTasks } from '../support/board-page.ts'
import { holdDays, pageToday, turnDay } from '../support/days.ts'
import {
  NOW,
  bar,
  dayWidth,
  names,
  openTimeline,
  scrolled,
  storedSpan,
  timeline,
} from '../support/timeline-page.ts'

const SEEDS = [
  {
    title: 'Fix duplicate invoices',
    priority: 1 as const,
    startDate: '2026-11-18',
    endDate: '2026-11-20',
    progress: 60,
    category: 'Project',
    projectName: 'Billing',
  },
  {
    title: 'Board memo',
    priority: 2 as const,
    startDate: '2026-11-19',
    endDate: '2026-11-22',
    category: 'Meeting',
  },
  { title: 'Water filter', startDate: '2026-11-21' },
  { title: 'Sketch the allotment' },
  { title: 'Book speakers', startDate: '2026-11-15', endDate: '2026-11-18', completed: true },
]

test.describe('the timeline', () => {
  test(
    'shows every task with a date in its own row, open ones sorted by start',
    { tag: '@narrow' },
    async ({ page }) => {
      await openTimeline(page, SEEDS)
      await expect(names(page)).toHaveText([
        /Fix duplicate invoices/,
        /Board memo/,
        /Water filter/,
        /Book speakers/,
      ])
      await expect(timeline(page)).toHaveAttribute('aria-rowcount', '5')
      const row = timeline(page).getByRole('row').filter({ hasText: 'Board memo' })
      await expect(row).toHaveAttribute('aria-rowindex', '3')
      await expect(bar(page, 'Fix duplicate invoices')).toHaveAccessibleName(
        'Fix duplicate invoices, Nov 18 – Nov 20, 60% done',
      )
      await expect(bar(page, 'Water filter')).toHaveAccessibleName('Water filter, Nov 21, 0% done')
      await expect(bar(page, 'Book speakers')).toHaveAccessibleName(
        'Book speakers, Nov 15 – Nov 18, completed',
      )
      await expectAccessible(page, bar(page, 'Board memo'))
    },
  )

  test(
    'draws bars as wide as their days at each zoom, and keeps the zoom across views and a reload',
    { tag: '@narrow' },
    async ({ page, isMobile }) => {
      await openTimeline(page, SEEDS)
      const width = async () => Math.round((await bar(page, 'Board memo').boundingBox())?.width ?? 0)
      await expect.poll(width).toBe(3 * (isMobile ? 40 : 60))
      await page.getByRole('radio', { name: 'Week' }).click()
      await expect.poll(width).toBe(Math.round(((isMobile ? 150 : 250) * 3) / 7))
      await page.getByRole('radio', { name: 'Month' }).click()
      await expect.poll(width).toBe(Math.round(((isMobile ? 200 : 300) * 3) / 30))
      await page.getByRole('tab', { name: 'Priority View' }).click()
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
      await expect.poll(width).toBe(Math.round(((isMobile ? 200 : 300) * 3) / 30))
    },
  )

  test(
    'keeps the scroll position across edits, views and a reload, and Today scrolls back to today',
    { tag: '@narrow' },
    async ({ page }) => {
      await openTimeline(
        page,
        Array.from({ length: 40 }, (_, index) => ({ title: `Task ${index}`, startDate: '2026-11-19' })),
      )
      await expect(bar(page, 'Task 0')).toBeInViewport()
      const first = await scrolled(page)
      await page.getByRole('button', { name: 'Next' }).click()
      await timeline(page).evaluate((box) => box.scrollBy({ top: 500, left: 13, behavior: 'instant' }))
      const place = await scrolled(page)
      expect(place.left).toBeGreaterThan(first.left)
      expect(place.top).toBe(first.top + 500)

      // Playwright's own click scrolls a label in the sticky column to the middle of the chart.
      const label = await page.getByRole('button', { name: 'Task 12', exact: true }).boundingBox()
      await page.mouse.click((label?.x ?? 0) + 20, (label?.y ?? 0) + 20)
      const form = page.getByRole('dialog', { name: 'Edit Task' })
      await form.getByRole('textbox', { name: 'Task Title' }).fill('Rewritten')
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await expect(form).toBeHidden()
      await expect(page.getByRole('button', { name: 'Rewritten', exact: true })).toBeVisible()
      await expect.poll(() => scrolled(page)).toEqual(place)
      await page.getByRole('tab', { name: 'Completed' }).click()
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await expect.poll(() => scrolled(page)).toEqual(place)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Rewritten', exact: true })).toBeVisible()
      await expect.poll(() => scrolled(page)).toEqual(place)

      await page.getByRole('button', { name: 'Today', exact: true }).click()
      await expect.poll(async () => (await scrolled(page)).left).toBe(first.left)
      await page.getByRole('button', { name: 'Previous' }).click()
      await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(first.left)
    },
  )

  test('opens the form on click or Space, and returns focus when it closes', async ({ page }) => {
    await openTimeline(page, SEEDS)
    await bar(page, 'Board memo').click()
    const form = page.getByRole('dialog', { name: 'Edit Task' })
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Board memo')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(bar(page, 'Board memo')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(form).toBeVisible()
  })

  test('applies the filters, and shows a message when no task matches', async ({ page }) => {
    await openTimeline(page, SEEDS)
    await page.goto('/?view=timeline&category=Project&project=Billing')
    await expect(names(page)).toHaveText([/Fix duplicate invoices/])
    await page.goto('/?view=timeline&category=Meeting')
    await expect(names(page)).toHaveText([/Board memo/])
    await page.goto('/?view=timeline&category=Reminder')
    await expect(page.getByText('No tasks found in the "Reminder" category.')).toBeVisible()
  })

  test('shows a hint instead of the chart when no task has a date', async ({ page }) => {
    await registerByApi(page)
    await seedTasks(page, [{ title: 'Sketch the allotment' }, { title: 'Someday', startDate: 'soon' }])
    await page.goto('/?view=timeline')
    await expect(page.getByText('No tasks with dates available.')).toBeVisible()
    await expect(
      page.getByText('Add start dates and end dates to your tasks to see them on the timeline.'),
    ).toBeVisible()
  })

  test('shows a message while the tasks load', async ({ page }) => {
    await registerByApi(page)
    const { promise: awaited, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/tasks(\?|$)/, async (route) => {
      await awaited
      await route.continue()
    })
    await page.goto('/?view=timeline')
    await expect(page.getByText('Loading tasks...')).toBeVisible()
    answer()
    await expect(page.getByText('No tasks with dates available.')).toBeVisible()
  })

  test('marks the new day at midnight', async ({ page }) => {
    await holdDays(page)
    await registerByApi(page)
    const today = pageToday()
    await seedTasks(page, [{ title: 'Water filter', startDate: today.toString() }])
    await page.goto('/?view=timeline')
    const cell = timeline(page).getByText('Today', { exact: true })
    const before = await cell.boundingBox()
    await turnDay(page)
    await expect.poll(async () => (await cell.boundingBox())?.x).toBe((before?.x ?? 0) + dayWidth(page))
    const day = await timeline(page).locator('.tl-head-cell.is-today').boundingBox()
    const line = await timeline(page).locator('.tl-now').boundingBox()
    const into = (line?.x ?? 0) - (day?.x ?? 0)
    expect(into).toBeGreaterThan(-3)
    expect(into).toBeLessThan(dayWidth(page))
  })

  test('shows a date set in a different window without moving rows', async ({ page }) => {
    const [task] = await openTimeline(page, SEEDS)
    if (!task) throw new Error('There is no task.')
    await changeElsewhere(page, task, { startDate: '2026-11-24', endDate: '2026-11-26' })
    await expect(bar(page, 'Fix duplicate invoices')).toHaveAccessibleName(/Nov 24 – Nov 26/)
    await bar(page, 'Board memo').press('+')
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 5])
    await expect(names(page).first()).toHaveText(/Fix duplicate invoices/)
    await page.reload()
    await expect(bar(page, 'Fix duplicate invoices')).toHaveAccessibleName(/Nov 24 – Nov 26/)
  })

  test('gets the focus when another device deletes the task of the focused bar', async ({ page }) => {
    const [, memo] = await openTimeline(page, SEEDS)
    await bar(page, 'Board memo').focus()
    if (memo) await deleteElsewhere(page, memo)
    await expect(bar(page, 'Board memo')).toHaveCount(0)
    await expect(timeline(page)).toBeFocused()
  })

  test('passes the focus to the view when its only bar disappears, also behind a form', async ({ page }) => {
    const [filter] = await openTimeline(page, [{ title: 'Water filter', startDate: '2026-11-21' }])
    const setStart = (startDate: string | null) => filter && changeElsewhere(page, filter, { startDate })
    const view = page.getByRole('tabpanel', { name: 'Timeline' })
    await bar(page, 'Water filter').focus()
    await setStart(null)
    await expect(timeline(page)).toHaveCount(0)
    await expect(view).toBeFocused()
    await setStart('2026-11-21')
    await bar(page, 'Water filter').press('Enter')
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
    await setStart(null)
    await expect(page.locator('.tl-box')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(view).toBeFocused()
  })

  test('focuses the next bar after a task is deleted in its form', async ({ page }) => {
    await openTimeline(page, SEEDS)
    await bar(page, 'Board memo').press('Enter')
    page.once('dialog', (question) => void question.accept())
    const form = page.getByRole('dialog', { name: 'Edit Task' })
    await form.getByRole('button', { name: 'Delete Task' }).click()
    await expect(bar(page, 'Water filter')).toBeFocused()
  })

  test('prints only a table of all tasks with their dates', async ({ page }) => {
    await openTimeline(page, SEEDS)
    await bar(page, 'Board memo').focus()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row')).toHaveCount(5)
    await expect(page.getByRole('row', { name: /Board memo/ })).toContainText('Nov 19 – Nov 22')
    for (const name of ['Log out', 'Today', 'Filter by Category']) {
      await expect(page.getByText(name, { exact: true }).filter({ visible: true })).toHaveCount(0)
    }
    await page.emulateMedia({ media: 'screen' })
    await expect(bar(page, 'Board memo')).toBeFocused()
  })

  test('prints every view in the light theme, even from the dark one', async ({ page }) => {
    await openTimeline(page, SEEDS)
    const textColor = () => page.evaluate(() => getComputedStyle(document.body).color)
    const light = await textColor()
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    await expect.poll(textColor).not.toBe(light)
    const dark = await textColor()
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        document.documentElement.dataset['printed'] = getComputedStyle(document.body).color
      })
    })
    for (const view of ['Timeline', 'Priority View', 'Completed']) {
      await page.getByRole('tab', { name: view }).click()
      await page.pdf()
      await expect(page.locator('html'), view).toHaveAttribute('data-printed', light)
      expect(await textColor(), view).toBe(dark)
    }
  })
})

test('bars keep their days in a time zone ten hours away', async ({ browser, server }) => {
  for (const timezoneId of ['Pacific/Apia', 'America/Los_Angeles', 'America/St_Johns', 'Asia/Kathmandu']) {
    const context = await browser.newContext({ timezoneId, baseURL: server.url })
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date(NOW))
    await registerByApi(page)
    await seedTasks(page, [{ title: 'Board memo', startDate: '2026-11-19', endDate: '2026-11-22' }])
    await page.goto('/?view=timeline')
    await expect(bar(page, 'Board memo'), timezoneId).toHaveAccessibleName(/Nov 19 – Nov 22/)
    await bar(page, 'Board memo').press('ArrowRight')
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 0])
    await context.close()
  }
})
