import { expect, test } from '../support/browser-test.ts'
import { changeElsewhere, restOnUndo, seedTasks, watchWrites } from '../support/board-page.ts'
import {
  bar,
  dayWidth,
  dragBar,
  middleOf,
  names,
  openTimeline,
  scrolled,
  spokenOf,
  stored,
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
  // These stories use a mouse even in a window as narrow as a phone.
  test.use({ isMobile: false, hasTouch: false })

  test('a dragged bar moves by days and saves immediately, and Undo moves it back', async ({ page }) => {
    await dragBar(page, bar(page, 'Board memo'), 2 * dayWidth(page) + 9, {
      check: async () => {
        await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 21 – Nov 24, 40% done/)
        await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
      },
    })
    const undo = await restOnUndo(page)
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 21 – Nov 24, 40% done/)
    await expect(spokenOf(page, 'Board memo moved: Nov 21 – Nov 24.')).toBeAttached()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-21', '2026-11-24', 40])
    await undo.click()
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 19 – Nov 22/)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
  })

  test('the middle of a short bar in Month moves it', async ({ page }) => {
    await page.getByRole('radio', { name: 'Month' }).click()
    const monthPx = dayWidth(page) < 60 ? 200 : 300
    for (const px of [1, -1]) {
      const filter = bar(page, 'Water filter')
      await filter.hover()
      const { x, y } = await middleOf(filter)
      await page.mouse.move(x + px, y)
      await page.mouse.down()
      await page.mouse.move(x + px + (monthPx / 30) * 4, y, { steps: 5 })
      await page.mouse.up()
      await expect(filter).toHaveAccessibleName(/^Water filter, Nov 24, 0% done/)
      await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-24', null, 0])
      await (await restOnUndo(page)).click()
      await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-20', null, 0])
    }
  })

  test('dragging a bar back or pressing Escape sends no request', async ({ page }) => {
    const writes = watchWrites(page)
    const memo = bar(page, 'Board memo')
    await memo.hover()
    const from = await middleOf(memo)
    await page.mouse.down()
    await page.mouse.move(from.x + 150, from.y, { steps: 5 })
    await page.mouse.move(from.x + 2, from.y, { steps: 5 })
    await page.mouse.up()
    await dragBar(page, memo, 150, { check: () => page.keyboard.press('Escape') })
    await expect(memo).toHaveAccessibleName(/Nov 19 – Nov 22/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await writes()).toEqual([])
  })

  test('releasing the mouse after Escape does not open the form', async ({ page }) => {
    const memo = bar(page, 'Board memo')
    await dragBar(page, memo, 2 * dayWidth(page), {
      check: async () => {
        await page.keyboard.press('Escape')
        await memo.hover()
      },
    })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await memo.click()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })

  test('a task without an end date gets one only when its end is dragged', async ({ page }) => {
    const filter = bar(page, 'Water filter')
    await dragBar(page, filter, dayWidth(page))
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', null, 0])
    await dragBar(page, filter, 2 * dayWidth(page), { grip: 'end' })
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', '2026-11-24', 0])
  })

  test('one end cannot be dragged past the other', async ({ page }) => {
    const memo = bar(page, 'Board memo')
    await dragBar(page, memo, -2 * dayWidth(page), { grip: 'start' })
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-17', '2026-11-22', 40])
    await dragBar(page, memo, -7 * dayWidth(page), { grip: 'end' })
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-17', '2026-11-18', 40])
  })

  test('a drag allows for changes that another device makes to the bar and the chart', async ({ page }) => {
    const memo = await stored(page, 'Board memo')
    const seeEarliest = async (title: string, startDate: string) => {
      await seedTasks(page, [{ title, startDate }])
      await expect(names(page).first()).toContainText(title)
    }
    await dragBar(page, bar(page, 'Board memo'), dayWidth(page), {
      grip: 'end',
      check: async () => {
        await changeElsewhere(page, memo, { startDate: '2026-11-24', endDate: '2026-11-27' })
        await seeEarliest('Archive', '2024-03-04')
        // The chart scrolls when it gains years, and its scroll event also moves the bar.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      },
    })
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-24', '2026-11-28', 40])
  })

  test('a move keeps the due date and the time of day', async ({ page }) => {
    await dragBar(page, bar(page, 'Call the doctor'), dayWidth(page))
    await expect.poll(() => storedSpan(page, 'Call the doctor')).toEqual(['2026-11-21T14:00', null, 0])
  })

  test('dragging the progress handle moves in steps of 5', async ({ page }) => {
    await dragBar(page, bar(page, 'Board memo'), dayWidth(page), { grip: 'progress', progress: 40 })
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/75% done/)
    await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 75])
  })

  test('dragging to the edge scrolls the chart', async ({ page }) => {
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

test.describe('when the server rejects a change', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('the bar moves back and an error appears', async ({ page }) => {
    await page.route('**/api/tasks/*', (route) => route.fulfill({ status: 500, json: FAULT }))
    await bar(page, 'Board memo').press('ArrowRight')
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 19 – Nov 22/)
  })
})

