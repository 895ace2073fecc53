import type { Task } from '#domain/tasks/task.ts'

import { card, changeElsewhere, deafen, registerByApi, seedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  choose,
  day,
  failReads,
  isCovered,
  openCompleted,
  row,
  scrollTo,
  storeNoTasks,
  titles,
  watchReads,
} from '../support/completed-page.ts'
import { completedTasks, daysAgo, insertCompleted } from '../support/completed-rows.ts'
import { openEdit, saysSaved } from '../support/task-forms.ts'

test('a task far down the list can be opened, changed and closed by keyboard, and the focus returns to its row', async ({
  page,
  server,
}) => {
  await registerByApi(page)
  await insertCompleted(server, page, completedTasks(300, 20))
  await openCompleted(page)
  await row(page, 'Finished 1').focus()
  for (let number = 2; number <= 15; number++) {
    await page.keyboard.press('Tab')
    await expect(row(page, `Finished ${number}`)).toBeFocused()
  }
  await scrollTo(page, row(page, 'Finished 120'))
  // Tab continues from the focused row even while that is off screen.
  await expect(row(page, 'Finished 15')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(row(page, 'Finished 16')).toBeFocused()
  await expect(row(page, 'Finished 16')).toBeInViewport()
  for (let number = 15; number >= 6; number--) {
    await page.keyboard.press('Shift+Tab')
    await expect(row(page, `Finished ${number}`)).toBeFocused()
    await expect.poll(() => isCovered(row(page, `Finished ${number}`)), `${number} is covered`).toBe(false)
  }

  await scrollTo(page, row(page, 'Finished 180'))
  await row(page, 'Finished 180').focus()
  const top = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Signed the lease')
  await Promise.all([saysSaved(page), page.keyboard.press('Enter')])
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Signed the lease')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(top)

  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Signed the lease')).toBeFocused()
})

test('a reopened or deleted task leaves the list and the counts, and the next task gets focus', async ({
  page,
  server,
}) => {
  await registerByApi(page)
  await insertCompleted(server, page, completedTasks(120, 10))
  await openCompleted(page)
  await expect(page.getByText('120 completed', { exact: true })).toBeVisible()
  await row(page, 'Finished 3').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Finished 3')).toHaveCount(0)
  await expect(row(page, 'Finished 4')).toBeFocused()
  await expect(page.getByText('119 completed', { exact: true })).toBeVisible()
  await expect(day(page, 'Yesterday').getByText(/^9 tasks/)).toBeVisible()

  page.once('dialog', (question) => void question.accept())
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete Task' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Finished 4')).toHaveCount(0)
  await expect(row(page, 'Finished 5')).toBeFocused()
  await expect(page.getByText('118 completed', { exact: true })).toBeVisible()
  await expect(day(page, 'Yesterday').getByText(/^8 tasks/)).toBeVisible()

  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(card(page, 'Finished 3')).toBeVisible()
  // Both tasks return to the day on which they were completed.
  await page.keyboard.press('Control+z')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(row(page, 'Finished 4')).toBeVisible()
  await expect(day(page, 'Yesterday').getByText(/^9 tasks/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'Finished 3')).toBeVisible()
  await expect(day(page, 'Yesterday').getByText(/^10 tasks/)).toBeVisible()
  await expect(page.getByText('120 completed', { exact: true })).toBeVisible()
})

test('after the last task of a view is gone, the filters get focus', async ({ page, server }) => {
  await registerByApi(page)
  await insertCompleted(server, page, [{ title: 'Memo', completed_at: daysAgo(1), category: 'Meeting' }])
  await page.goto('/?view=completed&completedCategory=Meeting')
  await row(page, 'Memo').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No completed tasks found with the selected filters.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Completion Date' })).toBeFocused()
})

test('after C reopens the last task of a view, the filters get focus', async ({ page, server }) => {
  await registerByApi(page)
  await insertCompleted(server, page, [{ title: 'Memo', completed_at: daysAgo(1), category: 'Meeting' }])
  await page.goto('/?view=completed&completedCategory=Meeting')
  await row(page, 'Memo').press('c')
  await expect(page.getByText('No completed tasks found with the selected filters.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Completion Date' })).toBeFocused()
})

