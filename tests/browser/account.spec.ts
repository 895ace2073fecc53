import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'

import { expectAccessible } from '../support/accessibility.ts'
import { openBoard, registerByApi, seedTasks } from '../support/board-page.ts'
import { expect, newPerson, signIn, test } from '../support/browser-test.ts'

/** Opens what is behind the avatar. */
async function openMenu(page: Page, item: string): Promise<void> {
  await expect(page.getByText(/^\d+ open$/)).toBeVisible()
  await page.getByRole('button', { name: 'Account: Mara' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the menu behind the avatar says who is signed in, and is accessible', async ({ page }) => {
  const person = await registerByApi(page)
  await page.goto('/')
  await expect(page.getByText('0 open')).toBeVisible()
  await page.getByRole('button', { name: 'Account: Mara' }).press('Enter')
  const menu = page.getByRole('menu', { name: 'Account' })
  await expect(menu.getByText(person.email)).toBeVisible()
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Change password',
    'Where you are signed in',
    'Export my data',
    'Delete my account',
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account: Mara' })).toBeFocused()
  for (const [item, title] of [
    ['Change password', 'Change password'],
    ['Where you are signed in', 'Where you are signed in'],
    ['Delete my account', 'Delete my account'],
  ] as const) {
    await openMenu(page, item)
    await expectAccessible(page, page.getByRole('dialog', { name: title }))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test.describe('with a wrong password first', () => {
  test.use({ expectedConsoleErrors: /status of 40[13]/ })

  test('the password is changed, and other browsers are signed out', async ({ page, browser, server }) => {
    const person = newPerson()
    await registerByApi(page, person)
    const elsewhere = await browser.newContext({ baseURL: server.url })
    const phone = await elsewhere.newPage()
    await signIn(phone, person)
    await page.goto('/')
    await openMenu(page, 'Change password')
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const submit = dialog.getByRole('button', { name: 'Change password' })
    await submit.click()
    await expect(dialog.getByText('Enter your current password.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('something else')
    await dialog.getByRole('textbox', { name: 'New password' }).fill('short')
    await submit.click()
    await expect(dialog.getByText('A password has 8 to 128 characters.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'New password' }).fill('a second green harbour')
    await submit.click()
    await expect(dialog.getByText('This is not your current password.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'New password' })).toHaveValue('a second green harbour')
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Your other browsers were signed out.', { exact: true })).toBeVisible()
    expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401)
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
    await elsewhere.close()
  })

  test('the account is deleted, once its e-mail was typed and its password given', async ({ page }) => {
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
    await expect(dialog.getByText('This is not the e-mail of this account.')).toBeVisible()
    await dialog.getByRole('textbox', { name: `To confirm, type ${person.email}` }).fill(person.email)
    await password.fill('something else')
    await submit.click()
    await expect(dialog.getByText('This is not your current password.')).toBeVisible()
    await password.fill(person.password)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
    expect((await page.request.post('/api/login', { data: person })).status()).toBe(401)
  })
})

test('another browser is listed and signed out', async ({ page, browser, server }) => {
  const person = newPerson()
  await registerByApi(page, person)
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  await elsewhere.request.post('/api/login', { data: person })
  await page.goto('/')
  await openMenu(page, 'Where you are signed in')
  const browsers = page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
  await expect(browsers).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401)
  await elsewhere.close()
})

test('everything is exported as one archive', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }, { title: 'Payroll' }])
  const download = page.waitForEvent('download')
  await openMenu(page, 'Export my data')
  const archive = await download
  expect(archive.suggestedFilename()).toMatch(/^tenfold-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(new Uint8Array(readFileSync(await archive.path())))
  const { tasks } = JSON.parse(strFromU8(files['tenfold.json'] ?? new Uint8Array())) as { tasks: object[] }
  expect(tasks).toHaveLength(2)
  await expect(page.getByText('2 open')).toBeVisible()
})
