import type { Locator, Page } from '@playwright/test'

import {
  card,
  openBoard,
  restOnUndo,
  seedTasks,
  storedAt,
  storedTasks,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { chooseLevel, openDetails, openEdit } from '../support/task-forms.ts'

/** Levels 2 and 3 are full. */
const SEEDS = [
  ...['Board memo', 'Call the doctor', 'Interview panel'].map((title) => ({ title, priority: 2 as const })),
  ...['Deposit', 'Runbook', 'Planning', 'Passports'].map((title) => ({ title, priority: 3 as const })),
  { title: 'Payroll', priority: 5 as const },
]

const slider = (dialog: Locator) => dialog.getByRole('slider', { name: 'Priority Level' })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Returns the level and title of every task on the server, in order. */
async function storedBoard(page: Page): Promise<string[]> {
  return (await storedTasks(page)).map(({ priority, title }) => `${priority} ${title}`)
}

test(
  'the edit form pushes down a full level’s tasks and saves its other changes, in one write with one undo',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, SEEDS)
    const before = await storedBoard(page)
    const dialog = await openEdit(page, 'Payroll')
    const writes = watchWrites(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Pay everyone')
    await chooseLevel(slider(dialog), 2)
    await expect(button(dialog, 'Save Changes')).toBeDisabled()
    await expect(
      dialog.getByText('2 → 3: Interview panel, 3 → 4: Passports. Level 4 has room.'),
    ).toBeVisible()
    await button(dialog, 'Push down').click()
    await expect(button(dialog, 'Push down')).toHaveAttribute('aria-pressed', 'true')
    await expect(button(dialog, 'Save Changes')).toBeEnabled()
    expect(await writes()).toEqual([])
    await button(dialog, 'Save Changes').click()
    const undo = await restOnUndo(page)
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => storedBoard(page))
      .toEqual([
        '2 Board memo',
        '2 Call the doctor',
        '2 Pay everyone',
        '3 Interview panel',
        '3 Deposit',
        '3 Runbook',
        '3 Planning',
        '4 Passports',
      ])
    expect(await writes()).toEqual([expect.stringMatching(/^POST \/api\/tasks\/\d+\/push-down$/)])
    await expect(card(page, 'Pay everyone')).toBeVisible()
    await undo.click()
    await expect.poll(() => storedBoard(page)).toEqual(before)
    await expect(card(page, 'Payroll')).toBeVisible()
  },
)

test('tasks can be swapped by keyboard in the details, and the form requires a new choice if the board has changed', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: /^Level/ }).click()
  await expect(slider(details)).toBeFocused()
  await chooseLevel(slider(details), 2)
  await button(details, 'Swap with…').focus()
  await page.keyboard.press('Enter')
  await expect(button(details, 'Swap with Call the doctor')).toBeVisible()
  await expect(details.getByText('Goes to level 5, first place')).toHaveCount(3)
  await button(details, 'Swap with Call the doctor').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Swapped with ‘Call the doctor’.', { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: /^Level P2/ })).toBeFocused()
  await expect.poll(() => storedAt(page, 2)).toEqual(['Board memo', 'Payroll', 'Interview panel'])
  await expect.poll(() => storedAt(page, 5)).toEqual(['Call the doctor'])
  await test.step('and the choice is asked again after an undo', async () => {
    await button(details, 'Close').press('Control+z')
    await expect.poll(() => storedAt(page, 5)).toEqual(['Payroll'])
    await details.getByRole('button', { name: /^Level/ }).click()
    await chooseLevel(slider(details), 2)
    await page.keyboard.press('Control+Enter')
    await expect(details.getByText(/Level 2 is full/).first()).toBeVisible()
    expect(await storedAt(page, 5)).toEqual(['Payroll'])
    await button(details, 'Swap with…').click()
    await button(details, 'Swap with Call the doctor').click()
    await expect.poll(() => storedAt(page, 5)).toEqual(['Call the doctor'])
  })
  await button(details, 'Close').click()
  await expect(details).toBeHidden()

  const form = await openEdit(page, 'Call the doctor')
  await chooseLevel(slider(form), 2)
  await button(form, 'Push down').click()
  await expect(button(form, 'Save Changes')).toBeEnabled()
  const chores = ['One', 'Two', 'Three', 'Four'].map((title) => ({ title, priority: 4 as const }))
  await seedTasks(page, chores)
  await expect(form.getByText('The board changed. Check again.')).toBeVisible()
  await expect(button(form, 'Save Changes')).toBeDisabled()
  await button(form, 'Wait in line').click()
  await button(form, 'Save Changes').click()
  await expect(form).toBeHidden()
  await expect
    .poll(() => storedAt(page, 2))
    .toEqual(['Board memo', 'Payroll', 'Interview panel', 'Call the doctor'])
})