const FAULT = { message: 'Something went wrong.', code: 'internal' }

test('keys move a bar, its end and its progress, each with one undo', async ({ page }) => {
  const memo = bar(page, 'Board memo')
  await memo.press('ArrowRight')
  await expect(spokenOf(page, 'Board memo moved: Nov 20 – Nov 23.')).toBeAttached()
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
  // The dates don't change here, so only the stored progress shows that the save is complete.
  await memo.press('-')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 35])
  await page.keyboard.press('Control+z')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-22', 40])
})

test('holding a key makes only one change', async ({ page }) => {
  const writes = watchWrites(page)
  await bar(page, 'Board memo').focus()
  for (let press = 0; press < 5; press++) await page.keyboard.down('ArrowRight')
  await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 24 – Nov 27/)
  expect(await writes()).toEqual([])
  await page.keyboard.up('ArrowRight')
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-24', '2026-11-27', 40])
  expect(await writes()).toHaveLength(1)
})

test('leaving the timeline while a key is held saves the change', async ({ page }) => {
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await bar(page, 'Board memo').focus()
  await page.keyboard.down('ArrowRight')
  await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 20 – Nov 23/)
  await page.goBack()
  await expect(timeline(page)).toHaveCount(0)
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
})

test('arrow keys move between bars, Tab reaches only one bar, and Enter edits it', async ({ page }) => {
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

test.describe('by touch', () => {
  // These stories use touch even on a screen as wide as a desktop monitor.
  test.use({ isMobile: true, hasTouch: true })

  test(
    'dragging a held bar moves it; without a hold, dragging pans the timeline',
    { tag: '@touch' },
    async ({ page }) => {
      const memo = bar(page, 'Board memo')
      await swipe(page, await middleOf(memo), { x: dayWidth(page), y: 0 }, true)
      await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
      await expect(page.getByRole('dialog')).toHaveCount(0)

      const before = await scrolled(page)
      await swipe(page, await middleOf(memo), { x: -60, y: 0 }, false)
      await expect.poll(async () => (await scrolled(page)).left).toBeGreaterThan(before.left + 20)
      await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 40])
    },
  )

  test(
    'a bar that was held and released shows handles of 40 px for its ends and progress',
    { tag: '@touch' },
    async ({ page }) => {
      const memo = bar(page, 'Board memo')
      await swipe(page, await middleOf(memo), { x: 0, y: 0 }, true)
      await expect(memo).toBeFocused()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const box = await memo.boundingBox()
      if (!box) throw new Error('There is no bar.')
      const y = box.y + box.height / 2
      // At the outer edge of the target: 20 px beyond the end.
      await swipe(page, { x: box.x + box.width + 17, y }, { x: dayWidth(page), y: 0 }, false)
      await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-19', '2026-11-23', 40])
      await swipe(page, { x: box.x - 17, y }, { x: -dayWidth(page), y: 0 }, false)
      await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-18', '2026-11-23', 40])

      const wide = await memo.boundingBox()
      if (!wide) throw new Error('There is no bar.')
      const knob = { x: wide.x + wide.width * 0.4, y: wide.y + wide.height + 18 }
      await swipe(page, knob, { x: wide.width * 0.2, y: 0 }, false)
      await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-18', '2026-11-23', 60])
    },
  )

  test('a tap opens the form', { tag: '@touch' }, async ({ page }) => {
    await bar(page, 'Board memo').tap()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })
})
