import { mkdirSync, writeFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import {
  download,
  dropFiles,
  fileButton,
  fileRow,
  slowDown,
  storedFiles,
  testFile,
} from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, deafen, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { holdResponse } from '../support/hold-response.ts'
import { addTask, onlyTask, openAdd, openBoardOfOne, openEdit, saveTask } from '../support/task-forms.ts'

const MB = 2 ** 20
const LONG_NAME = 'Halvorsen supply contract.pdf'

test.use({ serverSettings: { MAX_UPLOAD_MB: '1' } })

test.describe('in the form for a new task', () => {
  test('uploads files with a new task and downloads the same bytes', { tag: '@narrow' }, async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    const film = testFile('film.bin', MB)
    await fileButton(dialog).setInputFiles([
      testFile('plan.txt', 'first'),
      testFile(LONG_NAME, 'contract'),
      film,
    ])
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'second'), testFile('empty.txt', '')])
    await fileButton(dialog).setInputFiles([testFile('unwanted.txt', 'x')])
    await expect(fileRow(dialog, 'film.bin')).toContainText('1 MB')
    await expect(fileRow(dialog, 'empty.txt')).toContainText('0 bytes')
    await expect(fileRow(dialog, 'plan (2).txt'), 'the second file of that name is numbered').toContainText(
      '6 bytes',
    )
    await expect(fileRow(dialog, LONG_NAME)).toContainText('Halvorsen supply …')
    await dialog.getByRole('button', { name: 'Remove unwanted.txt' }).click()
    await expect(fileRow(dialog, 'unwanted.txt')).toHaveCount(0)
    await expect(fileButton(dialog)).toBeFocused()

    await addTask(dialog, 'Renew the contract')
    await expect(card(page, 'Renew the contract')).toBeVisible()
    const task = await onlyTask(page)
    const names = ['plan.txt', LONG_NAME, 'film.bin', 'plan (2).txt', 'empty.txt']
    await expect.poll(async () => (await storedFiles(page, task.id)).map(([name]) => name)).toEqual(names)
    expect((await onlyTask(page)).attachments).toEqual(names)
    await expect(page.getByText('5 attachments')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)

    const edit = await openEdit(page, 'Renew the contract')
    const link = edit.getByRole('link', { name: 'film.bin' })
    const saved = await download(page, link)
    expect(saved.name).toBe('film.bin')
    expect(saved.bytes.equals(film.buffer), 'the bytes are the same').toBe(true)
    expect(await download(page, edit.getByRole('link', { name: LONG_NAME }))).toMatchObject({
      name: LONG_NAME,
      bytes: Buffer.from('contract'),
    })
    expect((await download(page, edit.getByRole('link', { name: 'empty.txt' }))).bytes).toHaveLength(0)
  })

  test('rejects a file that is too large before sending it, and keeps the other files', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the flat')
    await expect(dialog.getByText('Up to 1 MB each.')).toBeVisible()
    await fileButton(dialog).setInputFiles([
      testFile('walkthrough.mov', MB + 1),
      testFile('plan.txt', 'plan'),
    ])
    await expect(fileRow(dialog, 'walkthrough.mov')).toContainText('Larger than 1 MB')
    await expect(fileRow(dialog, 'plan.txt')).toContainText('4 bytes')
    await fileButton(dialog).setInputFiles([testFile(`${'é'.repeat(126)}.txt`, 'x')])
    await expect(dialog.getByRole('group', { name: /^Attachments/ })).toContainText(
      'Attachment name must be 255 bytes or fewer.',
    )
    await dialog.getByRole('button', { name: 'Remove walkthrough.mov' }).press('Enter')
    await expect(fileRow(dialog, 'walkthrough.mov')).toHaveCount(0)
    await expect(fileButton(dialog)).toBeFocused()
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog).toBeHidden()
    const task = await onlyTask(page)
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
  })

  test('adds and removes files by keyboard', async ({ page }) => {
    // Register the listener before the chooser opens.
    const chooser = page.waitForEvent('filechooser')
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the flat')
    await dialog.getByRole('slider', { name: 'Progress' }).focus()
    await tabTo(page, fileButton(dialog))
    await page.keyboard.press('Enter')
    await (await chooser).setFiles([testFile('a.txt', 'a'), testFile('b.txt', 'b')])
    await expect(fileButton(dialog)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Remove a.txt' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(fileButton(dialog)).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    const task = await onlyTask(page)
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['b.txt', 1]])
  })

  test.describe('when the task can’t be added', () => {
    // The browser logs the failed request.
    test.use({ expectedConsoleErrors: /Failed to load resource/ })

    test('keeps the chosen files and uploads them when a retry succeeds', async ({ page }) => {
      await openBoard(page, [])
      const dialog = await openAdd(page)
      await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
      await page.route('**/api/tasks', (route) => route.fulfill({ status: 500 }))
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the flat')
      await dialog.getByRole('button', { name: 'Add Task' }).click()
      await expect(page.getByText('Failed to create task. Please try again.', { exact: true })).toBeVisible()
      await expect(fileRow(dialog, 'plan.txt')).toContainText('4 bytes')
      await page.unroute('**/api/tasks')
      await dialog.getByRole('button', { name: 'Add Task' }).click()
      await expect(dialog).toBeHidden()
      const task = await onlyTask(page)
      await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
    })
  })

  test('keeps a file for the next task if it is chosen while the task is being added', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Show the flat')
    const letCome = await holdResponse(page, '**/api/tasks')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog.getByRole('button', { name: 'Adding' })).toBeVisible()
    await fileButton(dialog).setInputFiles([testFile('photo.txt', 'photo')])
    await expect(fileRow(dialog, 'photo.txt')).toBeVisible()
    letCome()
    await expect(fileRow(dialog, 'plan.txt')).toHaveCount(0)
    await expect(fileRow(dialog, 'photo.txt')).toBeVisible()
    const task = await onlyTask(page)
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])
  })

  test('accepts 100 files and says how many were left out', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    const files = Array.from({ length: 102 }, (_, i) => testFile(`${i}.txt`, 'x'))
    await fileButton(dialog).setInputFiles(files)
    await expect(
      dialog.getByText('A task can have at most 100 attachments. 2 files were left out.'),
    ).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Uploaded Files' }).getByRole('listitem')).toHaveCount(100)
    const height = (await dialog.getByRole('list', { name: 'Uploaded Files' }).boundingBox())?.height
    expect(height, 'the height of the list in px').toBeLessThanOrEqual(180)
  })

  test('asks for confirmation before discarding chosen files', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
    await expect(fileRow(dialog, 'plan.txt')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(fileRow(dialog, 'plan.txt')).toBeVisible()
    // The confirmation still handles Escape while it closes.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await openAdd(page)
    await expect(fileRow(dialog, 'plan.txt')).toHaveCount(0)
  })
})

