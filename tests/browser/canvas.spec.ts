import { writeFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { dropFiles, storedFiles, testFile, testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, changeElsewhere, deafen, watchWrites } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { countSome, openCanvas, saveButton, textOf } from '../support/canvas.ts'
import { untilKept } from '../support/drafts.ts'
import { onlyTask, openBoardOfOne } from '../support/task-forms.ts'

const TITLE = 'Redline the contract'
const CHANGED = 'This task changed in another window. Your text is kept.'
const FAILED = 'Could not save your work.'

test('work begins by key, is written down and saved with its time, and the focus returns to the card', async ({
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
  expect(await onlyTask(page)).toMatchObject({
    clearGoals: 'A version to sign',
    notes: '4.2: seven days\nsettled',
    nextSteps: null,
    elapsedTime: 60 + seconds,
    version: 2,
  })
})

test('closing keeps the clock running, and says so; nothing is sent', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const writes = watchWrites(page)
  const canvas = await openCanvas(page, TITLE)
  await expect(canvas.getByText('No description provided')).toBeVisible()
  await expect(
    canvas.getByText('Closing keeps the clock running. Time is added when you save.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  await expect(card(page, TITLE)).toBeFocused()
  await page.getByRole('region', { name: 'Clock' }).getByRole('button', { name: TITLE }).click()
  await expect(canvas.getByText('Running', { exact: true })).toBeVisible()
  expect(writes).toEqual([])
})

test('a long title and a long description leave room to work', async ({ page }) => {
  const title = `${TITLE} `.repeat(23).trim()
  const lines = Array.from({ length: 40 }, (_, i) => `Clause ${i + 1}`)
  await openBoardOfOne(page, { title, description: lines.join('\n') })
  const canvas = await openCanvas(page, title)
  await expect(textOf(canvas, 'Clear Goals')).toBeInViewport()
  await canvas.getByRole('button', { name: 'Show the whole description' }).click()
  await expect(canvas.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('a text that is longer than is allowed is told of, and not sent', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const writes = watchWrites(page)
  const canvas = await openCanvas(page, TITLE)
  await textOf(canvas, 'Notes').fill('a'.repeat(50_001))
  await expect(textOf(canvas, 'Notes')).toHaveAccessibleDescription(
    'Notes must be 50,000 characters or fewer.',
  )
  await saveButton(canvas).click()
  await expect(textOf(canvas, 'Notes')).toBeFocused()
  expect(writes).toEqual([])
})
test('what is typed while it is being saved is not taken for saved', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  const canvas = await openCanvas(page, TITLE)
  await textOf(canvas, 'Notes').fill('typed')
  const letGo = await holdNextWrite(page)
  await saveButton(canvas).click()
  await expect(canvas.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await textOf(canvas, 'Notes').fill('typed, and more')
  letGo()
  await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
  expect(await onlyTask(page)).toMatchObject({ notes: 'typed' })
  await expect(textOf(canvas, 'Notes')).toHaveValue('typed, and more')
  await saveButton(canvas).click()
  await expect(canvas).toBeHidden()
  expect(await onlyTask(page)).toMatchObject({ notes: 'typed, and more' })
})

test.describe('texts that were changed elsewhere', () => {
  // The browser reports the refused save in its console.
  test.use({ expectedConsoleErrors: /status of 412/ })

  test('are shown side by side, and nothing is saved before it is settled', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE, notes: 'before', clearGoals: 'sign' })
    const canvas = await openCanvas(page, TITLE)
    // The clock stands before anything is compared: whether it is news or a refusal that comes first is not told.
    const seconds = await countSome(canvas)
    await textOf(canvas, 'Notes').fill('mine')
    await textOf(canvas, 'Clear Goals').fill('sign today')
    await changeElsewhere(page, task, { notes: 'theirs', clearGoals: 'sign tomorrow', elapsedTime: 600 })
    await saveButton(canvas).click()
    await expect(canvas.getByText(CHANGED)).toBeInViewport()
    expect(await onlyTask(page)).toMatchObject({ notes: 'theirs', clearGoals: 'sign tomorrow', version: 2 })

    const notes = canvas.getByRole('group', { name: 'Notes, changed elsewhere' })
    await expect(notes.getByText('theirs', { exact: true })).toBeVisible()
    await expect(notes.getByText('mine', { exact: true })).toBeVisible()
    await saveButton(canvas).click()
    await expect(canvas).toBeVisible()
    await notes.getByRole('button', { name: 'Keep yours' }).click()
    await canvas
      .getByRole('group', { name: 'Clear Goals, changed elsewhere' })
      .getByRole('button', { name: 'Use theirs' })
      .click()
    await expect(canvas.getByText(CHANGED)).toHaveCount(0)
    await expect(textOf(canvas, 'Clear Goals')).toHaveValue('sign tomorrow')
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    expect(await onlyTask(page)).toMatchObject({
      notes: 'mine',
      clearGoals: 'sign tomorrow',
      elapsedTime: 600 + seconds,
    })
  })

  test('are merged without a word where the person changed others', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('mine')
    await changeElsewhere(page, task, { nextSteps: 'theirs', title: TITLE })
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    expect(await onlyTask(page)).toMatchObject({ notes: 'mine', nextSteps: 'theirs' })
  })

  test('are known also when they changed between a crash and now', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE, notes: 'before' })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('mine')
    await untilKept(page, 'mine')
    await changeElsewhere(page, task, { notes: 'theirs' })
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('mine')
    const notes = canvas.getByRole('group', { name: 'Notes, changed elsewhere' })
    await expect(notes.getByText('theirs', { exact: true })).toBeVisible()
  })
})

