import type { Page } from '@playwright/test'

/** Says at the provider who one is, and lets Tenfold know it. */
export async function enterAtProvider(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(account)
  await page.getByRole('button', { name: 'Let me in' }).click()
}

/** Changes one's mind at the provider. */
export async function refuseAtProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refuse' }).click()
}
