import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { type Seed, band, card, openBoard, storedAt, titlesAt, watchWrites } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'
import { pasteText } from '../support/paste-text.ts'

const BILLING = { category: 'Project', projectName: 'Billing migration' }
const SUMMIT = { category: 'Project', projectName: 'Autumn summit' }

/** Level 2 has three slots and four tasks, so the last one waits. */
const SEEDS: Seed[] = [
  { title: 'Board memo', priority: 2, category: 'Meeting' },
  { title: 'Migration runbook', priority: 2, ...BILLING },
  { title: 'Call the doctor', priority: 2 },
  { title: 'Old ledger', priority: 2, ...BILLING },
  { title: 'Confirm the venue', priority: 3, startDate: '2031-05-02', ...SUMMIT },
  { title: 'Book speakers', priority: 3, category: 'Meeting', startDate: '2031-05-03' },
  { title: 'Kew lecture', priority: 5, category: 'Reading' },
]

test('recognizes a project in the URL that is spelled in other case', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.goto('/?category=Project&project=AUTUMN%20%20SUMMIT')
  await expect(titlesAt(page, 3)).toHaveText(['Confirm the venue'])
  await expect(page.getByRole('button', { name: 'Save as template' })).toBeVisible()
  await page.getByRole('button', { name: 'Filter by Project' }).click()
  await expect(page.getByRole('checkbox', { name: 'Autumn summit' })).toBeChecked()
})

test(
  'filters by a category until it is chosen again or cleared with its button',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, SEEDS)
    await expect(title(page)).toHaveText('All Tasks')
    await chooseCategory(page, 'Meeting')
    await expect(title(page)).toHaveText('Meeting Tasks')
    await expect(page.getByText('2 open', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 2)).toHaveText(['Board memo'])
    await expect(titlesAt(page, 3)).toHaveText(['Book speakers'])
    await expect(band(page, 5)).toHaveCount(0)
    await expect(page).toHaveURL('/?category=Meeting')

    await categoryMenu(page).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Meeting' })).toBeChecked()
    await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
    await expect(title(page)).toHaveText('All Tasks')
    await expect(page.getByText('7 open', { exact: true })).toBeVisible()

    await chooseCategory(page, 'Task')
    await page.getByRole('button', { name: 'Clear Category: Task' }).click()
    await expect(title(page)).toHaveText('All Tasks')
    await expect(page.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
    await expect(categoryMenu(page)).toBeFocused()
    await expect(page).toHaveURL('/')
  },
)

test('offers every listed category and any other that a task uses, with the number of open tasks', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  await page.request.post('/api/categories', { data: { name: 'Garden' } })
  await page.reload()
  await categoryMenu(page).click()
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([
    'Task1 open',
    'Project3 open',
    'Meeting2 open',
    'Appointment0 open',
    'Reminder0 open',
    'Deadline0 open',
    'Garden0 open',
    'Reading1 open',
  ])
})

