import { download, testFile } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, restOnUndo, storedAt, storedTasks, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'
import { openEdit } from '../support/task-forms.ts'

const TITLES = ['Rewrite the checklist', 'Water filter', 'Sketch the allotment']
const OTHERS = ['Rewrite the checklist', 'Sketch the allotment']

test.beforeEach(async ({ page }) => {
  await openBoard(page, [
    { title: 'Rewrite the checklist' },
    { title: 'Water filter', description: 'Order cartridges.', dueDate: '2031-05-02', category: 'Reminder' },
    { title: 'Sketch the allotment' },
  ])
})

test('Undo after a move restores the level and position', async ({ page }) => {
  await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
  const undo = await restOnUndo(page)
  await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect(band(page, 1)).toHaveCount(0)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
})

test('Undo after completing in the form reopens the task in its position', async ({ page }) => {
  const dialog = await openEdit(page, 'Water filter')
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const undo = await restOnUndo(page)
  await expect(dialog).toBeHidden()
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('No completed tasks yet. Complete some tasks to see them here!')).toBeVisible()
})

test('Delete in the card’s summary completes the task, and Undo reopens it in its place', async ({
  page,
}) => {
  page.once('dialog', (question) => void question.accept())
  await card(page, 'Water filter').focus()
  await page.keyboard.press('i')
  await page
    .getByRole('dialog', { name: 'Summary of Water filter' })
    .getByRole('button', { name: 'Delete' })
    .click()
  const undo = await restOnUndo(page)
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
})

test('Undo after a deletion restores the same task with its file, in its position', async ({ page }) => {
  const find = async () => (await storedTasks(page)).find((task) => task.title === 'Water filter')
  const { id = 0 } = (await find()) ?? {}
  const file = testFile('receipt.bin', 20_000)
  await page.request.put(attachmentPath(id, file.name), { data: file.buffer })
  const before = await find()
  await page.getByRole('button', { name: 'Edit Water filter' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Task' }).click()
  const undo = await restOnUndo(page)
  await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await expect.poll(find).toBeUndefined()
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
  expect(await find()).toEqual({ ...before, version: expect.any(Number), updatedAt: expect.any(String) })

  const form = await openEdit(page, 'Water filter')
  const saved = await download(page, form.getByRole('link', { name: file.name }))
  expect(saved.name).toBe(file.name)
  expect(saved.bytes.equals(file.buffer), 'the bytes are the same').toBe(true)
})