test.describe('when the server is away', () => {
  test.use({
    expectedConsoleErrors: /net::ERR_/,
  })

  test('killed and started again while the canvas is open: text and time arrive once', async ({
    page,
    server,
  }) => {
    await openBoardOfOne(page, { title: TITLE, elapsedTime: 60 })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed before the power cut')
    const seconds = await countSome(canvas)
    await server.kill()
    await server.start()
    await saveButton(canvas).click()
    await expect(page.getByText('Your work has been saved.', { exact: true })).toBeVisible()
    await expect(canvas).toBeHidden()
    expect(await onlyTask(page)).toMatchObject({
      notes: 'typed before the power cut',
      elapsedTime: 60 + seconds,
      version: 2,
    })
    await expect(page.getByRole('region', { name: 'Clock' })).toHaveCount(0)
  })

  test('a save that fails keeps all, and saving once more when it is back saves it once', async ({
    page,
    server,
  }) => {
    await openBoardOfOne(page, { title: TITLE, elapsedTime: 60 })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    const seconds = await countSome(canvas)
    await server.kill()
    const letGo = await holdNextWrite(page)
    await saveButton(canvas).click()
    await expect(canvas.getByRole('button', { name: 'Saving...' })).toBeVisible()
    letGo()
    await expect(page.getByText(FAILED, { exact: true })).toBeVisible()
    await expect(page.getByText('Error updating task', { exact: true })).toBeVisible()
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
    await server.start()
    await page.reload()
    await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
    const more = (await countSome(canvas)) - seconds
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    expect(await onlyTask(page)).toMatchObject({ notes: 'typed', elapsedTime: 60 + seconds + more })
  })

  test('a save whose answers are lost is no change from elsewhere, and counts once', async ({ page }) => {
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
    await expect(page.getByText(FAILED, { exact: true })).toBeVisible()
    expect(await onlyTask(page), 'it is saved already').toMatchObject({ notes: 'first' })
    await textOf(canvas, 'Notes').fill('first, and more')
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    expect(await onlyTask(page)).toMatchObject({ notes: 'first, and more', elapsedTime: seconds })
  })
})

test.describe('files', () => {
  test('are dropped anywhere on the canvas, or added by button; pictures can be looked at', async ({
    page,
  }, testInfo) => {
    // Asked for so early that the browser knows of it when the chooser opens.
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
    expect(await storedFiles(page, task.id)).toHaveLength(3)

    await row.getByRole('button', { name: 'Preview Whiteboard after the long meeting.png' }).press('Enter')
    const preview = page.getByRole('dialog', { name: 'Whiteboard after the long meeting.png' })
    await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 1)
    await expect(preview.getByRole('link', { name: 'Download' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(row.getByRole('button', { name: /^Preview/ })).toBeFocused()
    await expect(canvas).toBeVisible()
  })

  test('that are named only are no links, and an upload is no change from elsewhere', async ({ page }) => {
    // Asked for so early that the browser knows of it when the chooser opens.
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
    expect(await onlyTask(page)).toMatchObject({
      notes: 'typed',
      attachments: ['signature page.tif', 'plan.txt', 'more.txt'],
    })
  })
})

test.describe('a task that was deleted elsewhere', () => {
  test.use({ expectedConsoleErrors: /status of 404/ })

  test('keeps its text on screen until somebody gives it up', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    expect((await page.request.delete(`/api/tasks/${task.id}`)).status()).toBe(204)
    await saveButton(canvas).click()
    await expect(page.getByText(FAILED, { exact: true })).toBeVisible()
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
  })
})

/** Holds the next change of a task back until the returned function is called: it is on its way for as long as one looks. */
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
