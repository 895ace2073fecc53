import type { Page } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { openBoard, restOnUndo, storedAt, titlesAt, watchWrites } from '../support/board-page.ts'
import { drag, handleOf, middleOf, pickUpByKeys, rungOf, spoken } from '../support/drag.ts'
import { NOW, bar, spokenOf, storedSpan, timeline } from '../support/timeline-page.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(new Date(NOW))
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Returns a point below the rows, a few days after today. */
async function dayAfter(page: Page, days: number) {
  const today = timeline(page).getByText('Today', { exact: true })
  const box = await today.evaluate((text) => {
    const { x, width } = text.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return { x: x + width / 2, width }
  })
  const chart = await timeline(page).boundingBox()
  return { x: box.x + days * box.width, y: (chart?.y ?? 0) + 200 }
}

test(
  'a card held over the Timeline tab opens it, and the task starts on the day it is dropped on',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, [{ title: 'Water filter' }])
    await drag(page, handleOf(page, 'Water filter'), tab(page, 'Timeline'), async (carry) => {
      await expect(timeline(page)).toBeVisible()
      await carry(await dayAfter(page, 0))
      await expect(spokenOf(page, 'New dates: Nov 19')).toBeAttached()
      await carry(await dayAfter(page, 2))
      await expect(spokenOf(page, 'New dates: Nov 21')).toBeAttached()
    })
    await expect(bar(page, 'Water filter')).toBeFocused()
    const undo = await restOnUndo(page)
    await expect(bar(page, 'Water filter')).toHaveAccessibleName(/, Nov 21,/)
    await expect(spokenOf(page, 'Water filter moved: Nov 21.')).toBeAttached()
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', null, 0])
    await undo.click()
    await expect.poll(() => storedSpan(page, 'Water filter')).toEqual([null, null, 0])
    await expect(page.getByText('No tasks with dates available.')).toBeVisible()
  },
)

test('a card dragged across views, by mouse or with T, gets new dates on a day, a new level on the board, and no change elsewhere', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Board memo', startDate: '2026-11-18T09:00', endDate: '2026-11-20T17:00' }])
  const memo = handleOf(page, 'Board memo')
  const writes = watchWrites(page)
  await drag(page, memo, tab(page, 'Timeline'), async (carry) => {
    await expect(timeline(page)).toBeVisible()
    await carry(await dayAfter(page, 1))
    await page.keyboard.press('Escape')
  })
  await expect(spokenOf(page, 'Canceled. Board memo keeps its dates.')).toBeAttached()
  await tab(page, 'Priority View').click()
  await drag(page, memo, tab(page, 'Timeline'), async (carry) => {
    await expect(timeline(page)).toBeVisible()
    await carry(await dayAfter(page, 1))
    await carry(await middleOf(page.getByRole('columnheader', { name: 'Task' })))
  })
  await expect(spokenOf(page, 'Not over any day. Board memo keeps its dates.')).toBeAttached()
  expect(await writes()).toEqual([])

  await tab(page, 'Priority View').click()
  await drag(page, memo, tab(page, 'Timeline'), async (carry) => {
    await expect(timeline(page)).toBeVisible()
    await carry(await middleOf(tab(page, 'Priority View')))
    await expect(rungOf(page, 2)).toBeVisible()
    await carry(await middleOf(rungOf(page, 2)))
    await expect(spoken(page, 'Moving to level 2, 1 of 3 slots taken')).toBeAttached()
  })
  await expect(titlesAt(page, 2)).toHaveText(['Board memo'])
  await expect.poll(() => storedAt(page, 2)).toEqual(['Board memo'])

  await pickUpByKeys(page, 'Board memo')
  await page.keyboard.press('t')
  await expect(spokenOf(page, 'New dates: Nov 18 – Nov 20')).toBeAttached()
  for (const key of ['ArrowDown', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  await expect(spokenOf(page, 'Board memo moved: Nov 24 – Nov 26.')).toBeAttached()
  await expect(bar(page, 'Board memo')).toBeFocused()
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-24T09:00', '2026-11-26T17:00', 0])
})
