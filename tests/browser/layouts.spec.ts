import type { CDPSession, Page } from '@playwright/test'

import { openBoard, storedAt, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { handleOf, untilDraggable } from '../support/drag.ts'
import { openAdd, openDetails, openEdit } from '../support/task-forms.ts'

const TITLES = ['Water filter', 'Payroll']

let devTools: CDPSession
test.beforeEach(async ({ page }) => {
  await openBoard(
    page,
    TITLES.map((title) => ({ title })),
  )
  devTools = await page.context().newCDPSession(page)
})

/** Presses a key of a layout that Playwright has no keyboard for. */
async function press(key: string, code: string, { isCtrl = false } = {}): Promise<void> {
  const text = isCtrl ? {} : { text: key }
  const pressed = { key, code, modifiers: isCtrl ? 2 : 0 }
  await devTools.send('Input.dispatchKeyEvent', {
    type: isCtrl ? 'rawKeyDown' : 'keyDown',
    ...pressed,
    ...text,
  })
  await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
}

/** Begins to compose a syllable in the focused field, and presses a key that the input method handles. */
async function compose(key: string, { isCtrl = false } = {}): Promise<void> {
  await devTools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  const pressed = { key, code: key, modifiers: isCtrl ? 2 : 0 }
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed })
}

/** Presses Enter as Safari does to end a composition. */
async function endComposition(): Promise<void> {
  await devTools.send('Input.insertText', { text: '日' })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
}

const lineOf = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })

test('shortcuts work on a Cyrillic layout, and letters typed in fields stay text', async ({ page }) => {
  await page.getByRole('button', { name: 'Water filter', exact: true }).focus()
  await press('с', 'KeyC')
  await expect(titlesAt(page, 5)).toHaveText(['Payroll'])
  await press('я', 'KeyZ', { isCtrl: true })
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  // The keys are sent together, because the second letter is accepted only within a second of the first.
  await Promise.all([press('п', 'KeyG'), press('е', 'KeyT')])
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
  await Promise.all([press('п', 'KeyG'), press('з', 'KeyP')])
  await press('й', 'KeyQ')
  await expect(lineOf(page)).toBeFocused()
  await press('с', 'KeyC')
  await expect(lineOf(page)).toHaveValue('с')
})

test('Ctrl+Z in the details of a task undoes a change on a Cyrillic layout', async ({ page }) => {
  const dialog = await openDetails(page, 'Payroll')
  await dialog.getByRole('button', { name: 'Complete Payroll' }).click()
  await expect(page.getByText('Task completed', { exact: true })).toBeVisible()
  await press('я', 'KeyZ', { isCtrl: true })
  await expect(dialog.getByRole('button', { name: 'Complete Payroll' })).toBeVisible()
})

test('the digits of a French keyboard choose the level of a lifted card', async ({ page }) => {
  await untilDraggable(page)
  await handleOf(page, 'Payroll').focus()
  await page.keyboard.press('Space')
  await press('é', 'Digit2')
  await page.keyboard.press('Space')
  await expect(titlesAt(page, 2)).toHaveText(['Payroll'])
})

test('dialogs and fields ignore the keys of an input method', async ({ page }) => {
  const dialog = await openAdd(page)
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toBeFocused()
  await compose('Escape')
  await compose('Enter', { isCtrl: true })
  await endComposition()
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('日')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  await page.keyboard.press('q')
  await expect(lineOf(page)).toBeFocused()
  // Enter does nothing until the new-task line has loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await compose('Enter')
  await endComposition()
  await expect(lineOf(page)).toHaveValue('日')
  await page.keyboard.press('Enter')
  await expect(titlesAt(page, 5)).toHaveText([...TITLES, '日'])

  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await compose('Enter')
  await endComposition()
  await expect(palette.getByRole('option', { name: /日/ })).toBeVisible()
})

test('Ctrl+Enter saves a form after a click outside its fields', async ({ page }) => {
  const dialog = await openEdit(page, 'Payroll')
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Payroll, May')
  await dialog.getByRole('heading', { name: 'Edit Task' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).not.toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => storedAt(page, 5)).toEqual(['Water filter', 'Payroll, May'])
})
