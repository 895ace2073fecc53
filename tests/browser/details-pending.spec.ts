import { registerByApi, seedTasks, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { holdResponse } from '../support/hold-response.ts'
import { openDetails } from '../support/task-forms.ts'

test('a linked task opens once everything typed is saved, even during an earlier save @narrow', async ({
  page,
}) => {
  await registerByApi(page)
  const [books] = await seedTasks(page, [{ title: 'Close the books' }])
  const [memo] = await seedTasks(page, [{ title: 'Board memo', dependencies: [String(books?.id)] }])
  await page.goto('/')
  const dialog = await openDetails(page, 'Board memo')
  const letCome = await holdResponse(page, `**/api/tasks/${memo?.id}`)
  await dialog.getByRole('button', { name: /^Description/ }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Saving...')).toBeVisible()
  await dialog.getByRole('button', { name: /^Start(?! Work)/ }).click()
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('Nov 25, 2031')
  await dialog.getByRole('list', { name: 'Depends on' }).getByRole('button').click()
  letCome()
  await expect(page.getByRole('heading', { name: 'Close the books', exact: true })).toBeVisible()
  await expect
    .poll(async () => (await storedTasks(page)).find(({ id }) => id === memo?.id))
    .toMatchObject({ description: 'Two pages.', startDate: '2031-11-25' })
})
