import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { openBoard, registerByApi, seedTasks, watchWrites } from '../support/board-page.ts'
import { expect, newPerson, signIn, test } from '../support/browser-test.ts'
import { holdDeletion, holdResponse } from '../support/hold-response.ts'
import { openAdd } from '../support/task-forms.ts'

/** Opens an item of the account menu. */
async function openMenu(page: Page, item: string): Promise<void> {
  await expect(page.getByText(/^\d+ open$/)).toBeVisible()
  await page.getByRole('button', { name: 'Account: Mara' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('has an accessible account menu that shows who is signed in', { tag: '@narrow' }, async ({ page }) => {
  const person = await registerByApi(page)
  await page.goto('/')
  await expect(page.getByText('0 open')).toBeVisible()
  await page.getByRole('button', { name: 'Account: Mara' }).press('Enter')
  const menu = page.getByRole('menu', { name: 'Account' })
  await expect(menu.getByText(person.email)).toBeVisible()
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Hide the banner',
    'Settings',
    'Change password',
    'Active sessions',
    'Trash',
    'Export my data',
    'Licenses',
    'Delete my account',
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account: Mara' })).toBeFocused()
  for (const [item, title] of [
    ['Settings', 'Settings'],
    ['Change password', 'Change password'],
    ['Active sessions', 'Active sessions'],
    ['Delete my account', 'Delete my account'],
  ] as const) {
    await openMenu(page, item)
    await expectAccessible(page, page.getByRole('dialog', { name: title }))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test.describe('after a wrong password', () => {
  test.use({ expectedConsoleErrors: /status of 40[13]/ })

  test('changes the password and signs out other browsers', async ({ page, browser, server }) => {
    const person = newPerson()
    await registerByApi(page, person)
    const elsewhere = await browser.newContext({ baseURL: server.url })
    const phone = await elsewhere.newPage()
    await signIn(phone, person)
    await page.goto('/')
    await openMenu(page, 'Change password')
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const submit = dialog.getByRole('button', { name: 'Change password' })
    const current = dialog.getByRole('textbox', { name: 'Current password' })
    const next = dialog.getByRole('textbox', { name: 'New password' })
    await submit.click()
    await expect(dialog.getByText('Enter your current password.')).toBeVisible()
    await expect(current).toBeFocused()
    await current.fill('something else')
    await next.fill('short')
    await submit.click()
    await expect(dialog.getByText('Use 8–128 characters.')).toBeVisible()
    await expect(next).toBeFocused()
    await next.fill('a second green harbour')
    await submit.click()
    await expect(dialog.getByText('This is not your current password. Try again.')).toBeVisible()
    await expect(current).toBeFocused()
    await expect(next).toHaveValue('a second green harbour')
    await current.fill(person.password)
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Your other browsers were signed out.', { exact: true })).toBeVisible()
    expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401)
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
    await elsewhere.close()
  })

  test('deletes the account after its email and password are typed', async ({ page }) => {
    const person = newPerson()
    await registerByApi(page, person)
    await seedTasks(page, [{ title: 'Water filter' }])
    await page.goto('/')
    await openMenu(page, 'Delete my account')
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    const submit = dialog.getByRole('button', { name: 'Delete my account' })
    const password = dialog.getByRole('textbox', { name: 'Password' })
    await password.fill(person.password)
    await submit.click()
    await expect(dialog.getByText('That doesn’t match this account’s email.')).toBeVisible()
    const email = dialog.getByRole('textbox', { name: `To confirm, type ${person.email}` })
    await expect(email).toBeFocused()
    await email.fill(person.email)
    await password.fill('something else')
    await submit.click()
    await expect(dialog.getByText('This is not your current password. Try again.')).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill(person.password)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
    expect((await page.request.post('/api/login', { data: person })).status()).toBe(401)
  })
})

/** Returns the storage keys of the drafts in this browser. */
function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tenfold:draft:')))
}

test.describe('while the response is pending', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('an account is deleted completely even if its dialog is closed', async ({ page }) => {
    const person = await registerByApi(page)
    const other = await page.context().newPage()
    await other.goto('/')
    const form = await openAdd(other)
    await form.getByRole('textbox', { name: 'Task Title' }).fill('Quiet corner')
    await expect.poll(() => draftsIn(other)).toHaveLength(1)
    await other.close()
    await page.goto('/')
    await openMenu(page, 'Delete my account')
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await dialog.getByRole('textbox', { name: `To confirm, type ${person.email}` }).fill(person.email)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
    const letCome = await holdResponse(page, '**/api/auth/user')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByRole('button', { name: 'Deleting' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    letCome()
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
    await expect.poll(() => draftsIn(page)).toEqual([])
  })

  test('a changed password is reported even if the field is edited again', async ({ page }) => {
    const person = await registerByApi(page)
    await page.goto('/')
    await openMenu(page, 'Change password')
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const field = dialog.getByRole('textbox', { name: 'New password' })
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await field.fill('a second green harbour')
    const letCome = await holdResponse(page, '**/api/auth/password')
    await field.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Changing' })).toBeVisible()
    await field.press('End')
    await field.press('s')
    letCome()
    await expect(page.getByText('Your other browsers were signed out.', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  test('a changed password doesn’t close a dialog opened in the meantime', async ({ page }) => {
    const person = await registerByApi(page)
    await page.goto('/')
    await openMenu(page, 'Change password')
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await dialog.getByRole('textbox', { name: 'New password' }).fill('a second green harbour')
    const letCome = await holdResponse(page, '**/api/auth/password')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByRole('button', { name: 'Changing' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await openMenu(page, 'Settings')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByLabel('The day starts at').fill('07:15')
    letCome()
    await expect(page.getByText('Your other browsers were signed out.', { exact: true })).toBeVisible()
    await expect(settings).toHaveAttribute('data-state', 'open')
    await expect(settings.getByLabel('The day starts at')).toHaveValue('07:15')
  })
})

test('lists another browser and signs it out', async ({ page, browser, server }) => {
  const person = newPerson()
  await registerByApi(page, person)
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  await elsewhere.request.post('/api/login', { data: person })
  await page.goto('/')
  await openMenu(page, 'Active sessions')
  const browsers = page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  const writes = watchWrites(page)
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).dblclick()
  await expect(browsers).toHaveCount(1)
  expect(await writes()).toHaveLength(1)
  await expect(page.getByText('You aren’t signed in anywhere else.')).toBeVisible()
  expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401)
  await elsewhere.close()
})

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('the list of sessions shows each error once, even if its dialog was closed', async ({
    page,
    browser,
    server,
  }) => {
    const person = newPerson()
    await registerByApi(page, person)
    const elsewhere = await browser.newContext({ baseURL: server.url })
    await elsewhere.request.post('/api/login', { data: person })
    await page.goto('/')
    await openMenu(page, 'Active sessions')
    const dialog = page.getByRole('dialog', { name: 'Active sessions' })
    const signOutOthers = dialog.getByRole('button', { name: 'Sign out all others' })
    const letCome = await holdDeletion(page, '**/api/auth/sessions', 500)
    await signOutOthers.click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    letCome()
    const text = page.getByText('Something went wrong on the server. Try again in a moment.', { exact: true })
    await expect(text).toBeVisible()
    await page.getByRole('listitem').filter({ has: text }).getByRole('button', { name: 'Close' }).click()
    await expect(text).toHaveCount(0)
    await openMenu(page, 'Active sessions')
    await expect(signOutOthers).toBeVisible()
    await expect(text).toHaveCount(0)
    await signOutOthers.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await openMenu(page, 'Active sessions')
    await expect(signOutOthers).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await elsewhere.close()
  })
})

test('exports all data as one zip file', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }, { title: 'Payroll' }])
  const download = page.waitForEvent('download')
  await openMenu(page, 'Export my data')
  const archive = await download
  expect(archive.suggestedFilename()).toMatch(/^tenfold-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(new Uint8Array(readFileSync(await archive.path())))
  const { tasks } = JSON.parse(strFromU8(files['tenfold.json'] ?? new Uint8Array())) as { tasks: object[] }
  expect(tasks).toHaveLength(2)
  await expect(page.getByText('2 open')).toBeVisible()

  await openMenu(page, 'Delete my account')
  const again = page.waitForEvent('download')
  const link = page.getByRole('link', { name: 'Export your data first.' })
  await expect(link).toHaveAttribute('download', '')
  await link.click()
  expect((await again).suggestedFilename()).toMatch(/^tenfold-\d{4}-\d\d-\d\d\.zip$/)
})

test('shows the licenses of the packages in the pages and the server', async ({ page, context }) => {
  await openBoard(page, [])
  await page.getByRole('button', { name: 'Account: Mara' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Licenses' }).click()
  const text = (await opened).locator('body')
  for (const name of ['react-dom', '@radix-ui/react-dialog', '@fontsource-variable/inter', 'fastify'])
    await expect(text).toContainText(`## ${name} - `)
})

test('asks for confirmation before signing out through a link of unknown origin', async ({ page }) => {
  const person = await registerByApi(page)
  await page.goto('/')
  await expect(page.getByText('0 open')).toBeVisible()
  // The request has no Sec-Fetch-Site, as on plain http, and no Referer, as for a typed URL.
  await page.route('**/api/logout', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const { cookie = '' } = await route.request().allHeaders()
    return route.fulfill({ response: await route.fetch({ headers: { cookie } }) })
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/api/logout')
    await expect(page).toHaveTitle('Log out · Tenfold')
    await expect(page.getByText(`You’re signed in as ${person.email}.`)).toBeVisible()
    await expectAccessible(page, page.getByRole('heading', { name: 'Log out of Tenfold?' }))
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('link', { name: 'Back to your tasks' }).click()
  await expect(page.getByText('0 open')).toBeVisible()
  await page.goto('/api/logout')
  await page.getByRole('button', { name: 'Log out' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
})
