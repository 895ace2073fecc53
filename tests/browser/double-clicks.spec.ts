import { fileButton, fileRow, testFile } from '../support/attach-files.ts'
import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openAdd } from '../support/task-forms.ts'
import { addTask, openTemplates, titleOf } from '../support/template-page.ts'

test.beforeEach(({ page }) => openBoard(page, []))

test('a double click on Remove removes only one file', async ({ page }) => {
  const dialog = await openAdd(page)
  await fileButton(dialog).setInputFiles(['a.txt', 'b.txt', 'c.txt'].map((name) => testFile(name, name)))
  await dialog.getByRole('button', { name: 'Remove a.txt' }).dblclick()
  await expect(fileRow(dialog, 'a.txt')).toHaveCount(0)
  await expect(fileRow(dialog, 'b.txt')).toBeVisible()
  await expect(fileRow(dialog, 'c.txt')).toBeVisible()
})

test('a double click on Remove removes only one task of a new template', async ({ page }) => {
  const dialog = await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  for (const title of ['Pack', 'Drive', 'Unpack']) await addTask(dialog, title)
  await dialog.getByRole('button', { name: 'Remove task 1' }).dblclick()
  await expect(titleOf(dialog, 1)).toHaveValue('Drive')
  await expect(titleOf(dialog, 2)).toHaveValue('Unpack')
})
