import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { untilKept } from '../support/drafts.ts'
import {
  TEMPLATES,
  addTask,
  makeTemplates,
  onlyTemplate,
  openTemplates,
  removeTemplates,
  startFrom,
  storedTemplates,
  titleOf,
} from '../support/template-page.ts'

const GARDEN = { category: 'Project', projectName: 'Garden' }
const PROJECT = [
  { ...GARDEN, title: 'Sow beans', priority: 2, dueDate: '2026-03-09' },
  { ...GARDEN, title: 'Dig the beds', priority: 3 },
]

test.afterEach(async ({ page }) => removeTemplates(page))

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: /status of 503|ERR_FAILED/ })

  test('half-way through a creation, the form stays through a reload, and the same template is finished', async ({
    page,
  }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
    await addTask(dialog, 'Sign the lease')
    await page.route('**/api/templates/*/tasks', away)
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('The database is away.', { exact: true })).toBeVisible()
    await expect(titleOf(dialog, 1)).toHaveValue('Sign the lease')
    const [half] = await storedTemplates(page)
    await untilKept(page, 'Sign the lease')
    await page.unroute('**/api/templates/*/tasks')

    await page.reload()
    await openTemplates(page)
    await expect(dialog.getByText('Restored what you typed.')).toBeVisible()
    await expect(titleOf(dialog, 1)).toHaveValue('Sign the lease')
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Template created', { exact: true })).toBeVisible()
    expect(await onlyTemplate(page)).toMatchObject({ id: half?.id, tasks: [{ title: 'Sign the lease' }] })
    await page.reload()
    await openTemplates(page)
    await expect(dialog.getByRole('button', { name: 'Preview Office move' })).toBeVisible()
    await expect(dialog.getByText('Restored what you typed.')).toHaveCount(0)
  })

  test('half-way, and the name is changed then, no half template is left', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Ofice move')
    await addTask(dialog, 'Sign the lease')
    await page.route('**/api/templates/*/tasks', away)
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('The database is away.', { exact: true })).toBeVisible()
    await page.unroute('**/api/templates/*/tasks')
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Template created', { exact: true })).toBeVisible()
    expect(await onlyTemplate(page)).toMatchObject({
      name: 'Office move',
      tasks: [{ title: 'Sign the lease' }],
    })
  })

  test('list, details and use say so, keep what was typed, and can be tried again', async ({ page }) => {
    await openBoard(page, [])
    await makeTemplates(page)
    await page.route('**/api/templates', away)
    const dialog = await openTemplates(page)
    await expect(dialog.getByText('The templates could not be loaded.')).toBeVisible()
    await page.unroute('**/api/templates')
    await dialog.getByRole('button', { name: 'Try again' }).click()

    await page.route(/templates\/\d+$/, away)
    await dialog.getByRole('button', { name: 'Use Client onboarding' }).click()
    const use = page.getByRole('dialog', { name: 'Client onboarding' })
    // In the dialog, and in the toast.
    await expect(page.getByText('Failed to load template details.', { exact: true })).toHaveCount(2)
    await page.unroute(/templates\/\d+$/)
    await use.getByRole('button', { name: 'Try again' }).click()
    await expect(use.getByText('3 tasks, 3h 15m')).toBeVisible()

    // The answer is lost twice on the way back; what was made the first time is not made again.
    let sent = 0
    await page.route('**/instantiate', async (route) => {
      await route.fetch()
      sent++
      await route.abort('failed')
    })
    const name = use.getByRole('textbox', { name: 'Project Name' })
    await name.fill('Northwind')
    await use.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByText('Failed to create project from template.', { exact: true })).toBeVisible()
    expect(sent).toBe(2)
    await expect(name).toHaveValue('Northwind')
    await page.unroute('**/instantiate')
    await use.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Project: Northwind' })).toBeVisible()
    expect(await storedTasks(page)).toHaveLength(3)
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('list, preview and form are accessible in both themes at any width, however long the words', async ({
    page,
    isMobile,
  }) => {
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
    await openBoard(page, PROJECT)
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
    await makeTemplates(page, [
      ...TEMPLATES,
      { name: long, description: long, isPublic: true, tasks: [{ title: long, description: long }] },
      ...Array.from({ length: 20 }, (_, i) => ({ name: `Template ${i}` })),
    ])
    const dialog = await openTemplates(page)
    await expectSound(page, dialog.getByRole('button', { name: 'Use Client onboarding' }))
    await dialog.getByRole('textbox', { name: 'Search templates' }).fill(' donau')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: `Use ${long}` }).click()
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expectSound(page, page.getByText('Project name is required.'))
    await page.getByRole('dialog', { name: long }).getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await startFrom(page, dialog, 'Garden')
    await titleOf(dialog, 1).fill('')
    await dialog.getByRole('textbox', { name: 'Description of task 2' }).fill(long)
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expectSound(page, dialog.getByText('Title is required'))
  })
})

async function expectSound(page: Page, sight: Locator): Promise<void> {
  await expectAccessible(page, sight)
  await expectNoSidewaysScroll(page)
}

function away(route: { fulfill: (answer: object) => Promise<void> }): Promise<void> {
  return route.fulfill({
    status: 503,
    json: { message: 'The database is away.', code: 'database_away' },
  })
}
