import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { openBoard } from '../support/board-page.ts'
import { expect, newPerson, signOut, test } from '../support/browser-test.ts'
import { enterAtProvider, refuseAtProvider } from '../support/oidc-page.ts'

test.use({
  providerAccounts: {
    mara: { email: 'mara@posteo.net', given_name: 'Mara', family_name: 'Lindqvist' },
  },
})

const CONTINUE = { name: 'Continue with Keycloak' }

test('a person continues with the provider, lands on the board, signs out, and comes back to the same account', async ({
  page,
}) => {
  const title = 'Renew passports'
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', CONTINUE).click()
  await enterAtProvider(page, 'mara')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('No tasks found.')).toBeVisible()
  await expect(page.getByText('Mara Lindqvist')).toBeAttached()
  await page.request.post('/api/tasks', { data: { title } })
  // Otherwise the page reads the new task while it signs out, and gets 401.
  await expect(page.getByText(title)).toBeVisible()
  await signOut(page)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', CONTINUE).click()
  await enterAtProvider(page, 'mara')
  await expect(page).toHaveURL('/')
  await expect(page.getByText(title)).toBeVisible()
})

test('an account with a password is linked to the provider, entered through it, and unlinked', async ({
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

  await openLink()
  await dialog.getByRole('button', { name: 'Unlink Keycloak' }).click()
  await expect(dialog).toBeHidden()
  await openLink()
  await expect(dialog.getByRole('button', { name: 'Link Keycloak' })).toBeVisible()
})

test('the button stands under the form, for making an account too', async ({ page }) => {
  await page.goto('/api/login')
  await expectAccessible(page, page.getByRole('link', CONTINUE))
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'Create account' }).click()
  await expect(page.getByRole('link', CONTINUE)).toBeVisible()
})

test.describe('when it fails', () => {
  test.use({ expectedConsoleErrors: /status of (400|401)/ })

  test('the sign-in page says so, and both ways in are open', async ({ page }) => {
    await page.goto('/api/login')
    await page.getByRole('link', CONTINUE).click()
    await refuseAtProvider(page)
    await expect(page.getByRole('alert')).toHaveText('Keycloak did not let you in. Please try again.')
    // Nothing of the way stays in the address.
    await expect(page).toHaveURL('/api/login')
    await expectAccessible(page, page.getByRole('alert'))
    await page.getByLabel('E-mail').fill(newPerson().email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('That e-mail and password do not match.')
    await page.getByRole('link', CONTINUE).click()
    await enterAtProvider(page, 'jonas')
    await expect(page.getByText('No tasks found.')).toBeVisible()
  })

  test('14: a way back that was opened in another browser signs nobody in', async ({
    page,
    provider,
    server,
  }) => {
    const begun = await fetch(`${server.url}/api/auth/oidc`, { redirect: 'manual' })
    const back = await provider?.visit(begun.headers.get('location') ?? '', 'attacker')
    await page.goto(back?.href ?? '')
    await expect(page.getByRole('alert')).toContainText('begun in another browser')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  })
})

test.describe('linking', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test('leads to the provider and back to the tasks; what is another’s is not taken', async ({ page }) => {
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
    await expect(page.getByRole('alert')).toContainText('already belongs to another account here')
    await expect(page).toHaveTitle('Not linked · Tenfold')
    await expectAccessible(page, page.getByRole('alert'))
    await page.getByRole('link', { name: 'Back to your tasks' }).click()
    await expect(page.getByText('Water the plants')).toBeVisible()
  })
})
