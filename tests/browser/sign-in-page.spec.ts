import { expect, test } from '../support/browser-test.ts'

test('loads three scripts on the pages for visitors, and the code that checks a new account only when it is needed', async ({
  page,
}) => {
  await page.clock.install()
  const scripts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name) scripts.push(name)
  })
  await page.goto('/')
  await page.clock.fastForward(5000)
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  // Deferred code is fetched after three seconds.
  await page.clock.fastForward(5000)
  const check = page.waitForRequest(/\/assets\/schemas-/)
  await page.getByRole('radio', { name: 'Create account' }).click()
  await check
  expect([...new Set(scripts)].toSorted()).toEqual(['early', 'index', 'pages', 'schemas'])
})

test.describe('without the code that checks a new account', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|status of 400/ })

  test('shows what the server rejects', async ({ page }) => {
    await page.route(/\/assets\/schemas-/, (route) => route.abort())
    await page.goto('/api/login')
    await page.getByRole('radio', { name: 'Create account' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('mara@posteo.net')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Use 8–128 characters.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('aria-invalid', 'true')
  })
})
