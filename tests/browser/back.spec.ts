import type { Page } from '@playwright/test'

import { openBoard, registerByApi, seedTasks, untilOutboxIsOpen } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  GAP,
  LEAVE,
  LINK,
  type Opening,
  VERSIONS,
  WAITING,
  WELCOME,
  dialogOf,
  dialogsByPath,
  fillEveryDialog,
  openDialog,
  openView,
  signInAgain,
} from '../support/dialogs.ts'
import { openBoardOfOne, openEdit } from '../support/task-forms.ts'
import { removeTemplates } from '../support/template-page.ts'

const TITLE = 'Water filter'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const addressOf = (page: Page) => page.url().replace(/^[^/]+\/\/[^/]+/, '')

test.describe('Back', { tag: '@narrow' }, () => {
  test.afterEach(({ page }) => removeTemplates(page))

  test('closes every dialog and keeps the page and its filters', async ({ page, server }) => {
    await fillEveryDialog(page, server.url)
    for (const [path, chains] of dialogsByPath(page)) {
      await openView(page, path)
      for (const chain of chains) {
        for (const opening of chain) await openDialog(page, opening)
        for (let place = chain.length - 1; place >= 0; place--) await goBackFrom(page, chain, place)
        expect(addressOf(page), String(chain[0]?.name)).toBe(path)
      }
    }
  })

  test('closes the dialog with both versions and keeps the edits of the form under it', async ({ page }) => {
    await openBoard(page, [{ title: 'Board memo' }])
    await openDialog(page, VERSIONS)
    await goBackFrom(page, [VERSIONS])
    await expect(page.getByRole('textbox', { name: 'Task Title' })).toHaveValue('My memo')
  })

  test('closes the dialog shown after an absence', async ({ page }) => {
    await openDialog(page, WELCOME)
    await goBackFrom(page, [WELCOME])
    expect(addressOf(page)).toBe('/')
  })

  test('closes the prompt shown after the computer slept', async ({ page }) => {
    await openBoard(page, [{ title: 'Board memo' }])
    await openDialog(page, GAP)
    await goBackFrom(page, [GAP])
    expect(addressOf(page)).toBe('/')
  })

  test.describe('after the session ended', () => {
    test.use({ expectedConsoleErrors: /status of 401/ })

    test('closes the sign-in dialog and keeps the edits of the form under it', async ({
      page,
      browser,
      server,
    }) => {
      await openBoard(page, [{ title: 'Board memo' }])
      const again = signInAgain(browser, server.url)
      await openDialog(page, again)
      await goBackFrom(page, [again])
      await expect(page.getByRole('textbox', { name: 'Task Title' })).toHaveValue('My memo')
    })
  })

  test.describe('with a provider', () => {
    test.use({ providerAccounts: { mara: { email: 'mara@posteo.net' } } })

    test('closes the dialog that links the account', async ({ page }) => {
      await openBoard(page, [{ title: TITLE }])
      await openDialog(page, LINK)
      await goBackFrom(page, [LINK])
      expect(addressOf(page)).toBe('/')
    })
  })
})

test.describe('offline, on a phone', { tag: '@touch' }, () => {
  test.use({ expectedConsoleErrors: /net::ERR_/ })

  test('Back closes the list of waiting changes and the sign-out confirmation', async ({ page, context }) => {
    await openBoard(page, [{ title: TITLE }])
    await untilOutboxIsOpen(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: `Complete ${TITLE}` }).tap()
    for (const opening of [WAITING, LEAVE]) {
      await openDialog(page, opening)
      await goBackFrom(page, [opening])
      expect(addressOf(page), String(opening.name)).toBe('/')
    }
  })
})

test('Back after closing a dialog with the keyboard goes to the previous view', async ({ page }) => {
  await openBoard(page, [{ title: TITLE }])
  await tab(page, 'Completed').click()
  await expect(page).toHaveURL('/?view=completed')
  for (let time = 1; time <= 3; time++) {
    await button(page, 'Add Task').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  // The page goes back in the history shortly after the dialog has closed.
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
  await tab(page, 'Completed').focus()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(tab(page, 'Priority View')).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, 'Priority View')).toBeFocused()
})

