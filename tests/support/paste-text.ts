import { type Page, expect } from '@playwright/test'

/** Pastes a text into the open line of a new task. */
export async function pasteText(page: Page, text: string): Promise<void> {
  // A dispatched event pastes nothing by itself, so the line must have loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Task', exact: true }).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
