import { expect, newPerson, test } from '../support/browser-test.ts'

test.use({ serverSettings: { SIGNUPS: 'closed' } })

test('offers no sign-up and creates no account while sign-ups are closed', async ({ page }) => {
  await page.goto('/api/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText('Create account')).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  const response = await page.request.post('/api/register', { data: newPerson() })
  expect(response.status()).toBe(403)
})
