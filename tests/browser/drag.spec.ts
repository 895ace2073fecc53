import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, storedAt, storedTasks, titlesAt, watchWrites } from '../support/board-page.ts'
import { drag, dragByMouse, handleOf, pickUpByKeys, rungOf, spoken, untilDraggable } from '../support/drag.ts'

/** Level 2 has three slots. */
const FULL_LEVEL_2 = ['Board memo', 'Call the doctor', 'Interview panel'].map((title) => ({
  title,
  priority: 2 as const,
}))
const SEEDS = [...FULL_LEVEL_2, { title: 'Payroll', priority: 4 as const }, { title: 'Water filter' }]

test.beforeEach(async ({ page }) => {
  await openBoard(page, SEEDS)
})

test('a card dropped on a lane moves there, and the move is saved', { tag: '@narrow' }, async ({ page }) => {
  await drag(page, card(page, 'Water filter'), band(page, 4), async () => {
    await expect(spoken(page, 'Moving to level 4, 2 of 4 slots taken')).toBeAttached()
  })
  await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
  await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
  await expect(band(page, 5)).toHaveCount(0)
  await expect.poll(() => storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
})

test(
  'a card dropped on a rung moves to a level that doesn’t have a lane yet',
  { tag: '@narrow' },
  async ({ page }) => {
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 9), async () => {
      await expect(spoken(page, 'Moving to level 9, 1 of 10 slots taken')).toBeAttached()
    })
    await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 9)).toHaveText(['Water filter'])
    await expect.poll(() => storedAt(page, 9)).toEqual(['Water filter'])
  },
)

test(
  'a full level rejects a drop: the card goes back and nothing is sent',
  { tag: '@narrow' },
  async ({ page }) => {
    const writes = watchWrites(page)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2), async () => {
      await expect(spoken(page, 'Level 2 is full (3 of 3)')).toBeAttached()
      await expect(page.getByText('Level 2 is full (3 of 3)').filter({ visible: true })).not.toHaveCount(0)
    })
    // On a phone, the tray hides the board from screen readers.
    await expect(page.getByRole('dialog', { name: 'Level 2 is full' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(spoken(page, 'Level 2 is full (3 of 3). Water filter stays at level 5.')).toBeAttached()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    await expect(band(page, 2)).toHaveAccessibleName('Priority 2, Urgent, 3 of 3')
    expect(await writes()).toEqual([])
  },
)

test("a card's own level rejects a drop, and nothing is sent", async ({ page }) => {
  const writes = watchWrites(page)
  await drag(page, handleOf(page, 'Water filter'), rungOf(page, 5), async () => {
    await expect(spoken(page, 'Already at level 5')).toBeAttached()
  })
  await expect(spoken(page, 'Already at level 5. Water filter stays at level 5.')).toBeAttached()
  await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
  expect(await writes()).toEqual([])
})

test('Escape in the middle of a drag puts the card back', async ({ page }) => {
  const writes = watchWrites(page)
  await drag(page, card(page, 'Water filter'), band(page, 4), async () => {
    await expect(spoken(page, 'Moving to level 4')).toBeAttached()
    await page.keyboard.press('Escape')
  })
  await expect(spoken(page, 'Canceled. Water filter stays at level 5.')).toBeAttached()
  await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
  await expect(page.getByRole('dialog', { name: 'Water filter' })).toHaveCount(0)
  expect(await writes()).toEqual([])
})

test.describe('with a mouse, even on a small screen', () => {
  test.use({ hasTouch: false, isMobile: false })

  test('releasing the mouse over the card long after Escape does not count as a click', async ({ page }) => {
    await page.clock.install()
    await dragByMouse(page, card(page, 'Water filter'), rungOf(page, 4), async () => {
      await page.keyboard.press('Escape')
      await expect(spoken(page, 'Canceled. Water filter stays at level 5.')).toBeAttached()
      await page.clock.runFor(300)
      await card(page, 'Water filter').hover()
    })
    await expect(page.getByRole('dialog', { name: 'Water filter' })).toHaveCount(0)
    await card(page, 'Water filter').click()
    await expect(page.getByRole('dialog', { name: 'Water filter' })).toBeVisible()
  })
})

test('the page scrolls while a card is held near its lower edge', async ({ page }) => {
  const { width } = page.viewportSize() ?? { width: 0 }
  await page.setViewportSize({ width, height: 500 })
  await handleOf(page, 'Board memo').hover()
  await untilDraggable(page)
  await page.mouse.down()
  await page.mouse.move(width / 2, 300)
  await page.mouse.move(width / 2, 490, { steps: 5 })
  await expect
    .poll(() => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight))
    .toBe(true)
  await expect(band(page, 5)).toBeInViewport()
  await page.mouse.up()
})

