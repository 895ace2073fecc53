import type { Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  type Seed,
  changeElsewhere,
  countInOutbox,
  restOnUndo,
  storedTasks,
  untilOutboxIsOpen,
  watchWrites,
} from '../support/board-page.ts'
import { holdResponse } from '../support/hold-response.ts'
import {
  bar,
  dayWidth,
  dragBar,
  drawLink,
  openMenu,
  openTimeline,
  spokenOf,
  stored,
  storedSpan,
  timeline,
  widen,
} from '../support/timeline-page.ts'

const SEEDS: Seed[] = [
  { title: 'Draft the memo', startDate: '2026-11-18', endDate: '2026-11-20' },
  { title: 'Review it', startDate: '2026-11-20', endDate: '2026-11-21' },
  { title: 'Send it', startDate: '2026-11-21', endDate: '2026-11-22' },
]
const CIRCLE = 'This would create a circular dependency.'

/** The three tasks, each depending on the one before. */
const chain = async (page: Parameters<typeof openTimeline>[0]) => {
  const tasks = await openTimeline(page, SEEDS, async (tasks) => {
    for (const [index, task] of tasks.entries()) {
      const before = tasks[index - 1]
      if (before) await changeElsewhere(page, task, { dependencies: [String(before.id)] })
    }
  })
  await expect(bar(page, 'Send it')).toBeVisible()
  return tasks
}

test.beforeEach(({ page }) => widen(page))

