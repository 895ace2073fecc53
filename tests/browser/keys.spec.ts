import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, seedTasks, storedAt, storedTasks, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf, spoken } from '../support/drag.ts'
import { openEdit } from '../support/task-forms.ts'

const TITLES = ['Rewrite the checklist', 'Water filter', 'Sketch the allotment']

test.beforeEach(async ({ page }) => {
  await openBoard(
    page,
    TITLES.map((title) => ({ title })),
  )
})

test('Shift+N opens the form for a new task, and single-key shortcuts type letters in its fields', async ({
  page,
}) => {
  await page.keyboard.press('Shift+N')
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  const title = form.getByRole('textbox', { name: 'Task Title' })
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await page.keyboard.type('nine? n/a')
  await expect(title).toHaveValue('nine? n/a')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the arrow keys, Home and End move between the views', async ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Priority View').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Timeline'],
    ['End', 'Completed'],
    ['ArrowRight', 'Priority View'],
    ['ArrowLeft', 'Completed'],
    ['Home', 'Priority View'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expect(page).toHaveTitle(name === 'Priority View' ? 'Tenfold' : `${name} · Tenfold`)
  }
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(tab('Priority View')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()
  // The view itself shows no focus, so Tab skips it.
  await page.keyboard.press('Tab')
  await expect(rungOf(page, 1)).toBeFocused()
})

test('a move is announced even if its announcement has the same text as the last one', async ({ page }) => {
  const news = spoken(page, 'Moved to position 2 of 3 at level 5.')
  await card(page, 'Rewrite the checklist').press('Alt+ArrowDown')
  await expect(news).toBeAttached()
  const first = await news.textContent()
  await expect(titlesAt(page, 5)).toHaveText([
    'Water filter',
    'Rewrite the checklist',
    'Sketch the allotment',
  ])
  await card(page, 'Sketch the allotment').press('Alt+ArrowUp')
  await expect.poll(() => news.textContent()).not.toBe(first)
})

test('opening a view with keys moves the focus from the previous view to the new one', async ({ page }) => {
  const panel = (name: string) => page.getByRole('tabpanel', { name })
  // The keys are sent together, because the letter is accepted only within a second of G.
  const goTo = (letter: string) => Promise.all(['g', letter].map((key) => page.keyboard.press(key)))
  await card(page, 'Water filter').focus()
  await goTo('t')
  await expect(panel('Timeline')).toBeFocused()
  await goTo('p')
  await expect(panel('Priority View')).toBeFocused()

  await card(page, 'Water filter').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('go to completed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel('Completed')).toBeVisible()
  await expect(page.locator('[role=tabpanel]:focus, [role=tab]:focus')).toHaveCount(1)
})

test('Shift+Home selects the text in the search', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search tasks and commands' })
  await field.fill('Water')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type('Sketch')
  await expect(field).toHaveValue('Sketch')
})

test('/ opens the project search, which filters by the chosen project', async ({ page }) => {
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
  await expect(page).toHaveURL('/')

  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('bill')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
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

test('/ says that there are no projects', async ({ page }) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Projects' })).toContainText('No projects found.')
})

test('e opens the focused card, and closing returns focus to it', async ({ page }) => {
  await card(page, 'Water filter').focus()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Water filter')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(card(page, 'Water filter')).toBeFocused()
})

test('? shows every shortcut in both themes, with nothing cut off', { tag: '@narrow' }, async ({ page }) => {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('heading', { name: 'On a card', exact: true })).toBeVisible()
  await expect(sheet.getByText('Undo the last change')).toBeVisible()
  await expect(sheet.getByText('Ctrl', { exact: true })).toHaveCount(7)
  await expect(sheet.getByText('Search projects')).toBeVisible()
  await expectAccessible(page, sheet)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test.describe('on a Mac', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  })

  test('the list of shortcuts uses ⌘ and ⌥', async ({ page }) => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('⌘', { exact: true })).toHaveCount(7)
    await expect(sheet.getByText('⌥', { exact: true })).toHaveCount(3)
    await expect(sheet.getByText(/Ctrl|Alt/)).toHaveCount(0)
  })

  test('⌫ deletes the focused task', async ({ page }) => {
    await card(page, 'Water filter').press('Backspace')
    await expect(page.getByText('Task deleted', { exact: true })).toBeVisible()
    await expect(card(page, 'Water filter')).toHaveCount(0)
  })
})

