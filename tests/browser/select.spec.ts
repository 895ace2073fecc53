import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  band,
  card,
  changeElsewhere,
  deafen,
  openBoard,
  restOnUndo,
  storedAt,
  storedTasks,
  titlesAt,
  watchWrites,
} from '../support/board-page.ts'
import { dragByMouse, rungOf, untilDraggable } from '../support/drag.ts'
import { smallTargets } from '../support/touch-targets.ts'

const SEEDS = [
  { title: 'Board memo', priority: 2 },
  { title: 'Call Dr. Okafor', priority: 2 },
  { title: 'Interview panel', priority: 2 },
  { title: 'Confirm venue', priority: 3 },
  { title: 'Write the runbook', priority: 3, category: 'Project', projectName: 'Billing migration' },
  { title: 'Weekly planning', priority: 3 },
] as const

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected tasks' })
const action = (page: Page, name: string): Locator => bar(page).getByRole('button', { name, exact: true })
const square = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Select ${title}`, exact: true })
const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })

/** Selects cards with Ctrl+click or ⌘-click. */
async function select(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await card(page, title).click({ modifiers: ['ControlOrMeta'] })
}

test('Ctrl+click and Shift+click select cards, and Escape returns focus to the last one', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await select(page, 'Call Dr. Okafor')
  await expect(bar(page)).toContainText('1 selected')
  await expect(square(page, 'Call Dr. Okafor')).toHaveAttribute('aria-pressed', 'true')
  await card(page, 'Write the runbook').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  await select(page, 'Interview panel')
  await expect(bar(page)).toContainText('3 selected')
  await expect(square(page, 'Interview panel')).toHaveAttribute('aria-pressed', 'false')
  await square(page, 'Board memo').click()
  await expect(bar(page)).toContainText('4 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(card(page, 'Board memo')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Complete Board memo', exact: true })).toBeVisible()
})

test('completes the selected tasks in one request, and one Undo restores all of them', async ({ page }) => {
  await openBoard(page, SEEDS)
  const before = await Promise.all([storedAt(page, 2), storedAt(page, 3)])
  await select(page, 'Board memo', 'Interview panel', 'Confirm venue')
  const writes = watchWrites(page)
  await action(page, 'Complete').click()
  await expect(toast(page)).toContainText('3 tasks completed')
  const undo = await restOnUndo(page)
  await expect(titlesAt(page, 2)).toHaveText(['Call Dr. Okafor'])
  await expect(bar(page)).toBeHidden()
  await expect(card(page, 'Write the runbook')).toBeFocused()
  expect(await writes()).toEqual(['POST /api/tasks/bulk'])

  await undo.click()
  await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call Dr. Okafor', 'Interview panel'])
  await expect.poll(() => Promise.all([storedAt(page, 2), storedAt(page, 3)])).toEqual(before)
  expect(await writes()).toEqual(['POST /api/tasks/bulk', 'POST /api/undo'])
})

test('Move to level shows which levels have room, counting only tasks from other levels', async ({
  page,
}) => {
  await openBoard(page, [
    ...SEEDS,
    { title: 'Sprint review', priority: 4 },
    { title: 'Hand over', priority: 4 },
  ])
  await select(page, 'Interview panel', 'Confirm venue', 'Write the runbook')
  await action(page, 'Move to level').click()
  const menu = page.getByRole('menu')
  const cell = (name: string) => menu.getByRole('menuitem', { name })
  await expect(cell('Level 2 Urgent full')).toBeDisabled()
  await expect(cell('Level 3 High 1 free')).toBeEnabled()
  await expect(cell('Level 4 Medium 2 free')).toBeDisabled()
  await expect(menu).toContainText('Levels 2 and 4 don’t have enough free slots.')
  await cell('Level 5 Medium 6 free').click()
  await expect(toast(page)).toContainText('3 tasks moved')
  await expect(titlesAt(page, 5)).toHaveText(['Interview panel', 'Confirm venue', 'Write the runbook'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titlesAt(page, 3)).toHaveText(['Confirm venue', 'Write the runbook', 'Weekly planning'])
  await expect
    .poll(() => storedAt(page, 3))
    .toEqual(['Confirm venue', 'Write the runbook', 'Weekly planning'])
})

test.describe('a rejected action', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test('moves nothing into a level that another device filled, and lists the tasks that do not fit', async ({
    page,
  }) => {
    const others = Array.from({ length: 4 }, (_, i) => ({ title: `Other ${i}`, priority: 5 }))
    await deafen(page)
    const tasks = await openBoard(page, [...SEEDS, ...others, { title: 'Late', priority: 9 }])
    await select(page, 'Board memo', 'Confirm venue')
    const late = tasks.at(-1)
    if (late) await changeElsewhere(page, late, { priority: 5 })
    await action(page, 'Move to level').click()
    await page.getByRole('menuitem', { name: 'Level 5 Medium 2 free' }).click()
    await expect(toast(page)).toContainText('Couldn’t move 2 tasks')
    await expect(toast(page)).toContainText('Level 5 has only 1 free slot. No room for “Confirm venue”.')
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call Dr. Okafor', 'Interview panel'])
    await expect(bar(page)).toContainText('2 selected')
    const over = await toast(page).getByRole('listitem').boundingBox()
    const under = await bar(page).boundingBox()
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
    await expect.poll(() => storedAt(page, 2)).toEqual(['Board memo', 'Call Dr. Okafor', 'Interview panel'])
  })

  test('does not restore the selection after the user has left the board', async ({ page }) => {
    await openBoard(page, SEEDS)
    const { promise: hasLeft, resolve: leave } = Promise.withResolvers<void>()
    await page.route('**/api/tasks/bulk', async (route) => {
      await hasLeft
      await route.fulfill({ status: 409, json: { code: 'level_full', message: 'Level 3 is full.' } })
    })
    await select(page, 'Board memo')
    await action(page, 'Complete').click()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect(page.locator('.board')).toHaveCount(0)
    leave()
    await expect(toast(page)).toContainText('Couldn’t complete 1 task')
    await page.getByRole('tab', { name: 'Priority View' }).click()
    await expect(card(page, 'Board memo')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })
})

test('Escape during a drag puts the card back and keeps the selection', async ({ page }) => {
  await openBoard(page, SEEDS)
  await select(page, 'Board memo', 'Confirm venue')
  await dragByMouse(page, card(page, 'Confirm venue'), rungOf(page, 5), async () => {
    await page.keyboard.press('Escape')
  })
  await expect(titlesAt(page, 3)).toHaveText(['Confirm venue', 'Write the runbook', 'Weekly planning'])
  await expect(bar(page)).toContainText('2 selected')
})

test('changes category, project and due date, each with one Undo', async ({ page }) => {
  await openBoard(page, SEEDS)
  const stored = async (title: string) => (await storedTasks(page)).find((task) => task.title === title)
  const titles = ['Board memo', 'Write the runbook']
  await select(page, ...titles)
  await action(page, 'Category').click()
  await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
  await expect(toast(page)).toContainText('2 tasks updated')
  const undo = await restOnUndo(page)
  await expect
    .poll(() => stored('Write the runbook'))
    .toMatchObject({ category: 'Meeting', projectName: null })
  await undo.click()
  await expect
    .poll(() => stored('Write the runbook'))
    .toMatchObject({ category: 'Project', projectName: 'Billing migration' })
  await expect.poll(() => stored('Board memo')).toMatchObject({ category: 'Task' })

  await select(page, ...titles)
  await action(page, 'Project').click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('Harbor office')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => stored('Board memo'))
    .toMatchObject({ category: 'Project', projectName: 'Harbor office' })

  await select(page, ...titles)
  await action(page, 'Due date').click()
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(card(page, 'Write the runbook')).toBeFocused()
  await expect(band(page, 2).getByText('Due tomorrow')).toBeVisible()
})

test('deletes the selected tasks without confirmation, and one Undo restores them', async ({ page }) => {
  await openBoard(page, SEEDS)
  await select(page, 'Board memo', 'Weekly planning')
  await action(page, 'Delete').click()
  await expect(toast(page)).toContainText('2 tasks deleted')
  const undo = await restOnUndo(page)
  await expect.poll(async () => (await storedTasks(page)).length).toBe(4)
  await undo.click()
  await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call Dr. Okafor', 'Interview panel'])
  await expect(titlesAt(page, 3)).toHaveText(['Confirm venue', 'Write the runbook', 'Weekly planning'])
})

test('keys select a card and a level, move through the bar, and open its menus', async ({ page }) => {
  await openBoard(page, SEEDS)
  await card(page, 'Board memo').focus()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected').first()).toBeAttached()
  await card(page, 'Confirm venue').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('4 selected')
  await band(page, 2).getByRole('button', { name: 'Select all 3 at level 2' }).click()
  await expect(bar(page)).toContainText('6 selected')
  await page.keyboard.press('b')
  await expect(action(page, 'Complete')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(action(page, 'Move to level')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: 'Move to level' })).toContainText('Move 6 tasks to level')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(bar(page)).toContainText('6 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(page.getByText('Selection cleared')).toBeAttached()
})

test('the handle menu selects a card, and the bar doesn’t cover the last card', async ({ page }) => {
  await openBoard(
    page,
    Array.from({ length: 10 }, (_, i) => ({ title: `Task ${i}`, priority: i + 1 })),
  )
  await page.getByRole('button', { name: 'Drag to change priority: Task 9' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await expect(bar(page)).toContainText('1 selected')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = await page.locator('[data-task]').last().boundingBox()
  const over = await bar(page).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
})

test('completing saves the time of a running timer in the same request, and redo doesn’t add it again', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await card(page, 'Board memo').focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: 'Board memo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('timer', { name: 'Running' })).toHaveText(/[1-9]$/)
  await select(page, 'Board memo', 'Confirm venue')
  const writes = watchWrites(page)
  await action(page, 'Complete').click()
  await expect(toast(page)).toContainText('2 tasks completed')
  await expect(page.getByRole('timer', { name: 'Running' })).toHaveCount(0)
  const memo = async () => (await storedTasks(page)).find(({ title }) => title === 'Board memo')
  const { elapsedTime = 0 } = (await memo()) ?? {}
  expect(elapsedTime).toBeGreaterThan(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call Dr. Okafor', 'Interview panel'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(toast(page)).toContainText('2 tasks completed again')
  await expect.poll(() => memo()).toMatchObject({ completed: true, elapsedTime })
  expect(await writes()).toEqual(['POST /api/tasks/bulk', 'POST /api/undo', 'POST /api/tasks/bulk'])
})

test('the focus goes from the bar to the view when another device completes the selected task @narrow', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await select(page, 'Board memo')
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('b')
  await expect(action(page, 'Complete')).toBeFocused()
  const task = (await storedTasks(page)).find(({ title }) => title === 'Board memo')
  if (task) await changeElsewhere(page, task, { completed: true })
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('a filter or another view deselects the tasks that it hides', async ({ page }) => {
  await openBoard(page, SEEDS)
  await select(page, 'Board memo', 'Write the runbook')
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Project' }).click()
  await expect(bar(page)).toContainText('1 selected')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(card(page, 'Write the runbook')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

for (const width of [1440, 700, 390, 320])
  test(`selecting moves no card at ${width} px, and axe finds no issues`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openBoard(
      page,
      Array.from({ length: 10 }, (_, i) => ({ title: `Task ${i}`, priority: i + 1 })),
    )
    const tops = () =>
      page
        .locator('[data-task]')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top + scrollY))
    // The last levels are drawn later.
    await expect(card(page, 'Task 9')).toBeVisible()
    const before = await tops()
    await select(page, 'Task 0')
    await expect(bar(page)).toBeVisible()
    expect(await tops()).toEqual(before)
    await expectNoSidewaysScroll(page)
    if (width !== 1440 && width !== 390) return
    await expectAccessible(page, bar(page))
    await action(page, width < 640 ? 'Move' : 'Move to level').click()
    await expectAccessible(page, page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await action(page, 'Due date').click()
    await expectAccessible(page, page.getByRole('grid'))
  })

test('a long press selects, taps toggle, and the phone’s bars work @touch', async ({ page }) => {
  await openBoard(page, SEEDS)
  await longPress(page, card(page, 'Board memo'))
  await expect(page.getByText('1 selected').last()).toBeVisible()
  await card(page, 'Interview panel').tap()
  await expect(square(page, 'Interview panel')).toHaveAttribute('aria-pressed', 'true')
  await square(page, 'Board memo').tap()
  await expect(page.getByText('1 selected').last()).toBeVisible()
  expect((await smallTargets(page)).filter(isSmall)).toEqual([])
  await action(page, 'Move').tap()
  await expect(page.getByRole('menu')).toBeVisible()
  expect((await smallTargets(page)).filter(isSmall)).toEqual([])
  await page.getByRole('menuitem', { name: 'Level 5' }).tap()
  await expect(titlesAt(page, 5)).toHaveText(['Interview panel'])

  await longPress(page, card(page, 'Board memo'))
  await action(page, 'More').tap()
  await page.getByRole('menuitem', { name: 'Project' }).tap()
  await page.getByRole('textbox', { name: 'Project name' }).fill('Harbor office')
  await page.getByRole('button', { name: 'Set project' }).tap()
  await expect
    .poll(async () => (await storedTasks(page)).find(({ title }) => title === 'Board memo')?.projectName)
    .toBe('Harbor office')

  await longPress(page, card(page, 'Board memo'))
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(bar(page)).toBeHidden()
})

test('a phone’s bar completes, categorizes and deletes the selected tasks, each with one Undo @touch', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  const before = ['Board memo', 'Call Dr. Okafor', 'Interview panel']
  const undo = async (done: string) => {
    await expect(toast(page)).toContainText(done)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(() => storedAt(page, 2)).toEqual(before)
    await expect(titlesAt(page, 2)).toHaveText(before)
  }
  const selectTwo = async () => {
    await longPress(page, card(page, 'Board memo'))
    await card(page, 'Interview panel').tap()
    await expect(page.getByText('2 selected').last()).toBeVisible()
  }

  await selectTwo()
  await action(page, 'Complete').tap()
  await undo('2 tasks completed')

  await selectTwo()
  await action(page, 'Category').tap()
  await page.getByRole('menuitemcheckbox', { name: /^Meeting/ }).tap()
  await expect
    .poll(async () => (await storedTasks(page)).filter(({ category }) => category === 'Meeting').length)
    .toBe(2)
  await undo('2 tasks updated')

  await selectTwo()
  await action(page, 'More').tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await undo('2 tasks deleted')
})

/** Long-presses an element. */
async function longPress(page: Page, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded()
  await untilDraggable(page)
  const box = await on.boundingBox()
  if (!box) throw new Error('The card is not on the page.')
  const touch = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await expect(page.locator('.board.is-dragging')).toBeAttached()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Ignores the levels, which decision 048 made smaller, and the focus bar, whose edge the selection bar covers. */
function isSmall(target: string): boolean {
  return !/^(Level \d|Play focus audio)/.test(target)
}
