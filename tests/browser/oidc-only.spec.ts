import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import { refuseAtProvider } from '../support/oidc-page.ts'

test.use({
  providerAccounts: {},
  serverSettings: { SIGNUPS: 'closed', OIDC_NAME: 'The provider of a long name, 40 long.' },
  expectedConsoleErrors: /status of 400/,
})

test('goes straight to the provider when passwords are not offered', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveTitle('Provider')
  await refuseAtProvider(page)
  await expect(page.getByRole('alert')).toContainText('rejected the sign-in')
  await expectAccessible(page, page.getByRole('alert'))
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('link', { name: /^Continue with The provider/ }).click()
  await expect(page).toHaveTitle('Provider')
})
