import { expect, test } from '../support/browser-test.ts'
import { watchWrites } from '../support/board-page.ts'
import {
  bar,
  dayWidth,
  dragBar,
  middleOf,
  openTimeline,
  scrolled,
  spokenOf,
  storedSpan,
  swipe,
  timeline,
  widen,
} from '../support/timeline-page.ts'

const SEEDS = [
  { title: 'Board memo', startDate: '2026-11-19', endDate: '2026-11-22', progress: 40 },
  { title: 'Water filter', startDate: '2026-11-20' },
  { title: 'Call the doctor', dueDate: '2026-11-20T14:00' },
]

test.beforeEach(async ({ page }) => {
  await widen(page)
  await openTimeline(page, SEEDS)
})

test.describe('with the mouse', () => {
  // Also in a window as narrow as a phone.
  test.use({ isMobile: false, hasTouch: false })

  test('a bar is moved by days, at once, on the server, and back by Undo', async ({ page }) => {
    await dragBar(page, bar(page, 'Board memo'), 2 * dayWidth(page) + 9, {
      check: async () => {
        await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 21 to Nov 24, 3 days, 40% done/)
        expect(await storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
      },
    })
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 21 to Nov 24, 3 days, 40% done/)
    await expect(spokenOf(page, 'Board memo moved to Nov 21 to Nov 24, 3 days.')).toBeAttached()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-21', '2026-11-24', 40])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 19 to Nov 22/)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
  })

  test('a bar carried away and back, or let go by Escape, asks nothing of the server', async ({ page }) => {
    const writes = watchWrites(page)
    const memo = bar(page, 'Board memo')
    await memo.hover()
    const from = await middleOf(memo)
    await page.mouse.down()
    await page.mouse.move(from.x + 150, from.y, { steps: 5 })
    await page.mouse.move(from.x + 2, from.y, { steps: 5 })
    await page.mouse.up()
    await dragBar(page, memo, 150, { check: () => page.keyboard.press('Escape') })
    await expect(memo).toHaveAccessibleName(/Nov 19 to Nov 22/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(writes).toEqual([])
  })

  test('a task without an end date keeps none when it is moved, and gets one when its end is dragged', async ({
    page,
  }) => {
    const filter = bar(page, 'Water filter')
    await dragBar(page, filter, dayWidth(page))
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', null, 0])
    await dragBar(page, filter, 2 * dayWidth(page), { grip: 'end' })
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', '2026-11-24', 0])
  })

  test('either end is dragged, and never past the other', async ({ page }) => {
    const memo = bar(page, 'Board memo')
    await dragBar(page, memo, -2 * dayWidth(page), { grip: 'start' })
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-17', '2026-11-22', 40])
    await dragBar(page, memo, -7 * dayWidth(page), { grip: 'end' })
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-17', '2026-11-18', 40])
  })

  test('a due date stays what it is, and its time of day stays on the bar', async ({ page }) => {
    await dragBar(page, bar(page, 'Call the doctor'), dayWidth(page))
    await expect.poll(() => storedSpan(page, 'Call the doctor')).toEqual(['2026-11-21T14:00', null, 0])
  })

  test('the progress is dragged by its handle, in steps of five', async ({ page }) => {
    await dragBar(page, bar(page, 'Board memo'), dayWidth(page), { grip: 'progress', progress: 40 })
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/75% done/)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 75])
  })

  test('at the edge of the box it scrolls on', async ({ page }) => {
    const before = await scrolled(page)
    const memo = bar(page, 'Board memo')
    const box = await timeline(page).boundingBox()
    const from = await middleOf(memo)
    await memo.hover()
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 10, from.y, { steps: 5 })
    await expect.poll(async () => (await scrolled(page)).left).toBeGreaterThan(before.left + 600)
    await page.mouse.up()
    await expect.poll(async () => String((await storedSpan(page, 'Board memo'))[0]) > '2026-12').toBe(true)
  })
})

