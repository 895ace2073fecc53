import type { Locator, Page } from '@playwright/test'

import {
  band,
  card,
  changeElsewhere,
  deleteElsewhere,
  openBoard,
  restOnUndo,
  seedTasks,
  storedAt,
  storedTasks,
  titlesAt,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { drag, handleOf, rungOf, untilDraggable } from '../support/drag.ts'

const at = (priority: 2 | 3 | 5, ...titles: string[]) => titles.map((title) => ({ title, priority }))

/** Levels 2 and 3 are full. */
const SEEDS = [
  ...at(2, 'Board memo', 'Call the doctor', 'Interview panel'),
  ...at(3, 'Venue deposit', 'Runbook', 'Weekly planning', 'Renew passports'),
  ...at(5, 'Water filter', 'Payroll'),
]

const tray = (page: Page) => page.getByRole('dialog', { name: 'Level 2 is full' })
const row = (page: Page, name: string | RegExp) => tray(page).getByRole('button', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Returns the level and title of every task on the server, in order. */
async function storedBoard(page: Page): Promise<string[]> {
  return (await storedTasks(page)).map(({ priority, title }) => `${priority} ${title}`)
}

/** Opens the move menu of a card with the keyboard, and picks the full level 2. */
async function pickLevel2(page: Page, title: string): Promise<Locator> {
  await handleOf(page, title).focus()
  await page.keyboard.press('Enter')
  // The menu focuses its first item itself.
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.getByRole('menuitem', { name: '2, full' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, /^Swap with…/)).toBeFocused()
  return tray(page)
}

test(
  'dropping a card on a full level offers to push down the whole chain, and one undo restores it',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, SEEDS)
    const before = await storedBoard(page)
    const writes = watchWrites(page)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2))
    await expect(tray(page)).toContainText('Level 2 is full (3 of 3). Choose how to make room.')
    await expect(row(page, /^Swap with…/)).toBeFocused()
    await expect(row(page, /^Swap with…/)).toContainText('It takes this task’s place in level 5.')
    await expect(row(page, /^Wait in line/)).toContainText('First in the waiting line of level 2.')
    await expect(row(page, /^Push down/)).toContainText(
      '2 → 3: Interview panel, 3 → 4: Renew passports. Level 4 has room.',
    )
    await page.keyboard.press('Escape')
    await expect(tray(page)).toBeHidden()
    await expect(handleOf(page, 'Water filter')).toBeFocused()
    expect(await writes()).toEqual([])

    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2))
    await row(page, /^Push down/).click()
    const chain = tray(page).getByRole('list', { name: 'Tasks that will move' })
    await expect(chain.getByRole('listitem')).toHaveText([
      /Water filter.*takes the last slot/,
      /Interview panel.*top of level 3/,
      /Renew passports.*top of level 4, then 1 of 4/,
    ])
    await expect(row(page, 'Push down')).toBeFocused()
    await row(page, 'Push down').click()
    await expect(toast(page, '3 tasks moved.')).toBeVisible()
    const undo = await restOnUndo(page)
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor', 'Water filter'])
    await expect
      .poll(() => storedAt(page, 3))
      .toEqual(['Interview panel', 'Venue deposit', 'Runbook', 'Weekly planning'])
    await expect.poll(() => storedAt(page, 4)).toEqual(['Renew passports'])
    expect(await writes()).toEqual([expect.stringMatching(/^POST \/api\/tasks\/\d+\/push-down$/)])
    await undo.click()
    await expect.poll(() => storedBoard(page)).toEqual(before)
    expect(await writes()).toHaveLength(2)
    await expect(titlesAt(page, 5)).toHaveText(['Water filter', 'Payroll'])
  },
)

test('the menu of a card offers to swap and to wait, by keyboard, and updates with the board', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await untilDraggable(page)
  const before = await storedBoard(page)

  await pickLevel2(page, 'Water filter')
  await expect(row(page, /^Swap with…/)).toBeFocused()
  await page.keyboard.press('s')
  await expect(tray(page)).toContainText('Pick the card to swap with.')
  const offer = (title: string) => band(page, 2).getByRole('button', { name: `Swap with ${title}` })
  await expect(offer('Board memo')).toBeFocused()
  await expect(offer('Board memo')).toHaveAccessibleDescription('Goes to level 5, first place')
  // A long title can reach below the hint.
  const hint = band(page, 2).getByText('Goes to level 5, first place').and(page.locator(':visible'))
  await expect(hint).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  // The card's own shortcuts are off while its menu is open.
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowDown')
  await expect(offer('Call the doctor')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, /^Swap with…/)).toBeFocused()
  await page.keyboard.press('s')
  await expect(offer('Board memo')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Swapped with ‘Call the doctor’.')).toBeVisible()
  const undoSwap = await restOnUndo(page)
  await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Water filter', 'Interview panel'])
  await expect(titlesAt(page, 5)).toHaveText(['Call the doctor', 'Payroll'])
  await expect(page.getByRole('button', { name: 'Water filter', exact: true })).toBeFocused()
  await undoSwap.click()
  await expect.poll(() => storedBoard(page)).toEqual(before)

  await pickLevel2(page, 'Payroll')
  await page.keyboard.press('w')
  await expect(toast(page, 'Waiting in line for level 2.')).toBeVisible()
  const undoWait = await restOnUndo(page)
  await expect
    .poll(() => storedAt(page, 2))
    .toEqual(['Board memo', 'Call the doctor', 'Interview panel', 'Payroll'])
  await undoWait.click()
  await expect.poll(() => storedBoard(page)).toEqual(before)

  // The same choices in the command palette, for the focused card, and in the bulk bar, for one task.
  await card(page, 'Payroll').focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.getByRole('combobox').fill('level 2')
  await page.getByRole('option', { name: /^Move to level 2/ }).click()
  await expect(row(page, /^Swap with…/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tray(page)).toBeHidden()
  await card(page, 'Payroll').focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await bar.getByRole('button', { name: 'Move to level' }).click()
  await page.getByRole('menuitem', { name: /^Level 2 Urgent/ }).click()
  await expect(row(page, /^Swap with…/)).toBeFocused()
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(tray(page)).toBeHidden()

  // Another device fills level 4, and then frees a slot of level 2.
  await pickLevel2(page, 'Payroll')
  await page.keyboard.press('p')
  await expect(tray(page).getByRole('listitem')).toHaveCount(3)
  await seedTasks(
    page,
    Array.from({ length: 4 }, (_, i) => ({ title: `Chore ${i}`, priority: 4 as const })),
  )
  await expect(tray(page)).toContainText('The board changed. Check again.')
  await expect(tray(page).getByRole('listitem')).toHaveCount(4)
  const memo = (await storedTasks(page)).find(({ title }) => title === 'Board memo')
  await page.request.delete(`/api/tasks/${memo?.id}`)
  await expect(tray(page)).toBeHidden()
  await expect(titlesAt(page, 2)).toHaveText(['Call the doctor', 'Interview panel', 'Payroll'])
  await expect.poll(() => storedAt(page, 2)).toEqual(['Call the doctor', 'Interview panel', 'Payroll'])
})