test('slow history navigation closes neither the page nor a dialog opened afterwards', async ({ page }) => {
  await page.addInitScript(() => {
    const counts = { steps: 0, arrivals: 0 }
    Object.assign(window, { counts })
    const go = history.go.bind(history)
    history.go = (by) => {
      counts.steps++
      // The page waits two seconds for the history navigation.
      setTimeout(() => go(by), 2500)
    }
    addEventListener('popstate', () => counts.arrivals++)
  })
  await openBoard(page, [{ title: TITLE }])
  await tab(page, 'Completed').click()
  await button(page, 'Add Task').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await button(page, 'Add Task').click()
  await page.waitForFunction(() => Reflect.get(window, 'counts').arrivals === 1)
  expect(await page.evaluate(() => Reflect.get(window, 'counts').steps as number)).toBe(1)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/?view=completed')
})

test('Back asks for confirmation before discarding edits, and loses nothing', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const dialog = await openEdit(page, TITLE)
  const title = dialog.getByRole('textbox', { name: 'Task Title' })
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await title.fill('Water filters')
  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(title).toHaveValue('Water filters')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(dialog).toBeVisible()
  await expect(title).toHaveValue(TITLE)
})

test('Back works normally after a form is saved', async ({ page }) => {
  await openBoard(page, [{ title: TITLE }])
  await tab(page, 'Timeline').click()
  await tab(page, 'Priority View').click()
  const dialog = await openEdit(page, TITLE)
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filters')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/?view=timeline')
})

test('the URL of an edit form opens the form, even after a reload and on Forward, and Back closes it', async ({
  page,
}) => {
  await registerByApi(page)
  const [task, done] = await seedTasks(page, [{ title: TITLE }, { title: 'Payroll', completed: true }])
  await page.goto(`/?category=Task&edit=${task?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  const title = dialog.getByRole('textbox', { name: 'Task Title' })
  await expect(title).toHaveValue(TITLE)
  await page.reload()
  await expect(title).toHaveValue(TITLE)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/?category=Task')
  await page.goForward()
  await expect(title).toHaveValue(TITLE)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/?category=Task')
  await page.goto(`/?edit=${done?.id}`)
  await expect(title).toHaveValue('Payroll')
})

test('after a reload with an open dialog, every press of Back has an effect', async ({ page }) => {
  await openBoard(page, [{ title: TITLE }])
  await tab(page, 'Timeline').click()
  await button(page, 'Add Task').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(tab(page, 'Timeline')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test.describe('a URL with a missing task', () => {
  test.use({ expectedConsoleErrors: /status of 404/ })

  test('shows a message and is corrected', async ({ page, browser, server }) => {
    await openBoardOfOne(page, { title: TITLE })
    const elsewhere = await browser.newContext({ baseURL: server.url })
    const another = await elsewhere.newPage()
    await registerByApi(another)
    const [foreign] = await seedTasks(another, [{ title: 'Not yours' }])
    for (const id of [foreign?.id, 999_999, 'x']) {
      await page.goto(`/?view=timeline&task=${id}`)
      await expect(
        page.getByText('This task doesn’t exist. If it was deleted, look in the trash.', { exact: true }),
      ).toBeVisible()
      await expect(page).toHaveURL('/?view=timeline')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await elsewhere.close()
  })
})

/** Goes back from one of several nested dialogs, by default the first. The dialog below it must stay open. */
async function goBackFrom(page: Page, chain: readonly Opening[], place = 0): Promise<void> {
  const [below, opening] = [chain[place - 1], chain[place]]
  if (!opening) throw new Error('There is no such dialog.')
  await page.goBack()
  await expect(dialogOf(page, opening), String(opening.name)).toBeHidden()
  if (below) await expect(dialogOf(page, below), String(below.name)).toBeVisible()
}
