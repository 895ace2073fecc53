import { writeFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { dropFiles, pasteFile, storedFiles, testFile, testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, changeElsewhere, deafen, deleteElsewhere, watchWrites } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { countSome, openCanvas, saveButton, textOf } from '../support/canvas.ts'
import { untilKept } from '../support/drafts.ts'
import { onlyTask, openBoardOfOne } from '../support/task-forms.ts'

const TITLE = 'Redline the contract'
const CHANGED = 'This task was edited elsewhere. Your edits are kept.'
const FAILED = 'Could not save your work.'

test('shortcuts start work and save notes with the time, and the focus returns to the card', async ({
  page,
}) => {
  await openBoardOfOne(page, { title: TITLE, description: 'Clauses 4 and 9.', elapsedTime: 60 })
  const canvas = await openCanvas(page, TITLE)
  await expect(canvas.getByText('Running', { exact: true })).toBeVisible()
  await expect(canvas.getByText('Clauses 4 and 9.')).toBeVisible()
  await expect(textOf(canvas, 'Clear Goals')).toBeFocused()
  await page.keyboard.type('A version to sign')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4.2: seven days\nsettled')
  await page.keyboard.press('Tab')
  await expect(textOf(canvas, 'Next Steps')).toBeFocused()
  const seconds = await countSome(canvas)
  await textOf(canvas, 'Next Steps').press('Control+Enter')
  await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
  await expect(canvas).toBeHidden()
  await expect(card(page, TITLE)).toBeFocused()
  await expect
    .poll(() => onlyTask(page))
    .toMatchObject({
      clearGoals: 'A version to sign',
      notes: '4.2: seven days\nsettled',
      nextSteps: null,
      elapsedTime: 60 + seconds,
      version: 2,
    })
})

test('Reset keeps the focus, so that Ctrl+Enter still saves the notes', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const canvas = await openCanvas(page, TITLE)
  await textOf(canvas, 'Notes').fill('4.2: seven days')
  const reset = canvas.getByRole('button', { name: `Reset the timer for ${TITLE}` })
  await reset.click()
  await expect(canvas.getByText('Not started', { exact: true })).toBeVisible()
  await expect(reset).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(canvas).toBeHidden()
  await expect.poll(() => onlyTask(page)).toMatchObject({ notes: '4.2: seven days' })
})

test('closing keeps the timer running, announces it, and sends nothing', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const writes = watchWrites(page)
  const canvas = await openCanvas(page, TITLE)
  await expect(canvas.getByText('No description provided')).toBeVisible()
  await expect(
    canvas.getByText('Closing keeps the timer running. Time is added when you save.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  await expect(card(page, TITLE)).toBeFocused()
  await page.getByRole('region', { name: 'Timer' }).getByRole('button', { name: TITLE }).click()
  await expect(canvas.getByText('Running', { exact: true })).toBeVisible()
  expect(await writes()).toEqual([])
})

test('a long title and description leave enough space to work', { tag: '@narrow' }, async ({ page }) => {
  const title = `${TITLE} `.repeat(23).trim()
  const lines = Array.from({ length: 40 }, (_, i) => `Clause ${i + 1}`)
  await openBoardOfOne(page, { title, description: lines.join('\n') })
  const canvas = await openCanvas(page, title)
  await expect(textOf(canvas, 'Clear Goals')).toBeInViewport()
  await canvas.getByRole('button', { name: 'Show full description' }).click()
  await expect(canvas.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('text over the length limit is reported and not sent', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const writes = watchWrites(page)
  const canvas = await openCanvas(page, TITLE)
  await textOf(canvas, 'Notes').fill('a'.repeat(50_001))
  await expect(textOf(canvas, 'Notes')).toHaveAccessibleDescription(
    'Notes must be 50,000 characters or fewer.',
  )
  await saveButton(canvas).click()
  await expect(textOf(canvas, 'Notes')).toBeFocused()
  expect(await writes()).toEqual([])
})
test('text typed during a save isn’t treated as saved', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const canvas = await openCanvas(page, TITLE)
  await textOf(canvas, 'Notes').fill('typed')
  const letGo = await holdNextWrite(page)
  await saveButton(canvas).click()
  await expect(canvas.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await textOf(canvas, 'Notes').fill('typed, and more')
  letGo()
  await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
  await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'typed' })
  await expect(textOf(canvas, 'Notes')).toHaveValue('typed, and more')
  // The canvas stays open even without unsaved text.
  await textOf(canvas, 'Notes').fill('typed')
  await textOf(canvas, 'Notes').fill('typed, and more')
  await saveButton(canvas).click()
  await expect(canvas).toBeHidden()
  await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'typed, and more' })
})