test('the shortcut letters of the choices do nothing while single-key shortcuts are off', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await untilDraggable(page)
  await pickLevel2(page, 'Water filter')
  for (const key of ['s', 'p', 'w']) await page.keyboard.press(key)
  await expect(row(page, /^Swap with…/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tray(page)).toContainText('Pick the card to swap with.')
})

test('the task takes a freed slot while the user types, and the text field keeps the focus', async ({
  page,
}) => {
  const memo = (await openBoard(page, SEEDS)).find(({ title }) => title === 'Board memo')
  await pickLevel2(page, 'Payroll')
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/tasks/*', async (route) => {
    await typed
    await route.continue()
  })
  if (memo) await deleteElsewhere(page, memo)
  await expect(tray(page)).toBeHidden()
  await page.keyboard.press('q')
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('Call ')
  answer()
  await expect(toast(page, 'Task updated')).toBeVisible()
  await page.keyboard.type('the circus')
  await expect(field).toHaveValue('Call the circus')
  expect(await storedAt(page, 2)).toEqual(['Call the doctor', 'Interview panel', 'Payroll'])
})

test('a task that takes a freed slot gets the focus', async ({ page }) => {
  const memo = (await openBoard(page, SEEDS)).find(({ title }) => title === 'Board memo')
  await pickLevel2(page, 'Payroll')
  await expect(row(page, /^Swap with…/)).toBeFocused()
  if (memo) await deleteElsewhere(page, memo)
  await expect(toast(page, 'Task updated')).toBeVisible()
  await expect(card(page, 'Payroll')).toBeFocused()
})

test(
  'on a phone, a tap swaps the task with a card or puts it into the waiting line',
  { tag: '@touch' },
  async ({ page }) => {
    await openBoard(page, SEEDS)
    const before = await storedBoard(page)
    const tapLevel2 = async (title: string) => {
      await handleOf(page, title).tap()
      await page.getByRole('menuitem', { name: '2, full' }).tap()
    }

    await tapLevel2('Water filter')
    await row(page, /^Swap with…/).tap()
    await row(page, /Call the doctor/).tap()
    await expect(toast(page, 'Swapped with ‘Call the doctor’.')).toBeVisible()
    const undoSwap = await restOnUndo(page)
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Water filter', 'Interview panel'])
    await undoSwap.click()
    await expect.poll(() => storedBoard(page)).toEqual(before)

    await tapLevel2('Payroll')
    await row(page, /^Wait in line/).tap()
    await expect(toast(page, 'Waiting in line for level 2.')).toBeVisible()
    await expect
      .poll(() => storedAt(page, 2))
      .toEqual(['Board memo', 'Call the doctor', 'Interview panel', 'Payroll'])
  },
)

test('the choices close and the level gets focus when another device completes the task', async ({
  page,
}) => {
  const task = (await openBoard(page, SEEDS)).find(({ title }) => title === 'Water filter')
  await pickLevel2(page, 'Water filter')
  if (task) await changeElsewhere(page, task, { completed: true })
  await expect(tray(page)).toHaveCount(0)
  await expect(band(page, 2)).toBeFocused()
})

test('the choices keep the focus when another device swaps the card whose Swap button has it', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await pickLevel2(page, 'Water filter')
  await page.keyboard.press('s')
  const offer = (title: string) => band(page, 2).getByRole('button', { name: `Swap with ${title}` })
  await expect(offer('Board memo')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(offer('Call the doctor')).toBeFocused()
  const idOf = new Map((await storedTasks(page)).map(({ id, title }) => [title, id]))
  const swapped = await page.request.post(`/api/tasks/${idOf.get('Call the doctor')}/swap`, {
    data: { with: idOf.get('Payroll') },
  })
  expect(swapped.status()).toBe(200)
  await expect(offer('Payroll')).toBeVisible()
  await expect(offer('Board memo')).toBeFocused()
})
