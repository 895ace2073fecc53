import { expect, test } from '../support/browser-test.ts'
import { registerByApi, seedTasks, watchWrites } from '../support/board-page.ts'
import {
  NOW,
  bar,
  dayWidth,
  dragBar,
  middleOf,
  openTimeline,
  storedSpan,
  timeline,
} from '../support/timeline-page.ts'

const SEEDS = [
  { title: 'Board memo', startDate: '2026-11-19', endDate: '2026-11-22' },
  { title: 'Water filter', startDate: '2026-11-19', endDate: '2026-11-22' },
]

test('a bar being dragged stays in place when the save of another bar finishes', async ({ page }) => {
  const [memo] = await openTimeline(page, SEEDS)
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**/api/tasks/${memo?.id}`, async (route) => {
    await mayAnswer
    await route.continue()
  })
  await dragBar(page, bar(page, 'Board memo'), dayWidth(page))
  await dragBar(page, bar(page, 'Water filter'), 2 * dayWidth(page), {
    check: async () => {
      await expect(bar(page, 'Water filter')).toHaveAccessibleName(/Nov 21 – Nov 24/)
      answer()
      await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
      await expect(bar(page, 'Board memo')).toHaveAccessibleName(/Nov 20 – Nov 23/)
      await expect(bar(page, 'Water filter')).toHaveAccessibleName(/Nov 21 – Nov 24/)
    },
  })
  await expect.poll(() => storedSpan(page, 'Water filter')).toEqual(['2026-11-21', '2026-11-24', 0])
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 0])
})

test('releasing the mouse outside the timeline ends the drag', async ({ page }) => {
  await openTimeline(page, SEEDS)
  const writes = watchWrites(page)
  const memo = bar(page, 'Board memo')
  const { x, y } = await middleOf(memo)
  const top = (await timeline(page).boundingBox())?.y ?? 0
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Moves in one step, so that the timeline gets no move event before the pointer has left it.
  await page.mouse.move(x, top - 30)
  await page.mouse.up()
  await page.mouse.move(x + 3 * dayWidth(page), y, { steps: 4 })
  await expect(memo).toHaveAccessibleName(/Nov 19 – Nov 22/)
  await page.mouse.down()
  await page.mouse.up()
  await expect(memo).toHaveAccessibleName(/Nov 19 – Nov 22/)
  // The next drag works as usual, and is the only change.
  await dragBar(page, memo, dayWidth(page))
  await expect.poll(() => storedSpan(page, 'Board memo')).toEqual(['2026-11-20', '2026-11-23', 0])
  expect(await writes()).toHaveLength(1)
})

test('labels are positioned by their width in the loaded font', async ({ page }) => {
  const titles = ['First', ...Array.from({ length: 14 }, (_, index) => 'mi'.repeat(index + 5))]
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.clock.setFixedTime(new Date(NOW))
  await registerByApi(page)
  await seedTasks(
    page,
    titles.map((title) => ({ title, startDate: '2026-11-19', endDate: '2026-11-22' })),
  )
  /** The labels inside their bars. */
  const inside = async () => {
    const bars = timeline(page).getByRole('gridcell').getByRole('button')
    return (await bars.allTextContents()).filter(Boolean)
  }
  // The load event waits for the font.
  await page.goto('/?view=timeline', { waitUntil: 'commit' })
  await expect(bar(page, 'First')).toBeVisible()
  const byFallbackFont = await inside()
  letCome()
  await expect.poll(inside).not.toEqual(byFallbackFont)
  const byFont = await inside()
  await page.reload()
  await expect(bar(page, 'First')).toBeVisible()
  await expect.poll(inside).toEqual(byFont)
})