test('the menu, the search, the names and the clear buttons work by keyboard', async ({ page }) => {
  await openBoard(page, SEEDS)
  await categoryMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await page.keyboard.type('Proj')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Project' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Project Tasks')
  await expect(categoryMenu(page)).toBeFocused()
  await expect(projectMenu(page)).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(projectMenu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('ILL')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: 'Billing migration' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(title(page)).toHaveText('Project: Billing migration')
  await expect(projectMenu(page)).toBeFocused()

  await page.getByRole('button', { name: 'Clear Project: Billing migration' }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Project Tasks')
  await expect(categoryMenu(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(title(page)).toHaveText('All Tasks')

  await chooseCategory(page, 'Project')
  await projectMenu(page).press('Enter')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(searchField(page)).toBeHidden()
  await expect(projectMenu(page)).toBeFocused()
})

test('filters by a project found by its name, and clears it along with its category', async ({ page }) => {
  await openBoard(page, SEEDS)
  await expect(projectMenu(page)).toHaveCount(0)
  await chooseCategory(page, 'Meeting')
  await expect(projectMenu(page)).toHaveCount(0)
  await chooseCategory(page, 'Project')
  await projectMenu(page).click()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await searchField(page).fill('nowhere')
  await expect(page.getByText('No projects found.')).toBeVisible()
  await searchField(page).fill('SUMMIT')
  await page.getByRole('checkbox', { name: 'Autumn summit' }).click()
  await expect(title(page)).toHaveText('Project: Autumn summit')
  await expect(titlesAt(page, 3)).toHaveText(['Confirm the venue'])
  await expect(band(page, 2)).toHaveCount(0)

  await projectMenu(page).click()
  await expect(page.getByRole('checkbox', { name: 'Autumn summit' })).toBeChecked()
  await page.getByText('Billing migration').click()
  await expect(title(page)).toHaveText('Project: Billing migration')
  await expect(page.getByRole('button', { name: 'Clear Category: Project' })).toBeVisible()

  await chooseCategory(page, 'Meeting')
  await expect(title(page)).toHaveText('Meeting Tasks')
  await chooseCategory(page, 'Project')
  await expect(title(page)).toHaveText('Project Tasks')
  await expect(page.getByRole('button', { name: /^Clear Project/ })).toHaveCount(0)
})

test('shows no project filter while no task has a project', async ({ page }) => {
  await openBoard(page, [{ title: 'Loose end', category: 'Project' }])
  await chooseCategory(page, 'Project')
  await expect(card(page, 'Loose end')).toBeVisible()
  await expect(projectMenu(page)).toHaveCount(0)
})

test('keeps the filters on Back, Forward, reload and in other views', async ({ page }) => {
  await openBoard(page, SEEDS)
  await chooseCategory(page, 'Project')
  await chooseProject(page, 'Autumn summit')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const timeline = page.getByRole('grid', { name: 'Timeline' }).getByRole('rowheader')
  await expect(timeline.getByText('Confirm the venue')).toBeVisible()
  await expect(timeline.getByText('Book speakers')).toHaveCount(0)
  await page.reload()
  await expect(timeline.getByText('Confirm the venue')).toBeVisible()
  await expect(title(page)).toHaveText('Project: Autumn summit')
  await chooseCategory(page, 'Meeting')
  await expect(timeline.getByText('Book speakers')).toBeVisible()
  await chooseCategory(page, 'Reading')
  await expect(page.getByText('No tasks with dates available.')).toBeVisible()

  for (const was of ['Meeting Tasks', 'Project: Autumn summit']) {
    await page.goBack()
    await expect(title(page)).toHaveText(was)
  }
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Priority View' })).toHaveAttribute('aria-selected', 'true')
  await expect(title(page)).toHaveText('Project: Autumn summit')
  await page.goBack()
  await expect(title(page)).toHaveText('Project Tasks')
  await page.goBack()
  await expect(title(page)).toHaveText('All Tasks')
  await page.goForward()
  await expect(title(page)).toHaveText('Project Tasks')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(title(page)).toHaveText('All Tasks')
  await expect(categoryMenu(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(title(page)).toHaveText('Project Tasks')
})

test('shows unknown names as selected, with an empty board and clear buttons', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.goto('/?category=Project&project=%22No%22%20%26%20where')
  await expect(title(page)).toHaveText('Project: "No" & where')
  await expect(page.getByText('No tasks found in the ""No" & where" project.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Project: "No" & where' }).last().click()
  await expect(titlesAt(page, 2)).toHaveText(['Migration runbook'])
  await expect(categoryMenu(page)).toBeFocused()

  await page.goto('/?category=Nowhere')
  await expect(title(page)).toHaveText('Nowhere Tasks')
  await expect(page.getByText('No tasks found in the "Nowhere" category.')).toBeVisible()
  await categoryMenu(page).click()
  await page.getByRole('menuitemcheckbox', { name: 'Nowhere', checked: true }).click()
  await expect(title(page)).toHaveText('All Tasks')

  await page.goto('/?category=Meeting&project=Billing+migration')
  await expect(title(page)).toHaveText('Meeting Tasks')
  await page.goto('/?project=Billing+migration')
  await expect(title(page)).toHaveText('All Tasks')
})

test('counts the slots and the waiting line of the entire level, regardless of the filter', async ({
  page,
}) => {
  await openBoard(page, SEEDS)
  const overLimit = 'Priority 2, Urgent, 4 of 3, over limit'
  await chooseCategory(page, 'Project')
  await expect(band(page, 2)).toHaveAccessibleName(overLimit)
  await expect(titlesAt(page, 2)).toHaveText(['Migration runbook'])
  await band(page, 2).getByRole('button', { name: '1 waiting', exact: true }).click()
  await expect(titlesAt(page, 2)).toHaveText(['Migration runbook', 'Old ledger'])

  await chooseCategory(page, 'Meeting')
  await expect(band(page, 2)).toHaveAccessibleName(overLimit)
  await expect(titlesAt(page, 2)).toHaveText(['Board memo'])
  await expect(band(page, 2).getByText('1 waiting, none shown')).toBeVisible()

  await chooseCategory(page, 'Reading')
  await expect(rungOf(page, 2)).toHaveAccessibleName(/4 of 3, over limit/)
  const writes = watchWrites(page)
  await drag(page, handleOf(page, 'Kew lecture'), rungOf(page, 2), async () => {
    await expect(page.getByText('Level 2 is full (4 of 3)').first()).toBeAttached()
  })
  await page.getByRole('dialog', { name: 'Level 2 is full' }).press('Escape')
  await expect(titlesAt(page, 5)).toHaveText(['Kew lecture'])
  expect(await writes()).toEqual([])
})

test('moves a task past the next visible task, and keeps the order of the hidden tasks', async ({ page }) => {
  const [a, b, c, d] = ['Agenda', 'Budget', 'Catering', 'Dates']
  const meeting = { category: 'Meeting' }
  await openBoard(page, [{ title: a, ...meeting }, { title: b }, { title: c }, { title: d, ...meeting }])
  await chooseCategory(page, 'Meeting')
  // Wait for the cards: the filter chip changes before they do.
  await expect(titlesAt(page, 5)).toHaveText([a, d])
  await card(page, d).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titlesAt(page, 5)).toHaveText([d, a])
  await expect(card(page, d)).toBeFocused()
  await expect.poll(() => storedAt(page, 5)).toEqual([d, a, b, c])

  await handleOf(page, d).click()
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(handleOf(page, d)).toBeFocused()
  await handleOf(page, a).click()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(titlesAt(page, 5)).toHaveText([a, d])
  await expect.poll(() => storedAt(page, 5)).toEqual([a, d, b, c])

  await page.getByRole('button', { name: 'Clear Category: Meeting' }).click()
  await expect(titlesAt(page, 5)).toHaveText([a, d, b, c])
})

test('offers to show a new task that the filter hides', async ({ page }) => {
  await openBoard(page, SEEDS)
  await chooseCategory(page, 'Meeting')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await addTask(page, 'Renew passports')
  await expect(page.getByText('Your task has been added successfully', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(title(page)).toHaveText('All Tasks')
  await expect(card(page, 'Renew passports')).toBeFocused()
  await expect(card(page, 'Renew passports')).toBeInViewport()

  await chooseCategory(page, 'Task')
  await addTask(page, 'Tax return')
  await expect(card(page, 'Tax return')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0)
})

test('offers to show pasted tasks that the filter hides', async ({ page }) => {
  await openBoard(page, SEEDS)
  await chooseCategory(page, 'Meeting')
  await page.keyboard.press('q')
  await pasteText(page, 'Order badges p5\nPrint menus p5')
  await page.getByRole('button', { name: 'Add 2 tasks' }).click()
  await expect(page.getByText('2 tasks created', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(title(page)).toHaveText('All Tasks')
  await expect(card(page, 'Order badges')).toBeFocused()
})

test('offers the listed categories in the form', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.request.post('/api/categories', { data: { name: 'Garden' } })
  await page.reload()
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Task',
    'Project',
    'Meeting',
    'Appointment',
    'Reminder',
    'Deadline',
    'Garden',
    'Reading',
  ])
})

test.describe('accessibility', () => {
  const LONG = { category: 'Project', projectName: 'Harbour'.repeat(28) }
  const PLACES: Record<string, (page: Page) => Promise<Locator>> = {
    'the category menu': async (page) => {
      await chooseCategory(page, 'Meeting')
      await categoryMenu(page).click()
      return page.getByRole('menuitemcheckbox', { name: 'Meeting' })
    },
    'the project list with a long name': async (page) => {
      await chooseCategory(page, 'Project')
      await chooseProject(page, LONG.projectName)
      await projectMenu(page).click()
      return page.getByRole('checkbox', { name: 'Autumn summit' })
    },
    'a search without results': async (page) => {
      await chooseCategory(page, 'Project')
      await projectMenu(page).click()
      await searchField(page).fill('nowhere')
      return page.getByText('No projects found.')
    },
    'a board without matching tasks': async (page) => {
      await chooseCategory(page, 'Reminder')
      return page.getByText('No tasks found in the "Reminder" category.')
    },
    'a hidden waiting line': async (page) => {
      await chooseCategory(page, 'Meeting')
      return page.getByText('1 waiting, none shown')
    },
  }

  for (const [name, open] of Object.entries(PLACES)) {
    test(
      `shows ${name} accessibly in both themes, without sideways scrolling`,
      { tag: '@narrow' },
      async ({ page, isMobile }) => {
        if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
        await openBoard(page, [...SEEDS, { title: 'Harbour lights', ...LONG }])
        const sight = await open(page)
        await expectAccessible(page, sight)
        await expectNoSidewaysScroll(page)
      },
    )
  }
})

function title(page: Page): Locator {
  return page.getByRole('heading', { level: 1 })
}

function categoryMenu(page: Page): Locator {
  return page.getByRole('button', { name: 'Filter by Category' })
}

function projectMenu(page: Page): Locator {
  return page.getByRole('button', { name: 'Filter by Project' })
}

function searchField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Search projects' })
}

async function chooseCategory(page: Page, name: string): Promise<void> {
  await categoryMenu(page).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
  // The menu returns focus shortly after it closes.
  await expect(categoryMenu(page)).toBeFocused()
}

async function chooseProject(page: Page, name: string): Promise<void> {
  await projectMenu(page).click()
  await page.getByRole('checkbox', { name }).click()
}

async function addTask(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(name)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
}
