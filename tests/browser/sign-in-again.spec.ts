import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { card, registerByApi, seedTasks, storedTasks } from '../support/board-page.ts'
import { expect, newPerson, register, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { enterAtProvider } from '../support/oidc-page.ts'

test.use({
  expectedConsoleErrors: /status of 4(01|29)/,
  providerAccounts: { mara: { email: 'mara@posteo.net', given_name: 'Mara' } },
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const line = (page: Page, text: string) => page.getByRole('status').getByText(text)
const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })

/** How long a page may take to notice that its session has ended, in ms. */
const NOTICED = { timeout: 20_000 }

/** Opens the board, types a line without adding it, and waits until the page receives live changes. */
async function openAndType(page: Page): Promise<void> {
  await seedTasks(page, [
    { title: 'Payroll', priority: 3 },
    { title: 'Weekly planning', priority: 3 },
  ])
  const follows = page.waitForResponse(/\/api\/events/)
  await page.goto('/')
  await follows
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await field(page).pressSequentially('Order badges')
}

test('a session that ends while text is typed continues after signing in again', async ({
  page,
  context,
  browser,
  server,
}) => {
  const person = await registerByApi(page)
  /** Ends the session as another device does. */
  const endSession = async () => {
    const away = await anotherBrowser(browser, page, server.url)
    expect((await away.request.post('/api/logout')).status()).toBe(204)
    await away.close()
  }
  const signIn = async (password: string) => {
    await dialogOf(page).getByRole('textbox', { name: 'Password' }).fill(password)
    await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await openAndType(page)

  await test.step('the dialog opens over the page, for the same account only', async () => {
    await endSession()
    await expect(dialogOf(page)).toBeVisible(NOTICED)
    const email = dialogOf(page).getByRole('textbox', { name: 'Email' })
    await expect(email).toHaveValue(person.email)
    await expect(email).not.toBeEditable()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Password' })).toBeFocused()
    await expectAccessible(page, dialogOf(page))
    await expectNoSidewaysScroll(page)
    await signIn('not the password')
    await expect(dialogOf(page).getByRole('alert')).toHaveText(
      'That email and password don’t match. Try again.',
    )
  })
  await test.step('the dialog can be closed, and changes wait', async () => {
    await dialogOf(page).getByRole('button', { name: 'Not now' }).click()
    await expect(line(page, 'You’re signed out. Your text is kept.')).toBeVisible()
    await expect(field(page)).toHaveValue('Order badges')
    await page.getByRole('button', { name: 'Complete Payroll' }).click()
    await expect(line(page, 'You’re signed out. 1 change is waiting.')).toBeVisible()
    await expect(card(page, 'Payroll')).toHaveCount(0)
  })
  await test.step('after signing in, the change is sent and the typed line can be added', async () => {
    await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Password' })).toHaveValue('')
    await expect(dialogOf(page).getByRole('alert'), 'the old error is gone').toHaveCount(0)
    await signIn(person.password)
    await expect(dialogOf(page)).toBeHidden()
    await expect(line(page, 'You’re signed out')).toHaveCount(0)
    await expect(field(page)).toHaveValue('Order badges')
    await expect.poll(async () => (await storedTasks(page)).map((task) => task.completed)).toContain(true)
    await field(page).press('Enter')
    await expect(card(page, 'Order badges')).toBeVisible()
    await expect.poll(async () => (await storedTasks(page)).length).toBe(3)
    await seedTasks(page, [{ title: 'From another device', priority: 6 }])
    await expect(card(page, 'From another device'), 'live updates').toBeVisible()
  })
  await test.step('another account that signs in on another page is noticed immediately', async () => {
    await field(page).pressSequentially('Two lamps')
    const other = await context.newPage()
    const stranger = newPerson('Ada')
    await context.clearCookies()
    await register(other, stranger)
    await expect(dialogOf(page).getByRole('alert')).toContainText('Another account is signed in.')
    await page.keyboard.press('Escape')
    await field(page).press('Enter')
    await expect(card(page, 'Two lamps')).toBeVisible()
    await expect.poll(() => storedTasks(other)).toEqual([])
    await other.close()
  })
  await test.step('after too many wrong passwords, the dialog says when to try again', async () => {
    await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
    for (let attempt = 1; attempt <= 6; attempt++) {
      const answered = page.waitForResponse(/\/api\/login/)
      await signIn('not the password')
      await answered
    }
    await expect(dialogOf(page).getByRole('alert')).toContainText('Too many attempts. Try again in')
    await page.keyboard.press('Escape')
    await expect(card(page, 'Two lamps')).toBeVisible()
  })
})

test('signs in again through the provider in a small window', async ({ page, browser, context, server }) => {
  await page.goto('/api/login')
  await page.getByRole('link', { name: 'Continue with Keycloak' }).click()
  await enterAtProvider(page, 'mara')
  await expect(page.getByText('No tasks found.')).toBeVisible()
  await openAndType(page)
  const away = await anotherBrowser(browser, page, server.url)
  await away.request.post('/api/logout')
  await away.close()
  const opens = page.waitForEvent('popup')
  await dialogOf(page).getByRole('button', { name: 'Continue with Keycloak' }).click(NOTICED)
  const popup = await opens
  const closes = popup.waitForEvent('close')
  await enterAtProvider(popup, 'mara')
  await expect(dialogOf(page)).toBeHidden(NOTICED)
  await closes
  await expect(field(page)).toHaveValue('Order badges')
  await field(page).press('Enter')
  await expect.poll(async () => (await storedTasks(page)).length).toBe(3)

  await test.step('while another account is signed in', async () => {
    await field(page).pressSequentially('Two lamps')
    const other = await context.newPage()
    await context.clearCookies()
    await register(other, newPerson('Ada'))
    await expect(dialogOf(page).getByRole('alert')).toContainText('Another account is signed in.')
    await other.close()
    const opensAgain = page.waitForEvent('popup')
    await dialogOf(page).getByRole('button', { name: 'Continue with Keycloak' }).click()
    await enterAtProvider(await opensAgain, 'mara')
    await expect(dialogOf(page)).toBeHidden(NOTICED)
    await expect(field(page)).toHaveValue('Two lamps')
  })
})

test('a page that opens while another user signs in doesn’t show that user’s tasks', async ({ page }) => {
  await registerByApi(page, newPerson('Mara'))
  await page.route(
    '/',
    async (route) => {
      const response = await route.fetch()
      await registerByApi(page, newPerson('Ada'))
      await seedTasks(page, [{ title: 'Call the florist' }])
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const listed = page.waitForResponse(/\/api\/tasks\?/)
  await page.goto('/')
  expect((await listed).status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  await page.reload()
  await expect(card(page, 'Call the florist')).toBeVisible()
})
