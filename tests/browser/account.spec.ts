import { expect, newPerson, register, signIn, signOut, test } from '../support/browser-test.ts'
import { card, openBoard, registerByApi } from '../support/board-page.ts'

test('a visitor sees what Tenfold is and the way in, and nothing of the tasks', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  await expect(page.getByText('Organize your tasks with dynamic priority visualization')).toBeVisible()
  for (const blurb of ['Visual Priority Management', 'Timeline Visualization', 'Category Organization']) {
    await expect(page.getByRole('heading', { name: blurb })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Add Task' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/api/login')
  await expect(page).toHaveTitle('Sign in · Tenfold')
})

test('a path that is not there shows the not-found page, signed in or not', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await registerByApi(page)
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to your tasks' }).click()
  await expect(page.getByText('No tasks found.')).toBeVisible()
})

test('the sign-in page says what is missing, at the field', async ({ page }) => {
  await page.goto('/api/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Enter your e-mail.')
  await page.getByRole('radio', { name: 'Create account' }).click()
  await page.getByLabel('E-mail').fill('mara')
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill('short')
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).not.toHaveAccessibleDescription('')
  await expect(password).not.toHaveAccessibleDescription('')
})

test.describe('when it is refused', () => {
  test.use({ expectedConsoleErrors: /status of (401|409)/ })

  test('a wrong password and a wrong e-mail are told in the same words, and what was typed stays', async ({
    page,
  }) => {
    const person = await registerByApi(page)
    await page.context().clearCookies()
    await page.goto('/api/login')
    const password = page.getByRole('textbox', { name: 'Password' })
    for (const email of [person.email, newPerson().email]) {
      await page.getByLabel('E-mail').fill(email)
      await password.fill('not the password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('That e-mail and password do not match.')
      await expect(page.getByLabel('E-mail')).toHaveValue(email)
      await expect(password).toHaveValue('not the password')
      await expect(password).toBeFocused()
    }
    await signIn(page, person)
  })

  test('an e-mail that has an account already is told at its field', async ({ page }) => {
    const person = await registerByApi(page)
    await page.context().clearCookies()
    await page.goto('/api/login')
    await page.getByRole('radio', { name: 'Create account' }).click()
    // One account without regard to case.
    await page.getByLabel('E-mail').fill(person.email.toUpperCase())
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByLabel('First name').fill('Mara')
    await page.getByRole('button', { name: 'Create account', exact: true }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(
      'There is already an account with this e-mail.',
    )
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await expect(page.getByLabel('First name')).toHaveValue('Mara')
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(person.password)
  })
})

test('an account made on the page carries its name into the header', async ({ page }) => {
  await register(page, { ...newPerson('Mara'), lastName: 'Lindqvist' })
  await expect(page.getByText('Mara Lindqvist')).toBeAttached()
  await expect(page.getByText('No tasks found.')).toBeVisible()
})

test('the chosen theme is there again before the first paint', async ({ page }) => {
  await openBoard(page, [])
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(page.locator(':root')).toContainClass('dark')
  // What the root carries when the body comes to be is what the first paint shows.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.body) return
      watcher.disconnect()
      Object.assign(window, { classAtFirst: document.documentElement.className })
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'classAtFirst'))).toContain('dark')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'classAtFirst'))).not.toContain('dark')
})

test('after Log out the back button brings no tasks back', async ({ page }) => {
  await openBoard(page, [{ title: 'Renew passports' }])
  await page.getByRole('tab', { name: 'Completed' }).click()
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(card(page, 'Renew passports')).toBeVisible()
  await signOut(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  await expect(page.getByText('Renew passports')).toHaveCount(0)
})