test('turns off single-key shortcuts until they are turned on again', async ({ page }) => {
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  for (const key of ['n', 'q', 'Shift+N', '?', '/']) await page.keyboard.press(key)
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'Water filter')).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown')
  await expect(line).toHaveCount(0)
  // A dialog that one of the keys opened late would cover this button.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Keyboard shortcuts')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'Water filter')).toHaveAttribute('aria-keyshortcuts', /^C X /)
  await page.keyboard.press('q')
  await expect(line).toBeFocused()
})

test('shows immediately that another tab turned off single-key shortcuts', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.setItem('tenfold:single-keys', 'off'))
  await expect(card(page, 'Water filter')).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
})

test('keeps the focus in a new-task line that a key opens right after a dialog closes', async ({ page }) => {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Keyboard shortcuts')
  // A dialog returns the focus with a timer, which fires late on a busy machine.
  const runLate = await page.evaluateHandle(() => {
    const start = window.setTimeout
    const late: (() => void)[] = []
    window.setTimeout = ((run: () => void, ms = 0) =>
      ms > 0 ? start(run, ms) : late.push(run)) as typeof setTimeout
    return () => late.forEach((run) => run())
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('q')
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(line).toBeFocused()
  await runLate.evaluate((run) => run())
  await expect(line).toBeFocused()
})

test('Ctrl+Z undoes changes one by one after their toasts have closed', async ({ page }) => {
  await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
  await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await card(page, 'Sketch the allotment').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titlesAt(page, 5)).toHaveText(['Sketch the allotment', 'Rewrite the checklist'])
  const form = await openEdit(page, 'Rewrite the checklist')
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Rewrite the list')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  // The toast stays open while the pointer is on it.
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

test('a later change on another device doesn’t return the focus to a card that a key has moved', async ({
  page,
}) => {
  await card(page, 'Water filter').focus()
  await page.keyboard.press('Alt+ArrowUp')
  const moved = ['Water filter', 'Rewrite the checklist', 'Sketch the allotment']
  await expect.poll(() => storedAt(page, 5)).toEqual(moved)
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 10_000
  })
  await page.mouse.click(5, 400)
  await expect(page.locator('body')).toBeFocused()
  await seedTasks(page, [{ title: 'Air filter' }])
  await expect(titlesAt(page, 5)).toHaveText([...moved, 'Air filter'])
  await expect(page.locator('body')).toBeFocused()
})

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('retries an undo that failed', async ({ page }) => {
    const refused: string[] = []
    let isAway = false
    // A route added after the page has opened could miss a request in flight.
    await page.route('**/api/undo', async (route) => {
      if (!isAway) return route.continue()
      refused.push(route.request().method())
      return route.fulfill({ status: 500, json: FAULT })
    })
    await page.reload()
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
    await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    isAway = true
    await page.keyboard.press('Control+z')
    await expect.poll(() => refused).toEqual(['POST'])
    isAway = false
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
    await page.keyboard.press('Control+z')
    await expect(titlesAt(page, 5)).toHaveText(TITLES)
  })
})

const FAULT = { message: 'Something went wrong.', code: 'internal' }

test('C, T and Del act on all selected tasks, whichever card has the focus', async ({ page }) => {
  await seedTasks(page, [{ title: 'Venue deposit', priority: 7 }])
  const selectAndPress = async (key: string) => {
    await card(page, 'Water filter').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('3 selected')
    await card(page, 'Venue deposit').focus()
    await page.keyboard.press(key)
  }
  await selectAndPress('t')
  await expect(page.getByText('3 tasks planned for today', { exact: true })).toBeVisible()
  await selectAndPress('c')
  await expect(page.getByText('3 tasks completed', { exact: true })).toBeVisible()
  await expect(card(page, 'Venue deposit')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(card(page, 'Water filter')).toBeVisible()
  await selectAndPress('Delete')
  await expect(page.getByText('3 tasks deleted', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await storedTasks(page)).map(({ title }) => title))
    .toEqual(['Venue deposit'])
})