test.describe('texts changed elsewhere', () => {
  // The browser logs the rejected save.
  test.use({ expectedConsoleErrors: /status of 412/ })

  test('appear side by side, and nothing is saved before a choice', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, { title: TITLE, notes: 'before', clearGoals: 'sign' })
    const canvas = await openCanvas(page, TITLE)
    const seconds = await countSome(canvas)
    await textOf(canvas, 'Notes').fill('mine')
    await textOf(canvas, 'Clear Goals').fill('sign today')
    await changeElsewhere(page, task, { notes: 'theirs', clearGoals: 'sign tomorrow', elapsedTime: 600 })
    await saveButton(canvas).click()
    await expect(canvas.getByText(CHANGED)).toBeInViewport()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ notes: 'theirs', clearGoals: 'sign tomorrow', version: 2 })

    await saveButton(canvas).click()
    const notes = page.getByRole('radiogroup', { name: 'Notes' })
    await expect(notes.getByRole('radio', { name: 'Saved version: theirs' })).toBeVisible()
    await expect(notes.getByRole('radio', { name: 'Your edits: mine' })).toBeChecked()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ notes: 'theirs', clearGoals: 'sign tomorrow', version: 2 })
    await page.getByRole('radio', { name: 'Saved version: sign tomorrow' }).click()
    await page.getByRole('button', { name: 'Save choices' }).click()
    await expect(canvas).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({
        notes: 'mine',
        clearGoals: 'sign tomorrow',
        elapsedTime: 600 + seconds,
      })
  })

  test('are merged silently if the user edited other texts', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('mine')
    await changeElsewhere(page, task, { nextSteps: 'theirs', title: TITLE })
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'mine', nextSteps: 'theirs' })
  })

  test('are detected if they changed between a crash and the restart', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE, notes: 'before' })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('mine')
    await untilKept(page, 'mine')
    await changeElsewhere(page, task, { notes: 'theirs' })
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('mine')
    await canvas.getByRole('button', { name: 'Show both versions' }).click()
    await expect(page.getByRole('radio', { name: 'Saved version: theirs' })).toBeVisible()
  })
})

