import { rmSync, writeFileSync } from 'node:fs'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { fileButton, fileRow, slowDown, storedFiles, testFile } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, deafen, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { addTask, onlyTask, openAdd, openBoardOfOne, openEdit, saveTask } from '../support/task-forms.ts'

const MB = 2 ** 20
/** At so many bytes a second a file of 1 MB is on its way for longer than a busy machine takes to look at it. */
const CRAWL = 10_000
const LONG_NAME = 'Halvorsen supply contract.pdf'

test.use({ serverSettings: { MAX_UPLOAD_MB: '1' } })

test.describe('after the form has closed', () => {
  test('files go on their way, in sight, and leaving asks', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB), testFile('b.txt', 'b')])
    const speedUp = await slowDown(page, CRAWL)
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByRole('button', { name: /^Uploading 2 files/ })).toBeVisible()
    await expect(page.getByText('2 attachments')).toBeVisible()
    await panel.getByRole('button', { name: /^Uploading 2 files/ }).click()
    await expect(panel.getByRole('heading', { name: 'Show the flat' })).toBeVisible()
    await expect(panel.getByRole('progressbar', { name: 'Uploading a.bin' })).toBeVisible()

    const question = page.waitForEvent('dialog')
    void page.reload().catch(() => undefined)
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await expect(panel).toBeVisible()

    await speedUp()
    await expect(panel).toHaveCount(0, { timeout: 20_000 })
    const task = await onlyTask(page)
    expect(await storedFiles(page, task.id)).toEqual([
      ['a.bin', MB],
      ['b.txt', 1],
    ])
    await page.reload()
    await expect(card(page, 'Show the flat')).toBeVisible()
  })

  test('a cancelled one leaves no name behind', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB), testFile('b.txt', 'b')])
    const speedUp = await slowDown(page, CRAWL)
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByRole('button', { name: /^Uploading 2 files/ }).click()
    await panel.getByRole('button', { name: 'Cancel the upload of a.bin' }).click()
    await speedUp()
    await expect(panel).toHaveCount(0)
    await expect.poll(async () => (await onlyTask(page)).attachments).toEqual(['b.txt'])
    await expect(page.getByText('1 attachment', { exact: true })).toBeVisible()
  })

  test('an upload of an open form goes on when it is saved', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Show the flat' })
    const dialog = await openEdit(page, 'Show the flat')
    const speedUp = await slowDown(page, CRAWL)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB)])
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the house')
    await saveTask(page, dialog)
    await expect(page.getByRole('region', { name: 'Uploads' })).toBeVisible()
    await speedUp()
    await expect.poll(() => storedFiles(page, task.id), { timeout: 20_000 }).toEqual([['a.bin', MB]])
    expect((await onlyTask(page)).title).toBe('Show the house')
  })
})

