import { type Page, expect } from '@playwright/test'

/** Pastes text into the open new-task line. */
export async function pasteText(page: Page, text: string): Promise<void> {
  // Waits for the line's code, which must handle the event: a dispatched event pastes nothing by itself.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Task', exact: true }).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
