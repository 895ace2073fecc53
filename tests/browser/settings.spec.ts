import type { Page } from '@playwright/test'

import type { Settings } from '#domain/account/settings.ts'

import { deafen, openBoard, registerByApi } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'

test(
  'saves the working hours and the start of the day, and shows them on other devices immediately',
  { tag: '@narrow' },
  async ({ page, browser, server }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    const other = await anotherBrowser(browser, page, server.url)
    const elsewhere = await other.newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('1 open')).toBeVisible()
    await openSettings(elsewhere)
    const theirs = elsewhere.getByRole('spinbutton', { name: 'Mon' })
    await expect(theirs).toHaveValue('6')

    await openSettings(page)
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('spinbutton', { name: 'Mon' }).fill('25')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Use 0–24 hours.')
    await expect(dialog.getByRole('spinbutton', { name: 'Mon' })).toBeFocused()
    await dialog.getByRole('spinbutton', { name: 'Mon' }).fill('7.5')
    await dialog.getByLabel('The day starts at').fill('08:30')
    await dialog.getByRole('switch', { name: 'Banner' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const stored = { hoursPerWeekday: [7.5, 6, 6, 6, 6, 2, 2], dayStartsAt: '08:30', hidesBanner: true }
    await expect.poll(() => settingsOf(page)).toMatchObject(stored)

    await expect(theirs).toHaveValue('7.5')
    await expect(elsewhere.getByLabel('The day starts at')).toHaveValue('08:30')
    await other.close()
  },
)

test.describe('the page for an unknown address', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('changes nothing for a user who signed in later', async ({ page }) => {
    await openBoard(page, [])
    await page.goto('/nowhere')
    await registerByApi(page)
    await openSettings(page)
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('switch', { name: 'Banner' }).click()
    const rejected = page.waitForResponse((response) => response.status() === 401)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rejected
    expect(await settingsOf(page)).toMatchObject({ hidesBanner: false })
  })
})

test('saving one setting keeps another that was changed on another device', async ({ page }) => {
  await deafen(page)
  await openBoard(page, [])
  await openSettings(page)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('switch', { name: 'Banner' }).click()
  const hoursPerWeekday = [8, 8, 8, 8, 8, 0, 0]
  await page.request.patch('/api/settings', { data: { hoursPerWeekday, dayStartsAt: '07:00' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => settingsOf(page))
    .toMatchObject({ hoursPerWeekday, dayStartsAt: '07:00', hidesBanner: true })
})

test('says that a setting that you are changing was changed elsewhere', async ({ page }) => {
  await openBoard(page, [])
  await openSettings(page)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const hoursOf = (day: string) => dialog.getByRole('spinbutton', { name: day })
  await hoursOf('Mon').fill('7')
  const changed = dialog.getByText('Changed elsewhere. Your edits are kept.')
  await page.request.patch('/api/settings', { data: { hoursPerWeekday: [6, 5, 5, 5, 5, 0, 0] } })
  await expect(hoursOf('Tue')).toHaveValue('5')
  await expect(changed).toHaveCount(0)
  await page.request.patch('/api/settings', { data: { hoursPerWeekday: [4, 5, 5, 5, 5, 0, 0] } })
  await expect(changed).toBeVisible()
  await expect(hoursOf('Mon')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => settingsOf(page)).toMatchObject({ hoursPerWeekday: [7, 5, 5, 5, 5, 0, 0] })
})

test('on a phone, the buttons share the width below the note @touch', async ({ page }) => {
  await openBoard(page, [])
  await openSettings(page)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const widthOf = async (name: string) =>
    (await dialog.getByRole('button', { name, exact: true }).boundingBox())?.width ?? 0
  expect(await widthOf('Cancel')).toBeGreaterThan(160)
  expect(await widthOf('Save')).toBe(await widthOf('Cancel'))
  await expect(dialog.getByText('Saved on the server for all your devices.')).toBeVisible()
})

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account: Mara' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
}

async function settingsOf(page: Page): Promise<Settings> {
  return (await (await page.request.get('/api/settings')).json()) as Settings
}