test('a task completed on the board appears at the top of a loaded list', async ({ page, server }) => {
  await registerByApi(page)
  await insertCompleted(server, page, completedTasks(3, 3))
  await seedTasks(page, [{ title: 'Renew passports', category: 'Deadline' }])
  await openCompleted(page)
  await expect(titles(page)).toHaveText(['Finished 1', 'Finished 2', 'Finished 3'])
  await choose(page, 'Category', 'Project')
  await expect(titles(page)).toHaveText(['Finished 2'])
  await page.getByRole('tab', { name: 'Priority View' }).click()
  const dialog = await openEdit(page, 'Renew passports')
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(titles(page)).toHaveText(['Finished 2'])
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(titles(page)).toHaveText(['Renew passports', 'Finished 1', 'Finished 2', 'Finished 3'])
  await expect(page.getByText('4 completed', { exact: true })).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: /the server responded with a status of 503/ })

  test('the view shows the error and retries on request', async ({ page, server }) => {
    await registerByApi(page)
    await insertCompleted(server, page, completedTasks(3, 3))
    await storeNoTasks(page)
    const repair = await failReads(page, '**/api/tasks/completed?*')
    await openCompleted(page)
    await expect(page.getByText('Couldn’t load your completed tasks.')).toBeVisible()
    await expect(page.getByText('The server is unavailable right now. Try again in a moment.')).toBeVisible()
    await repair()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(titles(page)).toHaveCount(3)
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })

  test('the next page is requested only once until the user retries, and loaded tasks stay', async ({
    page,
    server,
  }) => {
    await registerByApi(page)
    await insertCompleted(server, page, completedTasks(120, 60))
    await storeNoTasks(page)
    const repair = await failReads(page, '**/api/tasks/completed?*before=*')
    const calls = watchReads(page)
    await openCompleted(page)
    await expect(row(page, 'Finished 1')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await scrollTo(page, again)
    await expect(page.getByText('Couldn’t load older tasks.')).toBeVisible()
    await expect(row(page, 'Finished 100')).toBeVisible()
    expect(calls.filter((call) => call.includes('before='))).toHaveLength(1)
    await repair()
    await again.press('Enter')
    await expect(page.getByRole('tabpanel')).toBeFocused()
    await scrollTo(page, row(page, 'Finished 120'))
    await expect(row(page, 'Finished 120')).toBeVisible()
  })

  test('the list continues with stored tasks after the loaded tasks, without duplicates', async ({
    page,
    server,
  }) => {
    await registerByApi(page)
    await insertCompleted(server, page, completedTasks(120, 60))
    await page.goto('/')
    const stored = () => page.evaluate(() => localStorage.getItem('tenfold:kept'))
    await expect.poll(stored).not.toBeNull()
    await failReads(page, '**/api/tasks/completed?*before=*')
    await openCompleted(page)
    await expect(row(page, 'Finished 1')).toBeVisible()
    await scrollTo(page, row(page, 'Finished 100'))
    const next = async () => {
      const shown = await titles(page).allTextContents()
      return shown[shown.indexOf('Finished 100') + 1]
    }
    await expect.poll(next).toBe('Finished 101')
    await scrollTo(page, row(page, 'Finished 120'))
  })
})

test.describe('when another window was faster', () => {
  test.use({ expectedConsoleErrors: /the server responded with a status of 400/ })

  test('the next page still loads on retry after the last loaded task was reopened', async ({
    page,
    server,
  }) => {
    await deafen(page)
    await registerByApi(page)
    await insertCompleted(server, page, completedTasks(130, 65))
    await openCompleted(page)
    await expect(row(page, 'Finished 1')).toBeVisible()
    const tasks = (await (await page.request.get('/api/tasks/completed?limit=100')).json()) as Task[]
    const last = tasks.at(-1)
    if (last) await changeElsewhere(page, last, { completed: false })
    const again = page.getByRole('button', { name: 'Try again' })
    await scrollTo(page, again)
    await again.click()
    await scrollTo(page, row(page, 'Finished 130'))
    await expect(row(page, 'Finished 130')).toBeVisible()
    await scrollTo(page, row(page, 'Finished 101'), -1)
    await expect(row(page, 'Finished 100')).toHaveCount(0)
  })
})