test.describe('with the keyboard', () => {
  test('Space picks a card up, arrows and digits move it, and Space drops it', async ({ page }) => {
    await pickUpByKeys(page, 'Water filter')
    await expect(spoken(page, 'Picked up Water filter, level 5, Medium')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(spoken(page, 'Moving to level 4, 2 of 4 slots taken')).toBeAttached()
    await page.keyboard.press('0')
    await expect(spoken(page, 'Moving to level 10, 1 of 10 slots taken')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(spoken(page, 'Moving to level 10, 1 of 10 slots taken')).toBeAttached()
    await page.keyboard.press('Home')
    await expect(spoken(page, 'Moving to level 1, 1 of 3 slots taken')).toBeAttached()
    await page.keyboard.press('7')
    await page.keyboard.press('Space')
    await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
    await expect(spoken(page, 'Moved to level 7, Low. 1 of 8 slots taken.')).toBeAttached()
    await expect(titlesAt(page, 7)).toHaveText(['Water filter'])
    await expect(handleOf(page, 'Water filter'), 'the focus travels with the card').toBeFocused()
    await expect.poll(() => storedAt(page, 7)).toEqual(['Water filter'])
  })

  test('a card that another device moves during the drag can return to its level', async ({ page }) => {
    await pickUpByKeys(page, 'Water filter')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    expect((await page.request.patch(`/api/tasks/${task?.id}`, { data: { priority: 4 } })).ok()).toBe(true)
    await expect(page.getByRole('region', { name: /^Priority 4, .*2 of 4/ })).toBeVisible()
    await page.keyboard.press('5')
    await page.keyboard.press('Space')
    await expect.poll(() => storedAt(page, 5)).toEqual(['Water filter'])
  })

  test('Escape cancels, and nothing is sent', async ({ page }) => {
    const writes = watchWrites(page)
    await pickUpByKeys(page, 'Water filter')
    await page.keyboard.press('1')
    await expect(spoken(page, 'Moving to level 1, 1 of 3 slots taken')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(spoken(page, 'Canceled. Water filter stays at level 5.')).toBeAttached()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    await expect(handleOf(page, 'Water filter')).toBeFocused()
    expect(await writes()).toEqual([])
  })

  test('a card that another device completes during the drag doesn’t move', async ({ page }) => {
    const writes = watchWrites(page)
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    await pickUpByKeys(page, 'Water filter')
    await page.request.patch(`/api/tasks/${task?.id}`, { data: { completed: true } })
    // Only the lifted copy is left.
    await expect(handleOf(page, 'Water filter')).toHaveCount(1)
    await page.keyboard.press('4')
    await expect(spoken(page, 'Moving to level 4, 2 of 4 slots taken')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(spoken(page, 'Water filter is no longer on the board.')).toBeAttached()
    expect(await writes()).toEqual([])
  })

  test('Ctrl+K puts the card back and opens the search, which receives the next keys', async ({ page }) => {
    const writes = watchWrites(page)
    await pickUpByKeys(page, 'Water filter')
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
    await expect(search).toBeFocused()
    await page.keyboard.type('1 call')
    await expect(search).toHaveValue('1 call')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(handleOf(page, 'Water filter')).toBeFocused()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    expect(await writes()).toEqual([])
  })

  test('a full level rejects a drop', async ({ page }) => {
    const writes = watchWrites(page)
    await pickUpByKeys(page, 'Water filter')
    await page.keyboard.press('2')
    await expect(spoken(page, 'Level 2 is full (3 of 3)')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(spoken(page, 'Level 2 is full (3 of 3). Water filter stays at level 5.')).toBeAttached()
    await expect(page.getByRole('dialog', { name: 'Level 2 is full' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(handleOf(page, 'Water filter')).toBeFocused()
    expect(await writes()).toEqual([])
  })

  test('Alt with the arrow keys moves a card up and down within its level', async ({ page }) => {
    await card(page, 'Call the doctor').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(titlesAt(page, 2)).toHaveText(['Call the doctor', 'Board memo', 'Interview panel'])
    await expect(spoken(page, 'Moved to position 1 of 3 at level 2.')).toBeAttached()
    await expect(card(page, 'Call the doctor')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    const wanted = ['Board memo', 'Interview panel', 'Call the doctor']
    await expect(titlesAt(page, 2)).toHaveText(wanted)
    await expect(card(page, 'Call the doctor')).toBeFocused()
    await expect.poll(() => storedAt(page, 2)).toEqual(wanted)
  })

  test('moves in quick succession are sent in order, even on a slow connection', async ({ page }) => {
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route('**/api/tasks/priority/2/positions', async (route) => {
      asked.push(route.request().url())
      if (asked.length === 1) await mayGo
      await route.continue()
    })
    await card(page, 'Board memo').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    const wanted = ['Call the doctor', 'Interview panel', 'Board memo']
    await expect(titlesAt(page, 2)).toHaveText(wanted)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked).toHaveLength(1)
    letGo()
    await expect.poll(() => storedAt(page, 2)).toEqual(wanted)
    await expect(titlesAt(page, 2)).toHaveText(wanted)
  })
})

test.describe('the menu of a handle', () => {
  test('Move up and Move down change the position within the level', { tag: '@narrow' }, async ({ page }) => {
    await handleOf(page, 'Board memo').click()
    const menu = page.getByRole('menu', { name: 'Actions for Board memo' })
    await expect(menu.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
    await menu.getByRole('menuitem', { name: 'Move down' }).click()
    await expect(titlesAt(page, 2)).toHaveText(['Call the doctor', 'Board memo', 'Interview panel'])
    await expect(spoken(page, 'Moved to position 2 of 3 at level 2.')).toBeAttached()
    // Hovering over a card shows its summary, which covers the handle of the next card.
    await page.mouse.move(0, 0)
    await handleOf(page, 'Interview panel').click()
    await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    const wanted = ['Call the doctor', 'Interview panel', 'Board memo']
    await expect(titlesAt(page, 2)).toHaveText(wanted)
    await expect.poll(() => storedAt(page, 2)).toEqual(wanted)
  })

  test('offers every level, and labels full levels and the card’s own level', async ({ page }) => {
    await handleOf(page, 'Water filter').focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Actions for Water filter' })
    await expect(menu.getByRole('menuitem', { name: '2, full' })).toBeEnabled()
    await expect(menu.getByRole('menuitem', { name: 'Already at level 5' })).toBeDisabled()
    await menu.getByRole('menuitem', { name: 'Level 4, Medium' }).click()
    await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
    await expect(spoken(page, 'Moved to level 4, Medium. 2 of 4 slots taken.')).toBeAttached()
    await expect.poll(() => storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
  })

  test('Escape closes it and returns focus to the handle', async ({ page }) => {
    await handleOf(page, 'Water filter').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu', { name: 'Actions for Water filter' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(handleOf(page, 'Water filter')).toBeFocused()
  })
})