test.describe('with the mouse', () => {
  // These stories use a mouse even in a window as narrow as a phone.
  test.use({ isMobile: false, hasTouch: false })

  test('the arrows of a bar are dark while the pointer is over the bar', async ({ page }) => {
    await chain(page)
    const dark = page.locator('.tl-arrows .is-near')
    await bar(page, 'Review it').hover()
    await expect(dark).toHaveCount(2)
    await bar(page, 'Send it').hover()
    await expect(dark).toHaveCount(1)
    await page.mouse.move(0, 0)
    await expect(dark).toHaveCount(0)
  })

  test('a dependency is drawn from bar to bar, and Undo removes it', async ({ page }) => {
    const [draft] = await openTimeline(page, SEEDS)
    await drawLink(page, bar(page, 'Draft the memo'), bar(page, 'Review it'))
    await expect(spokenOf(page, '“Review it” now depends on “Draft the memo”.')).toBeAttached()
    const undo = await restOnUndo(page)
    await expect.poll(async () => (await stored(page, 'Review it')).dependencies).toEqual([String(draft?.id)])
    await undo.click()
    await expect.poll(async () => (await stored(page, 'Review it')).dependencies).toEqual([])
  })

  test('a circular dependency is rejected while it is drawn and when it is dropped', async ({ page }) => {
    await chain(page)
    await drawLink(page, bar(page, 'Send it'), bar(page, 'Draft the memo'), async () => {
      await expect(timeline(page).getByText(CIRCLE)).toBeVisible()
    })
    await expect(page.getByText(CIRCLE, { exact: true }).last()).toBeVisible()
    await expect(spokenOf(page, CIRCLE)).toBeAttached()
    expect((await stored(page, 'Draft the memo')).dependencies).toEqual([])
  })

  test('clicking an arrow offers to remove the dependency', async ({ page }) => {
    await chain(page)
    const box = await bar(page, 'Draft the memo').boundingBox()
    if (!box) throw new Error('There is no bar.')
    // The arrow leaves the bar 12 px before its end, going down.
    await page.mouse.click(box.x + box.width - 12, box.y + box.height + 8)
    await page.getByRole('menuitem', { name: 'Remove dependency on “Draft the memo”' }).click()
    await expect.poll(async () => (await stored(page, 'Review it')).dependencies).toEqual([])
  })

  test('a bar dropped onto dependent tasks shows a warning and moves them with one undo', async ({
    page,
  }) => {
    await chain(page)
    // Screen readers don't announce a region that appears together with its text.
    const region = await page.getByRole('tabpanel').locator('output.contents').elementHandle()
    await dragBar(page, bar(page, 'Draft the memo'), 2 * dayWidth(page))
    // The toast of this change offers its own undo until the next change is saved.
    await page.getByRole('button', { name: 'Close' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeHidden()
    const note = page.getByRole('status').filter({ hasText: 'dependent task starts before' })
    await expect(note).toContainText('1 dependent task starts before “Draft the memo” ends.')
    await expect(note).toContainText('Review it: Nov 20 → Nov 22')
    await expect(note).toContainText('Send it: Nov 21 → Nov 23')
    expect(await note.evaluate((output, region) => output === region, region)).toBe(true)
    await expect.poll(() => storedSpan(page, 'Draft the memo')).toEqual(['2026-11-20', '2026-11-22', 0])
    await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-20', '2026-11-21', 0])
    await expectAccessible(page, note)

    await note.getByRole('button', { name: 'Also move 2 dependent tasks' }).click()
    await expect(note).toHaveCount(0)
    // A toast stays for as long as the pointer rests on it.
    await undo.hover()
    await expect.poll(() => storedSpan(page, 'Send it')).toEqual(['2026-11-23', '2026-11-24', 0])
    await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-22', '2026-11-23', 0])
    await undo.click()
    await expect.poll(() => storedSpan(page, 'Draft the memo')).toEqual(['2026-11-18', '2026-11-20', 0])
    await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-20', '2026-11-21', 0])
    await expect.poll(() => storedSpan(page, 'Send it')).toEqual(['2026-11-21', '2026-11-22', 0])
  })
})

test('1,000 dependent tasks move in one request and are restored in one', async ({ page }) => {
  const COUNT = 1000
  await openTimeline(page, [SEEDS[0] as Seed], async ([first]) => {
    const dependents = Array.from({ length: COUNT }, (_, i) => ({
      title: `Step ${i + 1}`,
      startDate: '2026-11-20',
      endDate: '2026-11-21',
      dependencies: [String(first?.id)],
    }))
    for (let from = 0; from < COUNT; from += 50)
      await Promise.all(
        dependents.slice(from, from + 50).map((task) => page.request.post('/api/tasks', { data: task })),
      )
  })
  const startsOf = async () => {
    const steps = (await storedTasks(page)).filter(({ title }) => title.startsWith('Step'))
    return new Set(steps.map(({ startDate }) => startDate))
  }
  const writes = watchWrites(page)
  await bar(page, 'Draft the memo').press('ArrowRight')
  const note = page.getByRole('status').filter({ hasText: 'dependent tasks start before' })
  await note.getByRole('button', { name: 'Also move 1,000 dependent tasks' }).click()
  await expect.poll(startsOf).toEqual(new Set(['2026-11-21']))
  expect(await writes()).toEqual([expect.stringMatching(/^PATCH /), 'POST /api/tasks/bulk'])
  await page.keyboard.press('Control+z')
  await expect.poll(startsOf).toEqual(new Set(['2026-11-20']))
  await expect.poll(() => storedSpan(page, 'Draft the memo')).toEqual(['2026-11-18', '2026-11-20', 0])
  expect((await writes()).slice(2)).toEqual(['POST /api/undo', expect.stringMatching(/^PATCH /)])
})

test('accepted moves are stored in the browser before the first response arrives', async ({ page }) => {
  const [draft] = await chain(page)
  await untilOutboxIsOpen(page)
  const letCome = await holdResponse(page, `**/api/tasks/${draft?.id}`)
  await bar(page, 'Draft the memo').press('ArrowRight')
  await page.getByRole('button', { name: 'Also move 2 dependent tasks' }).click()
  await expect.poll(() => countInOutbox(page, 'calls')).toBe(2)
  letCome()
  await expect.poll(() => storedSpan(page, 'Send it')).toEqual(['2026-11-22', '2026-11-23', 0])
})

test('a bar moved before its dependency’s end shows a warning, which the user can ignore', async ({
  page,
}) => {
  await chain(page)
  await bar(page, 'Review it').press('ArrowLeft')
  const note = page.getByRole('status').filter({ hasText: '“Review it” starts before' })
  await expect(note).toContainText('“Review it” starts before “Draft the memo” ends (Nov 20).')
  await expect(note.getByRole('button', { name: 'Move it to Nov 20' })).toBeVisible()
  await note.getByRole('button', { name: 'Leave as is' }).click()
  await expect(note).toHaveCount(0)
  await expect(bar(page, 'Review it')).toBeFocused()
  await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-19', '2026-11-20', 0])

  await bar(page, 'Review it').press('Shift+ArrowRight')
  await note.getByRole('button', { name: /^Move it/ }).click()
  await expect(bar(page, 'Review it')).toBeFocused()
  await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-20', '2026-11-22', 0])
  await page.keyboard.press('Control+z')
  await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-19', '2026-11-20', 0])
})

test('a warning and the menu include tasks that the filters hide', async ({ page }) => {
  const tasks = await chain(page)
  for (const task of [tasks[0], tasks[2]])
    if (task) await changeElsewhere(page, task, { category: 'Meeting' })
  await page.goto('/?view=timeline&category=Meeting')
  await bar(page, 'Draft the memo').press('ArrowRight')
  await expect(bar(page, 'Review it')).toHaveCount(0)
  const note = page.getByRole('status').filter({ hasText: '1 dependent task starts before' })
  await expect(note).toContainText('Review it: Nov 20 → Nov 21')
  await note.getByRole('button', { name: 'Also move 2 dependent tasks' }).click()
  await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-21', '2026-11-22', 0])
  await expect.poll(() => storedSpan(page, 'Send it')).toEqual(['2026-11-22', '2026-11-23', 0])
  const menu = await openMenu(page, 'Send it')
  await expect(menu.getByRole('menuitem', { name: 'Remove dependency on “Review it”' })).toBeVisible()
  await expect(page.locator('.tl-arrows path.tl-arrow-hit')).toHaveCount(0)
})

test('undoing a move removes its warning', async ({ page }) => {
  await chain(page)
  await bar(page, 'Review it').press('ArrowLeft')
  const note = page.getByRole('status').filter({ hasText: '“Review it” starts before' })
  await expect(note).toBeVisible()
  await expect.poll(() => storedSpan(page, 'Review it')).toEqual(['2026-11-19', '2026-11-20', 0])
  await note.getByRole('button', { name: 'Leave as is' }).press('Control+z')
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

/** Moves a bar onto its dependent task. The server rejects the move once the returned function is called. */
async function moveInVain(page: Page) {
  const [draft] = await chain(page)
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(`**/api/tasks/${draft?.id}`, async (route) => {
    await mayCome
    await route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal' } })
  })
  await bar(page, 'Draft the memo').press('ArrowRight')
  const note = page.getByRole('status').filter({ hasText: 'dependent task starts before' })
  await expect(note).toBeVisible()
  return { note, letCome }
}

test.describe('when the server rejects a move', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('its warning disappears', async ({ page }) => {
    const { note, letCome } = await moveInVain(page)
    letCome()
    await expect(note).toHaveCount(0)
  })

  test('a later warning about another bar stays', async ({ page }) => {
    const { letCome } = await moveInVain(page)
    await bar(page, 'Send it').press('ArrowLeft')
    const note = page.getByRole('status').filter({ hasText: '“Send it” starts before' })
    await expect(note).toBeVisible()
    // Otherwise this toast could replace the rejection's.
    await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
    letCome()
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(note.getByRole('button', { name: 'Leave as is' })).toBeVisible()
  })
})

test('a warning reflects later changes to the dependent tasks', async ({ page }) => {
  const [, review, send] = await chain(page)
  if (!review || !send) throw new Error('A task is missing.')
  await bar(page, 'Draft the memo').press('ArrowRight')
  const note = page.getByRole('status').filter({ hasText: 'dependent task starts before' })
  const outlines = page.locator('.tl-planned')
  await expect(note.getByRole('button', { name: 'Also move 2 dependent tasks' })).toBeVisible()
  await expect(outlines).toHaveCount(2)
  await changeElsewhere(page, send, { dependencies: [] })
  await expect(note.getByRole('button', { name: 'Also move 1 dependent task' })).toBeVisible()
  await expect(note).not.toContainText('Send it')
  await expect(outlines).toHaveCount(1)
  await changeElsewhere(page, review, { startDate: '2026-11-21', endDate: '2026-11-22' })
  await expect(note).toHaveCount(0)
  await expect(outlines).toHaveCount(0)
})

test('a warning and its outlines disappear when the user switches to another view', async ({ page }) => {
  await chain(page)
  await bar(page, 'Review it').press('ArrowLeft')
  const outlines = page.locator('.tl-planned')
  await expect(outlines).toHaveCount(1)
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(timeline(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(bar(page, 'Review it')).toBeVisible()
  await expect(outlines).toHaveCount(0)
})

test('the menu adds and removes dependencies by title, and rejects circular ones', async ({ page }) => {
  const [draft, review] = await chain(page)
  await (await openMenu(page, 'Send it')).getByRole('menuitem', { name: 'Depends on…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dependencies of “Send it”' })
  await dialog.getByRole('combobox').fill('draft')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await stored(page, 'Send it')).dependencies)
    .toEqual([String(review?.id), String(draft?.id)])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(bar(page, 'Send it')).toBeFocused()

  await (await openMenu(page, 'Draft the memo')).getByRole('menuitem', { name: 'Depends on…' }).click()
  const circle = page.getByRole('dialog', { name: 'Dependencies of “Draft the memo”' })
  await circle.getByRole('combobox').fill('send')
  await page.keyboard.press('Enter')
  await expect(circle.getByText(CIRCLE)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(circle).toHaveCount(0)
  expect((await stored(page, 'Draft the memo')).dependencies).toEqual([])

  const menu = await openMenu(page, 'Send it')
  await menu.getByRole('menuitem', { name: 'Remove dependency on “Review it”' }).click()
  await expect.poll(async () => (await stored(page, 'Send it')).dependencies).toEqual([String(draft?.id)])
  await expect(bar(page, 'Send it')).toBeFocused()
})

test('M doesn’t open the menu of a bar while single-key shortcuts are off', async ({ page }) => {
  await openTimeline(page, SEEDS)
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const menu = await openMenu(page, 'Send it')
  await page.keyboard.press('ArrowUp')
  await expect(bar(page, 'Review it')).toBeFocused()
  await expect(menu).toHaveCount(0)
})

test('the dependencies dialog of a task deleted elsewhere stays closed when the task is restored', async ({
  page,
}) => {
  const [, , send] = await chain(page)
  await (await openMenu(page, 'Send it')).getByRole('menuitem', { name: 'Depends on…' }).click()
  await expect(page.getByRole('dialog', { name: 'Dependencies of “Send it”' })).toBeVisible()
  await page.request.delete(`/api/tasks/${send?.id}`)
  await expect(bar(page, 'Send it')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.request.post(`/api/tasks/${send?.id}/restore`)
  await expect(bar(page, 'Send it')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the critical path is marked, and its length is shown', async ({ page }) => {
  await chain(page)
  const toggle = page.getByRole('button', { name: 'Critical path', exact: true })
  await expect(bar(page, 'Review it')).not.toHaveAccessibleName(/critical/)
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Critical path: 3 tasks, 4 days')).toBeVisible()
  await expect(bar(page, 'Review it')).toHaveAccessibleName(/on the critical path$/)
  await page.reload()
  await expect(bar(page, 'Review it')).toHaveAccessibleName(/on the critical path$/)
  await expectAccessible(page, bar(page, 'Review it'))
})