test('accepts files dropped anywhere on the form, and rejects folders and drops outside it', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('Photos')
  mkdirSync(folder, { recursive: true })
  const file = testInfo.outputPath('Floor plan.txt')
  writeFileSync(file, 'four rooms')
  await openBoard(page, [])
  const dialog = await openAdd(page)
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Move house')

  await dropFiles(page, dialog.getByText('Drop files here or choose'), [file])
  await expect(fileRow(dialog, 'Floor plan.txt')).toContainText('10 bytes')
  await expect(fileRow(dialog, 'Floor plan.txt')).toBeInViewport()
  await dropFiles(page, dialog.getByRole('textbox', { name: 'Task Title' }), [file, folder])
  await expect(fileRow(dialog, 'Floor plan (2).txt')).toBeVisible()
  await expect(dialog.getByText('Photos is a folder. Choose the files in it instead.')).toBeVisible()
  await expect(fileRow(dialog, 'Floor plan (2).txt')).toBeInViewport()
  await dropFiles(page, dialog.getByRole('heading', { name: 'Add New Task' }), [file])
  await expect(dialog.getByRole('list', { name: 'Uploaded Files' }).getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Move house')

  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
  const task = await onlyTask(page)
  await expect
    .poll(() => storedFiles(page, task.id))
    .toEqual([
      ['Floor plan.txt', 10],
      ['Floor plan (2).txt', 10],
    ])
})