test.describe('when the server is unavailable', () => {
  test.use({
    expectedConsoleErrors: /net::ERR_|status of (422|500)/,
  })

  test('text and time are saved once if the server restarts while the canvas is open', async ({
    page,
    server,
  }) => {
    await openBoardOfOne(page, { title: TITLE, elapsedTime: 60 })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed before the power failure')
    const seconds = await countSome(canvas)
    await server.kill()
    // Until the page knows that the server is back, a save would wait.
    const connected = page.waitForResponse(/\/api\/events/)
    await server.start()
    await connected
    await expect(page.getByText(/You’re offline|The server is unavailable/)).toHaveCount(0)
    await saveButton(canvas).click()
    await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
    await expect(canvas).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({
        notes: 'typed before the power failure',
        elapsedTime: 60 + seconds,
        version: 2,
      })
    await expect(page.getByRole('region', { name: 'Timer' })).toHaveCount(0)
  })

  test('a rejected save keeps everything, and a retry saves it once', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE, elapsedTime: 60 })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    const seconds = await countSome(canvas)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/tasks/*', async (route) => {
      await promise
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke.' } })
    })
    await saveButton(canvas).click()
    await expect(canvas.getByRole('button', { name: 'Saving...' })).toBeVisible()
    // During the save, the text that was sent is no longer an edit.
    for (const text of ['typed on', 'typed']) await textOf(canvas, 'Notes').fill(text)
    resolve()
    await expect(page.getByText(FAILED, { exact: true })).toBeVisible()
    await expect(page.getByText('Error updating task', { exact: true })).toBeVisible()
    await page.unroute('**/api/tasks/*')
    await page.reload()
    await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
    const more = (await countSome(canvas)) - seconds
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ notes: 'typed', elapsedTime: 60 + seconds + more })
  })

  test('a save that can’t reach the server stays queued across a reload, and is applied only once', async ({
    page,
    server,
  }) => {
    await openBoardOfOne(page, { title: TITLE, elapsedTime: 60 })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    const seconds = await countSome(canvas)
    const letGo = await holdNextWrite(page)
    await saveButton(canvas).click()
    await expect(canvas.getByRole('button', { name: 'Saving...' })).toBeVisible()
    // A page that knows of the outage doesn't try to send.
    await server.kill()
    letGo()
    await expect(canvas).toBeHidden()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Timer' })).toHaveCount(0)
    await server.start()
    await page.reload()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ notes: 'typed', elapsedTime: 60 + seconds, version: 2 })
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Timer' })).toHaveCount(0)
  })

  test('a save with lost responses is queued, causes no conflict and is applied only once', async ({
    page,
  }) => {
    await openBoardOfOne(page, { title: TITLE, notes: 'before' })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('first')
    const seconds = await countSome(canvas)
    await page.route(
      '**/api/tasks/*',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 2 },
    )
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('first, and more')
    const more = await countSome(canvas)
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ notes: 'first, and more', elapsedTime: seconds + more })
  })
})

test.describe('files', () => {
  test('can be dropped anywhere on the canvas or added with the button, and images open in a preview', async ({
    page,
  }, testInfo) => {
    // Registered early, so that the browser intercepts the file picker.
    const chooser = page.waitForEvent('filechooser')
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await expect(canvas.getByText('No attachments yet')).toBeVisible()
    const whiteboard = testInfo.outputPath('Whiteboard after the long meeting.png')
    writeFileSync(whiteboard, testPicture('any').buffer)
    await dropFiles(page, canvas.getByRole('heading', { name: TITLE }), [whiteboard])
    const files = canvas.getByRole('list', { name: 'Attachments' })
    const row = files.getByRole('listitem').filter({ hasText: 'Whiteboard after …' })
    await expect(row).toContainText('70 bytes')
    await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 1)

    await canvas.getByRole('button', { name: 'Add files' }).press('Enter')
    await (await chooser).setFiles([testFile('plan.txt', 'plan'), testFile('no picture.png', 'x')])
    await expect(files.getByRole('link', { name: 'plan.txt' })).toContainText('4 bytes')
    await expect(files.getByRole('link', { name: 'no picture.png' })).toBeVisible()
    await expect(files.getByRole('button', { name: /^Preview/ })).toHaveCount(1)
    await expect.poll(() => storedFiles(page, task.id)).toHaveLength(3)

    await row.getByRole('button', { name: 'Preview Whiteboard after the long meeting.png' }).press('Enter')
    const preview = page.getByRole('dialog', { name: 'Whiteboard after the long meeting.png' })
    await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1)
    await expect(preview.getByRole('link', { name: 'Download' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(row.getByRole('button', { name: /^Preview/ })).toBeFocused()
    await expect(canvas).toBeVisible()
  })

  test('can be pasted: images get a name of their own, and copied cells stay text', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    const notes = textOf(canvas, 'Notes')
    const cells = { 'text/plain': 'A1', 'text/html': '<table><td>A1</table>' }
    await pasteFile(notes, testPicture('image.png'), cells)
    await pasteFile(notes, testPicture('image.png'), { 'text/html': '<img src="x.png">' })
    await pasteFile(notes, testFile('plan.txt', 'plan'), { 'text/plain': 'plan.txt' })
    await expect.poll(() => storedFiles(page, task.id)).toHaveLength(2)
    const names = (await storedFiles(page, task.id)).map(([name]) => name)
    expect(names.toSorted()).toEqual([
      expect.stringMatching(/^Pasted \d\d\.\d\d\.\d\d \d{4}-\d\d-\d\d\.png$/),
      'plan.txt',
    ])
  })

  test('without content aren’t links, and an upload causes no conflict', async ({ page }) => {
    // Registered early, so that the browser intercepts the file picker.
    const chooser = page.waitForEvent('filechooser')
    const task = await openBoardOfOne(page, { title: TITLE, attachments: ['signature page.tif'] })
    await page.request.put(attachmentPath(task.id, 'plan.txt'), { data: 'plan' })
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    const files = canvas.getByRole('list', { name: 'Attachments' })
    await expect(files.getByRole('listitem').filter({ hasText: 'signature page.tif' })).toContainText(
      'name only',
    )
    await expect(files.getByRole('link')).toHaveCount(1)
    await textOf(canvas, 'Notes').fill('typed')
    await canvas.getByRole('button', { name: 'Add files' }).click()
    await (await chooser).setFiles([testFile('more.txt', 'more')])
    await expect(files.getByRole('link', { name: 'more.txt' })).toBeVisible()
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({
        notes: 'typed',
        attachments: ['signature page.tif', 'plan.txt', 'more.txt'],
      })
  })
})

test.describe('a task deleted elsewhere', () => {
  test.use({ expectedConsoleErrors: /status of 404/ })

  test('keeps its text on screen until it is discarded', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    await deleteElsewhere(page, task)
    await saveButton(canvas).click()
    await expect(canvas.getByText('This task was deleted on another device.')).toBeVisible()
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
  })
})

/** Holds the next change to a task until the returned function is called. */
async function holdNextWrite(page: Page): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(
    '**/api/tasks/*',
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  return letGo
}