test.describe('an upload that fails', () => {
  // The browser reports every answer that is no success in its console.
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  test('because the connection is lost keeps its row, and Retry sends it', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew all contracts')
    await page.route('**/attachments/plan.txt', (route) => route.abort('connectionreset'))
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan'), testFile('b.txt', 'b')])
    await expect(fileRow(dialog, 'plan.txt')).toContainText('The connection was lost.')
    await expect(dialog.getByRole('link', { name: 'b.txt' }), 'the next one goes on').toBeVisible()
    await page.unroute('**/attachments/plan.txt')
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).press('Enter')
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await expect(fileButton(dialog), 'the focus stays near').toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew all contracts')
    expect(await storedFiles(page, task.id)).toEqual([
      ['b.txt', 1],
      ['plan.txt', 4],
    ])
  })

  test('because only its answer is lost is not added twice', async ({ page }) => {
    // Else the file itself may come by the news, before its row says that the answer was lost.
    await deafen(page)
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    let isLost = true
    // It stays in the way: taken out, it might hold up another request of that moment.
    await page.route('**/attachments/plan.txt', async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
    await expect(fileRow(dialog, 'plan.txt')).toContainText('The connection was lost.')
    expect(await storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
    isLost = false
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).click()
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    expect(await storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
  })

  test('because the file is gone from the machine says so', async ({ page }, testInfo) => {
    await openBoard(page, [])
    const file = testInfo.outputPath('plan.txt')
    writeFileSync(file, 'plan')
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles(file)
    await expect(fileRow(dialog, 'plan.txt')).toContainText('4 bytes')
    rmSync(file)
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByText('The file was moved or changed. Choose it again.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Retry plan.txt' })).toHaveCount(0)
    await panel.getByRole('button', { name: 'Remove plan.txt' }).click()
    await expect(panel).toHaveCount(0)
    await expect.poll(async () => (await onlyTask(page)).attachments).toEqual([])
  })

  test('after the form has closed is told in words, and all of them can be tried again', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('a.txt', 'a'), testFile('b.txt', 'b')])
    await page.route('**/attachments/*', (route) => route.abort('internetdisconnected'))
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByRole('button', { name: '2 files were not attached' })).toBeVisible()
    await expect(panel.getByText('The connection was lost.')).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: 'b.txt was not attached.' })).toHaveCount(1)

    const edit = await openEdit(page, 'Show the flat')
    await expect(fileRow(edit, 'a.txt'), 'the form shows it too').toContainText('The connection was lost.')
    await page.keyboard.press('Escape')
    await page.unroute('**/attachments/*')
    await panel.getByRole('button', { name: 'Retry all' }).click()
    await expect(panel).toHaveCount(0)
    const task = await onlyTask(page)
    expect((await storedFiles(page, task.id)).map(([name]) => name)).toEqual(['a.txt', 'b.txt'])
  })

  test('because the session ended says how to go on, and goes on', async ({ page, context }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    const cookies = await context.cookies()
    await context.clearCookies()
    await fileButton(dialog).setInputFiles([testFile('plan.txt', MB)])
    await expect(fileRow(dialog, 'plan.txt')).toContainText(
      'You are signed out. Sign in again in another tab, then press Retry.',
    )
    await context.addCookies(cookies)
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).click()
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toContainText('1 MB')
    expect(await storedFiles(page, task.id)).toEqual([['plan.txt', MB]])
  })
})

test.describe('with axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedConsoleErrors: /Failed to load resource/ })
  test.beforeEach(async ({ page, isMobile }) => {
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
  })

  test('the list in the form for a new task is accessible', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([
      testFile(LONG_NAME, 'x'),
      testFile('a picture that is too large.png', MB + 1),
    ])
    await fileRow(dialog, LONG_NAME).scrollIntoViewIfNeeded()
    await expectAccessible(page, fileRow(dialog, LONG_NAME))
    await expectNoSidewaysScroll(page)
  })

  test('the list in the form of a task and the panel of uploads are accessible', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract', attachments: ['signature.tif'] })
    await page.request.put(attachmentPath(task.id, LONG_NAME), { data: 'x' })
    await page.request.put(attachmentPath(task.id, 'old.txt'), { data: 'x' })
    await page.reload()
    const dialog = await openEdit(page, 'Renew the contract')
    await page.route('**/attachments/broken.txt', (route) => route.abort('connectionreset'))
    await fileButton(dialog).setInputFiles([testFile('broken.txt', 'x')])
    await expect(fileRow(dialog, 'broken.txt')).toContainText('The connection was lost.')
    await slowDown(page, CRAWL)
    await fileButton(dialog).setInputFiles([testFile('film.bin', MB)])
    await dialog.getByRole('button', { name: 'Remove old.txt' }).click()
    const progress = dialog.getByRole('progressbar', { name: 'Uploading film.bin' })
    await expectAccessible(page, progress)
    await expectNoSidewaysScroll(page)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expectAccessible(page, panel.getByRole('progressbar', { name: 'Uploading film.bin' }))
    await expectNoSidewaysScroll(page)
  })
})
