import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { openBoard } from '../support/board-page.ts'
import { expect, newPerson, signOut, test } from '../support/browser-test.ts'
import { holdDeletion } from '../support/hold-response.ts'
import { enterAtProvider, refuseAtProvider } from '../support/oidc-page.ts'

test.use({
  providerAccounts: {
    mara: { email: 'mara@posteo.net', given_name: 'Mara', family_name: 'Lindqvist' },
  },
})

const CONTINUE = { name: 'Continue with Keycloak' }

test.describe('with a provider', () => {
  // A request may be in flight when the session ends.
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('signs in through the provider, signs out, and returns to the same account', async ({ page }) => {
    const title = 'Renew passports'
    await page.goto('/')
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, 'mara')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('No tasks found.')).toBeVisible()
    await expect(page.getByText('Mara Lindqvist')).toBeAttached()
    await page.request.post('/api/tasks', { data: { title } })
    await expect(page.getByText(title)).toBeVisible()
    await signOut(page)
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, 'mara')
    await expect(page).toHaveURL('/')
    await expect(page.getByText(title)).toBeVisible()
  })
})

test.describe('when the server fails once', () => {
  // A request may be in flight when the session ends.
  test.use({ expectedConsoleErrors: /status of (401|500)/ })

  test('links an account to the provider, signs in with it, and unlinks it, even if its dialog is closed', async ({
    page,
  }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    const openLink = async () => {
      await page.getByRole('button', { name: /^Account: / }).click()
      await page.getByRole('menuitem', { name: 'Sign in with Keycloak' }).click()
    }
    await openLink()
    const dialog = page.getByRole('dialog', { name: 'Sign in with Keycloak' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(newPerson().password)
    await expectAccessible(page, dialog)
    await dialog.getByRole('button', { name: 'Link Keycloak' }).click()
    await enterAtProvider(page, 'linked')
    await expect(page.getByText('1 open')).toBeVisible()
    await signOut(page)
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, 'linked')
    await expect(page.getByText('Renew passports')).toBeVisible()

    for (const [status, outcome] of [
      [500, 'Something went wrong on the server. Try again in a moment.'],
      [undefined, 'You can no longer sign in with Keycloak.'],
    ] as const) {
      const letCome = await holdDeletion(page, '**/api/auth/oidc/link', status)
      await openLink()
      await dialog.getByRole('button', { name: 'Unlink Keycloak' }).click()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      letCome()
      await expect(page.getByText(outcome, { exact: true })).toBeVisible()
      await page.unroute('**/api/auth/oidc/link')
    }
    await openLink()
    await expect(dialog.getByRole('button', { name: 'Link Keycloak' })).toBeVisible()
  })
})

test('shows the provider’s button under both forms', async ({ page }) => {
  await page.goto('/api/login')
  await expectAccessible(page, page.getByRole('link', CONTINUE))
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'Create account' }).click()
  await expect(page.getByRole('link', CONTINUE)).toBeVisible()
})

test.describe('when the provider fails', () => {
  test.use({ expectedConsoleErrors: /status of (400|401)/ })

  test('shows the failure and still offers both sign-in methods', async ({ page }) => {
    await page.goto('/api/login')
    await page.getByRole('link', CONTINUE).click()
    await refuseAtProvider(page)
    await expect(page.getByRole('alert')).toHaveText('Keycloak rejected the sign-in. Try again.')
    // The callback's parameters must not stay in the URL.
    await expect(page).toHaveURL('/api/login')
    await expectAccessible(page, page.getByRole('alert'))
    await page.getByLabel('Email').fill(newPerson().email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('That email and password don’t match. Try again.')
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, 'jonas')
    await expect(page.getByText('No tasks found.')).toBeVisible()
  })

  test('14: rejects a callback that is opened in another browser', async ({ page, provider, server }) => {
    const begun = await fetch(`${server.url}/api/auth/oidc`, { redirect: 'manual' })
    const back = await provider?.visit(begun.headers.get('location') ?? '', 'attacker')
    await page.goto(back?.href ?? '')
    await expect(page.getByRole('alert')).toContainText('started in another browser')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  })
})

test.describe('linking an account', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test('rejects a provider account that is already linked to another account', async ({ page }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    const account = `linked-${test.info().project.name}`
    const link = async () => {
      const response = await page.request.post('/api/auth/oidc/link', {
        data: { password: newPerson().password },
      })
      await page.goto(((await response.json()) as { url: string }).url)
    }
    await link()
    await enterAtProvider(page, account)
    await expect(page.getByText('Renew passports')).toBeVisible()
    await signOut(page)
    await page.goto('/api/login')
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, account)
    await expect(page.getByText('Renew passports')).toBeVisible()

    await signOut(page)
    await openBoard(page, [{ title: 'Water the plants' }])
    await link()
    await enterAtProvider(page, account)
    await expect(page.getByRole('alert')).toContainText('already linked to another Tenfold account')
    await expect(page).toHaveTitle('Not linked · Tenfold')
    await expectAccessible(page, page.getByRole('alert'))
    await page.getByRole('link', { name: 'Back to your tasks' }).click()
    await expect(page.getByText('Water the plants')).toBeVisible()
  })
})
