import type { Page } from '@playwright/test'

/** Signs in at the provider and agrees to continue to Tenfold. */
export async function enterAtProvider(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(account)
  await page.getByRole('button', { name: 'Let me in' }).click()
}

/** Cancels at the provider. */
export async function refuseAtProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refuse' }).click()
}
