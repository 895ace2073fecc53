import type { Page } from '@playwright/test'

import { card, changeElsewhere, deleteElsewhere, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { handleOf } from '../support/drag.ts'

test.describe('the focus after a dialog closes', () => {
  test.beforeEach(async ({ page }) => {
    await openBoard(page, [
      { title: 'Board memo', priority: 2 },
      { title: 'Call the doctor', priority: 2 },
      { title: 'Water filter', priority: 5 },
    ])
  })

  test('returns to the card when the work canvas closes', async ({ page }) => {
    await page.getByRole('button', { name: 'Start work on Water filter' }).press('Enter')
    await expectClosed(page, 'Water filter', () => page.keyboard.press('Escape'))
    await expect(card(page, 'Water filter')).toBeFocused()
    // Work is started by shortcut on the card, and by the button in its details.
    await card(page, 'Board memo').focus()
    await page.keyboard.press('s')
    await expectClosed(page, 'Board memo', () =>
      page.getByRole('button', { name: 'Save & Close' }).press('Enter'),
    )
    await expect(card(page, 'Board memo')).toBeFocused()
    await card(page, 'Call the doctor').focus()
    await page.keyboard.press('i')
    await page.getByRole('button', { name: 'Start Work', exact: true }).press('Enter')
    await expectClosed(page, 'Call the doctor', () => page.keyboard.press('Escape'))
    await expect(card(page, 'Call the doctor')).toBeFocused()
  })

  test('follows an edited card to another level, and moves to a neighbor of a completed card', async ({
    page,
  }) => {
    await card(page, 'Water filter').press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    await dialog.getByRole('slider', { name: /Priority/ }).press('ArrowRight')
    await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: /^Priority 6/ })).toContainText('Water filter')
    await expect(card(page, 'Water filter')).toBeFocused()

    await card(page, 'Call the doctor').press('e')
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toBeFocused()
    await dialog.getByRole('checkbox', { name: 'Mark as completed' }).press('Space')
    await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, 'Board memo')).toBeFocused()
  })
})

for (const [opener, layer] of [
  ['Category', 'menu'],
  ['Due date', 'dialog'],
] as const)
  test(`the focus goes from “${opener}” of the selection bar to the view when another device ends the selection`, async ({
    page,
  }) => {
    const [memo] = await openBoard(page, [{ title: 'Board memo', priority: 2 }, { title: 'Water filter' }])
    await card(page, 'Board memo').click({ modifiers: ['ControlOrMeta'] })
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await bar.getByRole('button', { name: opener, exact: true }).press('Enter')
    await expect(page.locator(`[role=${layer}]:focus-within`)).toBeVisible()
    if (memo) await changeElsewhere(page, memo, { completed: true })
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })

test('Escape in the project form of the phone’s selection bar returns focus to “More”', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBoard(page, [{ title: 'Board memo' }])
  await card(page, 'Board memo').press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  const more = bar.getByRole('button', { name: 'More' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Project' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Project name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('Tab goes around the choices of a full level on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBoard(page, [
    ...[1, 2, 3].map((place) => ({ title: `Memo ${place}`, priority: 2 as const })),
    { title: 'Payroll' },
  ])
  await handleOf(page, 'Payroll').press('Enter')
  await page.getByRole('menuitem', { name: '2, full' }).click()
  const sheet = page.getByRole('dialog', { name: 'Level 2 is full' })
  await expect(sheet.getByRole('button', { name: /^Swap with…/ })).toBeFocused()
  await sheet.getByRole('button', { name: /^Wait in line/ }).press('Tab')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(sheet.getByRole('button', { name: /^Wait in line/ })).toBeFocused()
})

test('the focus goes to the title of a card whose timer is reset or saved', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  for (const name of ['Reset the timer for Water filter', 'Save the time for Water filter']) {
    await card(page, 'Water filter').press('s')
    await expectClosed(page, 'Water filter', () => page.keyboard.press('Escape'))
    const button = page.getByRole('button', { name })
    // Before the first second, there is no time to save.
    await expect(button).toBeEnabled()
    await button.press('Enter')
    await expect(button).toHaveCount(0)
    await expect(card(page, 'Water filter')).toBeFocused()
  }
})

test('the focus returns to the account button from each dialog of its menu', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  const account = page.getByRole('button', { name: /^Account: / })
  for (const name of ['Settings', 'Change password', 'Active sessions', 'Trash', 'Delete my account']) {
    await account.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
    await expectClosed(page, name, () => page.keyboard.press('Escape'))
    await expect(account, name).toBeFocused()
  }
})

test('the suggestions in the new-task line close when the focus moves to a dialog', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }])
  await page.keyboard.press('q')
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await page.keyboard.type('Call #m')
  await expect(page.getByRole('listbox', { name: 'Categories' })).toBeVisible()
  await card(page, 'Board memo').click()
  await expect(page.getByRole('dialog', { name: 'Board memo' })).toBeVisible()
  await expect(page.locator('[role=listbox]')).toHaveCount(0)
})

test('a double click on a button opens its dialog and doesn’t close it', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }])
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  const place = await page.getByRole('button', { name: 'Add Task' }).first().boundingBox()
  const [x, y] = [(place?.x ?? 0) + 10, (place?.y ?? 0) + 10]
  await page.mouse.click(x, y)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // Runs in the page, so that the second click comes right after the dialog opens on any machine.
  await page.evaluate(
    async ([clientX, clientY]) => {
      const init = { clientX, clientY, bubbles: true, cancelable: true, isPrimary: true }
      const click = () => {
        const target = document.elementFromPoint(clientX ?? 0, clientY ?? 0)
        for (const type of ['pointerdown', 'pointerup', 'click'])
          target?.dispatchEvent(new PointerEvent(type, { ...init, pointerType: 'mouse' }))
      }
      click()
      while (!document.querySelector('[role=dialog]')) await new Promise(requestAnimationFrame)
      click()
      await new Promise((resolve) => setTimeout(resolve, 150))
    },
    [x, y],
  )
  await expect(dialog).toBeVisible()
})

test('a dialog does not disable pointer events in the rest of the page', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }])
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
  await expect(page.locator('body'), 'as Radix sets it').toHaveAttribute('style', /pointer-events: none/)
  await expect(page.locator('#root')).toHaveCSS('pointer-events', 'auto')
})

test('the focus goes to the view when a phone’s project form closes because its task was deleted elsewhere @touch', async ({
  page,
}) => {
  const [memo] = await openBoard(page, [{ title: 'Board memo' }])
  await card(page, 'Board memo').press('x')
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Project' }).tap()
  const field = page.getByRole('textbox', { name: 'Project name' })
  await field.fill('Harbor')
  if (memo) await deleteElsewhere(page, memo)
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('Escape keeps the name typed into the form for the project of selected tasks', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }])
  await card(page, 'Board memo').press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await bar.getByRole('button', { name: 'Project' }).click()
  const field = page.getByRole('textbox', { name: 'Project name' })
  await field.fill('Harbor')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await bar.getByRole('button', { name: 'Project' }).click()
  await expect(field).toHaveValue('Harbor')
})

async function expectClosed(page: Page, name: string, close: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await expect(dialog.locator(':focus')).toBeVisible()
  await close()
  await expect(dialog).toHaveCount(0)
}