test.describe('in the edit form', () => {
  test('uploads a file immediately under an unused name, without a conflict in the open form', async ({
    page,
  }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    await page.request.put(attachmentPath(task.id, 'plan.txt'), { data: 'first' })
    await page.reload()
    const refusals = watchRefusals(page)
    const dialog = await openEdit(page, 'Renew the contract')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew all contracts')
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'second'), testFile('b.txt', 'b')])
    await expect(dialog.getByRole('link', { name: 'plan (2).txt' })).toContainText('6 bytes')
    await expect(dialog.getByRole('link', { name: 'b.txt' })).toContainText('1 byte')
    await expect(dialog.getByText('Edited elsewhere.')).toHaveCount(0)
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew all contracts')

    await saveTask(page, dialog)
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({
        title: 'Renew all contracts',
        attachments: ['plan.txt', 'plan (2).txt', 'b.txt'],
      })
    expect(refusals).toEqual([])
  })

  test('accepts a save that races with an upload of the same task', async ({ page }) => {
    await deafen(page)
    await openBoardOfOne(page, { title: 'Renew the contract' })
    const refusals = watchRefusals(page)
    const dialog = await openEdit(page, 'Renew the contract')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/api\/tasks\/\d+$/, async (route) => {
      if (route.request().method() === 'GET') await held
      await route.continue()
    })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew all contracts')
    await fileButton(dialog).setInputFiles([testFile('plan.txt', 'plan')])
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    letGo()
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ title: 'Renew all contracts', attachments: ['plan.txt'] })
    expect(refusals).toEqual([])
  })

  test.describe('of a task that was changed elsewhere', () => {
    // The browser logs the rejected save.
    test.use({ expectedConsoleErrors: /412/ })

    test('saves removals and edits on top of that change', async ({ page }) => {
      const task = await openBoardOfOne(page, { title: 'Renew', attachments: ['a.txt', 'b.txt'] })
      const dialog = await openEdit(page, 'Renew')
      await dialog.getByRole('button', { name: 'Remove a.txt' }).click()
      await page.request.put(attachmentPath(task.id, 'theirs.txt'), { data: 'theirs' })
      await saveTask(page, dialog)
      expect((await onlyTask(page)).attachments).toEqual(['b.txt', 'theirs.txt'])
      await expect.poll(() => storedFiles(page, task.id)).toEqual([['theirs.txt', 6]])
    })
  })

  test('removes files on save but not on cancel', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract', attachments: ['signature.tif'] })
    await page.request.put(attachmentPath(task.id, 'plan.txt'), { data: 'plan' })
    await page.reload()
    const dialog = await openEdit(page, 'Renew the contract')
    await expect(fileRow(dialog, 'signature.tif')).toContainText('name only')
    await expect(dialog.getByRole('link', { name: 'signature.tif' })).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Remove plan.txt' }).click()
    await expect(fileRow(dialog, 'plan.txt')).toContainText('Removed when you save')
    await expect(dialog.getByRole('button', { name: 'Keep plan.txt' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['plan.txt', 4]])

    await openEdit(page, 'Renew the contract')
    await expect(dialog.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove plan.txt' }).click()
    await dialog.getByRole('button', { name: 'Remove signature.tif' }).click()
    await dialog.getByRole('button', { name: 'Keep signature.tif' }).click()
    // A file uploaded in the meantime must stay.
    await fileButton(dialog).setInputFiles([testFile('new.txt', 'new')])
    await expect(dialog.getByRole('link', { name: 'new.txt' })).toBeVisible()
    await saveTask(page, dialog)
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['new.txt', 3]])
    expect((await onlyTask(page)).attachments).toEqual(['signature.tif', 'new.txt'])
  })

  test('uploads a file even if its name was marked for removal', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract', attachments: ['signature.tif'] })
    const dialog = await openEdit(page, 'Renew the contract')
    await dialog.getByRole('button', { name: 'Remove signature.tif' }).click()
    await fileButton(dialog).setInputFiles([testFile('signature.tif', 'signed')])
    await expect(dialog.getByRole('link', { name: 'signature.tif' })).toContainText('6 bytes')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renewed')
    await saveTask(page, dialog)
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['signature.tif', 6]])
  })

  test('shows the progress of an upload and cancels it', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: 'Renew the contract' })
    const dialog = await openEdit(page, 'Renew the contract')
    // The upload takes 20 s, so that the checks in between fit in on a busy machine.
    const speedUp = await slowDown(page, 50_000)
    await fileButton(dialog).setInputFiles([testFile('film.bin', MB), testFile('next.txt', 'next')])
    const progress = dialog.getByRole('progressbar', { name: 'Uploading film.bin' })
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(10)
    expect(Number(await progress.getAttribute('value'))).toBeLessThan(100)
    await expect(fileRow(dialog, 'next.txt')).toContainText('Waiting')
    await dialog.getByRole('button', { name: 'Cancel upload of film.bin' }).click()
    await speedUp()
    await expect(fileRow(dialog, 'film.bin')).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: 'next.txt' })).toBeVisible()
    await expect.poll(() => storedFiles(page, task.id)).toEqual([['next.txt', 4]])
  })
})

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(part).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
}

/** Collects every failed response from now on, as '412 PATCH'. */
function watchRefusals(page: Page): string[] {
  const refusals: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.request().method()}`)
  })
  return refusals
}
