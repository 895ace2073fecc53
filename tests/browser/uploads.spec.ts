import { rmSync, writeFileSync } from 'node:fs'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { fileButton, fileRow, slowDown, storedFiles, testFile } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, deafen, openBoard, restOnUndo } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { addTask, onlyTask, openAdd, openBoardOfOne, openEdit, saveTask } from '../support/task-forms.ts'

const MB = 2 ** 20
/** A speed in bytes per second, slow enough to observe the upload of a 1 MB file on a busy machine. */
const CRAWL = 10_000
const LONG_NAME = 'Halvorsen supply contract.pdf'

test.use({ serverSettings: { MAX_UPLOAD_MB: '1' } })

test.describe('after the form has closed', () => {
  test('shows uploads in a panel and asks for confirmation before leaving the page', async ({ page }) => {
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
    await expect
      .poll(() => storedFiles(page, task.id))
      .toEqual([
        ['a.bin', MB],
        ['b.txt', 1],
      ])
    await page.reload()
    await expect(card(page, 'Show the flat')).toBeVisible()
  })

  test('removes the name of a canceled upload', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB), testFile('b.txt', 'b')])
    const speedUp = await slowDown(page, CRAWL)
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByRole('button', { name: /^Uploading 2 files/ }).click()
    await panel.getByRole('button', { name: 'Cancel upload of a.bin' }).click()
    await speedUp()
    await expect(panel).toHaveCount(0)
    await expect.poll(async () => (await onlyTask(page)).attachments).toEqual(['b.txt'])
    await expect(page.getByText('1 attachment', { exact: true })).toBeVisible()
  })

  test('continues an upload after its form is saved', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Show the flat' })
    const dialog = await openEdit(page, 'Show the flat')
    const speedUp = await slowDown(page, CRAWL)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB)])
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the house')
    await saveTask(page, dialog)
    await expect(page.getByRole('region', { name: 'Uploads' })).toBeVisible()
    await speedUp()
    await expect.poll(() => storedFiles(page, task.id), { timeout: 20_000 }).toEqual([['a.bin', MB]])
    await expect.poll(async () => (await onlyTask(page)).title).toBe('Show the house')
  })
})

test('resumes an upload when the deletion of its task is undone', async ({ page }) => {
  const task = await openBoardOfOne(page, { title: 'Show the flat' })
  const dialog = await openEdit(page, 'Show the flat')
  const speedUp = await slowDown(page, CRAWL)
  await fileButton(dialog).setInputFiles([testFile('a.bin', MB), testFile('b.txt', 'b')])
  await expect(dialog.getByRole('progressbar', { name: 'Uploading a.bin' })).toBeVisible()
  page.once('dialog', (question) => void question.accept())
  await dialog.getByRole('button', { name: 'Delete Task' }).click()
  const undo = await restOnUndo(page)
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel).toHaveCount(0)
  await undo.click()
  await expect(panel.getByRole('button', { name: /^Uploading 2 files/ })).toBeVisible()
  await speedUp()
  await expect
    .poll(() => storedFiles(page, task.id), { timeout: 20_000 })
    .toEqual([
      ['a.bin', MB],
      ['b.txt', 1],
    ])
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('2 attachments')).toBeVisible()
})

test.describe('an upload that fails', () => {
  // The browser logs every failed request.
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  test('keeps its row after a lost connection, and Retry sends it', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew all contracts')
    await page.route('**/attachments/plan.txt', (route) => route.abort('connectionreset'))
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan'), testFile('b.txt', 'b')])
    await expect(fileRow(dialog, 'plan.txt')).toContainText('The connection was lost.')
    await expect(dialog.getByRole('link', { name: 'b.txt' }), 'the next one continues').toBeVisible()
    await page.unroute('**/attachments/plan.txt')
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).press('Enter')
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await expect(fileButton(dialog), 'the focus stays near').toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew all contracts')
    await expect
      .poll(() => storedFiles(page, task.id))
      .toEqual([
        ['b.txt', 1],
        ['plan.txt', 4],
      ])
  })

  test('because another device deleted its task resumes when that device restores the task', async ({
    page,
  }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    const speedUp = await slowDown(page, CRAWL)
    await fileButton(dialog).setInputFiles([testFile('a.bin', MB)])
    await expect(dialog.getByRole('progressbar', { name: 'Uploading a.bin' })).toBeVisible()
    await page.request.delete(`/api/tasks/${task.id}`)
    await speedUp()
    await expect(page.getByText('The task no longer exists.', { exact: true }).last()).toBeVisible()
    await page.request.post(`/api/tasks/${task.id}/restore`)
    await expect.poll(() => storedFiles(page, task.id), { timeout: 20_000 }).toEqual([['a.bin', MB]])
  })

  test('is not added twice if only the response was lost', async ({ page }) => {
    // Otherwise the live update could show the file before the row reports the lost response.
    await deafen(page)
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    let isLost = true
    // The route stays, because removing it could delay another request.
    await page.route('**/attachments/plan.txt', async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
    await expect(fileRow(dialog, 'plan.txt')).toContainText('The connection was lost.')
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
    isLost = false
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).click()
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
  })

  test('says that the file was moved or changed', async ({ page }, testInfo) => {
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

  test('is announced after its form closed, and Retry all sends every failed file', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('a.txt', 'a'), testFile('b.txt', 'b')])
    await page.route('**/attachments/*', (route) => route.abort('internetdisconnected'))
    await addTask(dialog, 'Show the flat')
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByRole('button', { name: '2 files not attached' })).toBeVisible()
    await expect(panel.getByText('The connection was lost.')).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: 'b.txt wasn’t attached.' })).toHaveCount(1)

    const edit = await openEdit(page, 'Show the flat')
    await expect(fileRow(edit, 'a.txt'), 'the form shows it too').toContainText('The connection was lost.')
    await page.keyboard.press('Escape')
    await page.unroute('**/attachments/*')
    await panel.getByRole('button', { name: 'Retry all' }).click()
    await expect(panel).toHaveCount(0)
    const task = await onlyTask(page)
    const names = async () => (await storedFiles(page, task.id)).map(([name]) => name)
    await expect.poll(names).toEqual(['a.txt', 'b.txt'])
  })

  test('says to sign in again after the session ended, and Retry works then', async ({ page, context }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    const cookies = await context.cookies()
    await context.clearCookies()
    await fileButton(dialog).setInputFiles([testFile('plan.txt', MB)])
    await expect(fileRow(dialog, 'plan.txt')).toContainText(
      'You’re signed out. Sign in again in another tab, then press Retry.',
    )
    await context.addCookies(cookies)
    await dialog.getByRole('button', { name: 'Retry plan.txt' }).click()
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toContainText('1 MB')
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', MB]])
  })
})

test.describe('accessibility', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ })
  test.beforeEach(async ({ page, isMobile }) => {
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
  })

  test('has an accessible list in the form for a new task', async ({ page }) => {
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

  test(
    'has an accessible list in the edit form, and an accessible panel',
    { tag: '@narrow' },
    async ({ page }) => {
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
    },
  )
})