test.describe('when the server refuses', () => {
  test.use({ expectedConsoleErrors: /status of 503/ })

  test('the bar goes back, and it is said', async ({ page }) => {
    await page.route('**/api/tasks/*', (route) => route.fulfill({ status: 503, json: AWAY }))
    await bar(page, 'Board memo').press('ArrowRight')
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 19 to Nov 22/)
  })
})

const AWAY = { message: 'The database is away.', code: 'unavailable' }

test('by keys a bar moves a day, its end a day, its progress by five; each is one Undo', async ({ page }) => {
  const memo = bar(page, 'Board memo')
  await memo.press('ArrowRight')
  await expect(spokenOf(page, 'Board memo moved to Nov 20 to Nov 23, 3 days.')).toBeAttached()
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
  await memo.press('Shift+ArrowRight')
  await expect(spokenOf(page, 'Board memo ends Nov 24.')).toBeAttached()
  await memo.press('ArrowLeft')
  await memo.press('Shift+ArrowLeft')
  await memo.press('+')
  await expect(spokenOf(page, 'Board memo: 45% done.')).toBeAttached()
  await memo.press('-')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
  await expect(memo).toBeFocused()
  // The dates are as they were before the progress is; only what is stored now says that all of it was.
  await memo.press('-')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 35])
  await page.keyboard.press('Control+z')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
})

test('a key that is held down is one change', async ({ page }) => {
  const writes = watchWrites(page)
  await bar(page, 'Board memo').focus()
  for (let press = 0; press < 5; press++) await page.keyboard.down('ArrowRight')
  await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 24 to Nov 27/)
  expect(writes).toEqual([])
  await page.keyboard.up('ArrowRight')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-24', '2026-11-27', 40])
  expect(writes).toHaveLength(1)
})

test('up and down go from bar to bar, Tab to one, and Enter edits', async ({ page }) => {
  await bar(page, 'Board memo').focus()
  await page.keyboard.press('ArrowDown')
  await expect(bar(page, 'Water filter')).toBeFocused()
  await page.keyboard.press('End')
  await expect(bar(page, 'Call the doctor')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(bar(page, 'Board memo')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(timeline(page).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(bar(page, 'Board memo')).toBeFocused()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Board memo')
  await page.keyboard.press('Escape')
  await expect(bar(page, 'Board memo')).toBeFocused()
})

test.describe('with a finger', () => {
  // Also on a screen as wide as a desk.
  test.use({ isMobile: true, hasTouch: true })

  test('a bar that is held is moved; without holding the timeline pans', async ({ page }) => {
    const memo = bar(page, 'Board memo')
    await swipe(page, await middleOf(memo), { x: dayWidth(page), y: 0 }, true)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const before = await scrolled(page)
    await swipe(page, await middleOf(memo), { x: -60, y: 0 }, false)
    await expect.poll(async () => (await scrolled(page)).left).toBeGreaterThan(before.left + 20)
    expect(await storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
  })

  test('one that was held and let go shows handles of 40 px, which drag its ends and progress', async ({
    page,
  }) => {
    const memo = bar(page, 'Board memo')
    await swipe(page, await middleOf(memo), { x: 0, y: 0 }, true)
    await expect(memo).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const box = await memo.boundingBox()
    if (!box) throw new Error('There is no bar.')
    const y = box.y + box.height / 2
    // At the outer rim of the target: 20 px beyond the end.
    await swipe(page, { x: box.x + box.width + 17, y }, { x: dayWidth(page), y: 0 }, false)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-23', 40])
    await swipe(page, { x: box.x - 17, y }, { x: -dayWidth(page), y: 0 }, false)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-18', '2026-11-23', 40])

    const wide = await memo.boundingBox()
    if (!wide) throw new Error('There is no bar.')
    const knob = { x: wide.x + wide.width * 0.4, y: wide.y + wide.height + 18 }
    await swipe(page, knob, { x: wide.width * 0.2, y: 0 }, false)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-18', '2026-11-23', 60])
  })

  test('a tap opens the form', async ({ page }) => {
    await bar(page, 'Board memo').tap()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })
})
