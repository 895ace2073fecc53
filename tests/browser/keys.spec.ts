import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, seedTasks, storedAt, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'

const TITLES = ['Rewrite the checklist', 'Water filter', 'Sketch the allotment']

test.beforeEach(async ({ page }) => {
  await openBoard(
    page,
    TITLES.map((title) => ({ title })),
  )
})

test('n opens the form for a new task, and is a letter where somebody types', async ({ page }) => {
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  const title = form.getByRole('textbox', { name: 'Task Title' })
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await page.keyboard.type('nine? n/a')
  await expect(title).toHaveValue('nine? n/a')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('/ opens the search for a project; leaving it changes nothing, choosing one filters', async ({
  page,
}) => {
  await seedTasks(page, [
    { title: 'Old ledger', category: 'Project', projectName: 'Billing' },
    { title: 'Confirm the venue', category: 'Project', projectName: 'Autumn summit' },
  ])
  await page.reload()
  const search = page.getByRole('textbox', { name: 'Search projects' })
  const projectFilter = page.getByRole('button', { name: 'Filter by Project' })
  await card(page, 'Water filter').focus()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toBeInViewport({ ratio: 1 })
  await expect(search).toHaveValue('')
  await page.keyboard.type('n/a')
  await expect(page.getByText('No projects found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(card(page, 'Water filter')).toBeFocused()
  await expect(projectFilter).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('')

  await page.keyboard.press('/')
  await page.keyboard.type('bill')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project: Billing')
  await expect(titlesAt(page, 5)).toHaveText(['Old ledger'])
  await expect(projectFilter).toBeFocused()

  await page.keyboard.press('/')
  await expect(page.getByRole('checkbox', { name: 'Billing' })).toBeChecked()
  await page.getByRole('button', { name: 'Clear Category: Project' }).click()
  await expect(search).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Tasks')
  await expect(page.getByRole('button', { name: 'Filter by Category' })).toBeFocused()
})

test('/ says so where there is no project yet', async ({ page }) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Projects' })).toContainText('No projects found.')
})

test('e on a card opens it, and the focus returns to the card', async ({ page }) => {
  await card(page, 'Water filter').focus()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Water filter')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(card(page, 'Water filter')).toBeFocused()
})

test('? shows every key, in both themes, and nothing is cut off', async ({ page }) => {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('heading', { name: 'On a card', exact: true })).toBeVisible()
  await expect(sheet.getByText('Undo the last change')).toBeVisible()
  await expect(sheet.getByText('Search projects')).toBeVisible()
  await expectAccessible(page, sheet)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('keys of one character can be turned off, and stay off', async ({ page }) => {
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'N, / and ? work anywhere' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  for (const key of ['n', '?', '/']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Ctrl+Z undoes one change after the other, after their toasts have gone', async ({ page }) => {
  await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
  await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await card(page, 'Sketch the allotment').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titlesAt(page, 5)).toHaveText(['Sketch the allotment', 'Rewrite the checklist'])
  await card(page, 'Rewrite the checklist').click()
  const form = page.getByRole('dialog', { name: 'Edit Task' })
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Rewrite the list')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  // It goes by itself, unless the pointer rests on it.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  await page.keyboard.press('Control+z')
  await expect(titlesAt(page, 5)).toHaveText(['Sketch the allotment', 'Rewrite the checklist'])
  await page.keyboard.press('Control+z')
  await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Sketch the allotment'])
  await page.keyboard.press('Control+z')
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect(band(page, 1)).toHaveCount(0)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
})

test.describe('when the server is away', () => {
  test.use({ expectedConsoleErrors: /status of 503/ })

  test('an undo that the server does not hear can be asked for again', async ({ page }) => {
    const refused: string[] = []
    let isAway = false
    // Stands in the way before the page opens: one that is put there meanwhile may miss what is asked at that moment.
    await page.route('**/api/tasks/*', async (route) => {
      if (!isAway) return route.continue()
      refused.push(route.request().method())
      return route.fulfill({ status: 503, json: AWAY })
    })
    await page.reload()
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
    await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    isAway = true
    await page.keyboard.press('Control+z')
    await expect.poll(() => refused).toEqual(['PATCH', 'PATCH'])
    isAway = false
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
    await page.keyboard.press('Control+z')
    await expect(titlesAt(page, 5)).toHaveText(TITLES)
  })
})

const AWAY = { message: 'The database is away.', code: 'unavailable' }
