import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { card, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { untilKept } from '../support/drafts.ts'
import { holdResponse } from '../support/hold-response.ts'
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

test('says that a template without tasks creates no project', async ({ page }) => {
  await openBoard(page, [])
  await makeTemplates(page, [{ name: 'Month-end close' }])
  await (await openTemplates(page)).getByRole('button', { name: 'Use Month-end close' }).click()
  const use = page.getByRole('dialog', { name: 'Month-end close' })
  const name = use.getByRole('textbox', { name: 'Project Name' })
  await name.fill('November')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(name).toHaveAccessibleDescription('This template has no tasks.')
  await expect(name).toBeFocused()
})

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: /status of (400|422|500|503)|ERR_FAILED/ })

  test('keeps the form through a reload after a partial creation, and a retry completes the same template', async ({
    page,
  }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
    await addTask(dialog, 'Sign the lease')
    await page.route('**/api/templates/*/tasks', broken)
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Something went wrong on the server.', { exact: true })).toBeVisible()
    await expect(titleOf(dialog, 1)).toHaveValue('Sign the lease')
    const [half] = await storedTemplates(page)
    await untilKept(page, 'Sign the lease')
    await page.unroute('**/api/templates/*/tasks')

    await page.reload()
    await openTemplates(page)
    await expect(dialog.getByText('Draft restored.')).toBeVisible()
    await expect(titleOf(dialog, 1)).toHaveValue('Sign the lease')
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Template created', { exact: true })).toBeVisible()
    await expect
      .poll(() => onlyTemplate(page))
      .toMatchObject({ id: half?.id, tasks: [{ title: 'Sign the lease' }] })
    await page.reload()
    await openTemplates(page)
    await expect(dialog.getByRole('button', { name: 'Preview Office move' })).toBeVisible()
    await expect(dialog.getByText('Draft restored.')).toHaveCount(0)
  })

  test('a rejection leaves the focus in the field that the user types in', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    const name = dialog.getByRole('textbox', { name: 'Template Name' })
    const description = dialog.getByRole('textbox', { name: 'Description', exact: true })
    await name.fill('Office move')
    await addTask(dialog, 'Sign the lease')
    const letCome = Promise.withResolvers<void>()
    const rejection = {
      code: 'invalid',
      message: 'Invalid.',
      issues: [{ path: 'name', message: 'Rejected.' }],
    }
    await page.route('**/api/templates', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await letCome.promise
      await route.fulfill({ status: 400, json: rejection })
    })
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(dialog.getByRole('button', { name: 'Creating' })).toBeVisible()
    await description.press('a')
    letCome.resolve()
    await expect(name).toHaveAccessibleDescription(/Rejected\./)
    await expect(description).toBeFocused()
  })

  test('leaves no unfinished template if the name changes after a partial creation', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Ofice move')
    await addTask(dialog, 'Sign the lease')
    await page.route('**/api/templates/*/tasks', broken)
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Something went wrong on the server.', { exact: true })).toBeVisible()
    await page.unroute('**/api/templates/*/tasks')
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expect(page.getByText('Template created', { exact: true })).toBeVisible()
    await expect
      .poll(() => onlyTemplate(page))
      .toMatchObject({
        name: 'Office move',
        tasks: [{ title: 'Sign the lease' }],
      })
  })

  test('says that the text of a project can’t be loaded, and fills in the form on the next attempt', async ({
    page,
  }) => {
    await page.route(/\/api\/tasks\?completed=false$/, async (route) => {
      const response = await route.fetch()
      const tasks = (await response.json()) as Task[]
      await route.fulfill({ response, json: tasks.map(({ description: _text, ...short }) => short) })
    })
    await page.route(/\/api\/tasks\/\d+$/, broken)
    await openBoard(page, [{ ...GARDEN, title: 'Sow beans', description: 'Two rows.' }])
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await startFrom(page, dialog, 'Garden')
    const failure = page.getByText('Something went wrong on the server. Try again in a moment.', {
      exact: true,
    })
    await expect(failure).toBeVisible()
    await expect(titleOf(dialog, 1)).toHaveCount(0)
    await page.unroute(/\/api\/tasks\/\d+$/)
    await startFrom(page, dialog, 'Garden')
    await expect(titleOf(dialog, 1)).toHaveValue('Sow beans')
    await expect(dialog.getByRole('textbox', { name: 'Description of task 1' })).toHaveValue('Two rows.')
  })

  test('shows errors in the list, the details and the form, keeps the input, and retries', async ({
    page,
  }) => {
    const connected = page.waitForResponse('**/api/events*')
    await openBoard(page, [])
    // Otherwise, the list loads again when the stream opens.
    await connected
    await makeTemplates(page)
    await page.route('**/api/templates', away)
    const dialog = await openTemplates(page)
    await expect(dialog.getByText('Couldn’t load the templates.')).toBeVisible()
    await page.unroute('**/api/templates')
    await dialog.getByRole('button', { name: 'Try again' }).click()

    await page.route(/templates\/\d+$/, away)
    await dialog.getByRole('button', { name: 'Use Client onboarding' }).click()
    const use = page.getByRole('dialog', { name: 'Client onboarding' })
    // The message appears in the dialog and in the toast.
    await expect(page.getByText('Failed to load template details.', { exact: true })).toHaveCount(2)
    await page.unroute(/templates\/\d+$/)
    await use.getByRole('button', { name: 'Try again' }).click()
    await expect(use.getByText('3 tasks, 3h 15m')).toBeVisible()

    // The response is lost twice, so the project waits, and must still be created only once.
    let sent = 0
    await page.route('**/instantiate', async (route) => {
      await route.fetch()
      sent++
      await route.abort('failed')
    })
    await use.getByRole('textbox', { name: 'Project Name' }).fill('Northwind')
    await use.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Project: Northwind' })).toBeVisible()
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
    expect(sent).toBeGreaterThanOrEqual(2)
    // A retry may be in its handler.
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect.poll(() => storedTasks(page)).toHaveLength(3)
  })
})

test('shows all templates once too few are left to need a search field', async ({ page }) => {
  await openBoard(page, PROJECT)
  await makeTemplates(
    page,
    Array.from({ length: 10 }, (_, i) => ({ name: `Template ${i}` })),
  )
  // Leaves out the public templates of other stories on this server.
  await page.route('**/api/templates', async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as { name: string }[]
    await route.fulfill({ response, json: all.filter(({ name }) => name.startsWith('Template ')) })
  })
  const dialog = await openTemplates(page)
  const search = dialog.getByRole('textbox', { name: 'Search templates' })
  await search.fill('Template 3')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  page.once('dialog', (question) => void question.accept())
  await dialog.getByRole('button', { name: 'Delete Template 3' }).click()
  await expect(search).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveCount(9)
})

test('keeps an unfinished template while another one is used, and shows it the next time', async ({
  page,
}) => {
  await openBoard(page, [])
  await makeTemplates(page, [{ name: 'Office move', tasks: [{ title: 'Sign the lease' }] }])
  const dialog = await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Garden party')
  await untilKept(page, 'Garden party')
  await dialog.getByRole('tab', { name: 'Browse Templates' }).click()
  await dialog.getByRole('button', { name: 'Use Office move' }).click()
  const use = page.getByRole('dialog', { name: 'Office move' })
  await use.getByRole('textbox', { name: 'Project Name' }).fill('Berlin')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(card(page, 'Sign the lease')).toBeVisible()
  await expect(dialog).toBeHidden()
  await openTemplates(page)
  await expect(dialog.getByText('Draft restored.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toHaveValue('Garden party')
})

test('keeps the name typed for the next project while a project is being created', async ({ page }) => {
  await openBoard(page, [])
  await makeTemplates(page, [{ name: 'Office move', tasks: [{ title: 'Sign the lease' }] }])
  const dialog = await openTemplates(page)
  await dialog.getByRole('button', { name: 'Use Office move' }).click()
  const use = page.getByRole('dialog', { name: 'Office move' })
  const name = use.getByRole('textbox', { name: 'Project Name' })
  await name.fill('Berlin')
  const letCome = await holdResponse(page, '**/api/templates/*/instantiate')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(use.getByRole('button', { name: 'Creating' })).toBeVisible()
  await name.fill('Bremen')
  letCome()
  await expect(use.getByRole('button', { name: 'Create Project' })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Bremen')
})

test('a project that is created after its template was closed doesn’t navigate away', async ({ page }) => {
  await openBoard(page, [])
  await makeTemplates(page, [{ name: 'Office move', tasks: [{ title: 'Sign the lease' }] }])
  const dialog = await openTemplates(page)
  await dialog.getByRole('button', { name: 'Use Office move' }).click()
  const use = page.getByRole('dialog', { name: 'Office move' })
  await use.getByRole('textbox', { name: 'Project Name' }).fill('Berlin')
  const letCome = await holdResponse(page, '**/api/templates/*/instantiate')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(use.getByRole('button', { name: 'Creating' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(use).toHaveCount(0)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  const name = dialog.getByRole('textbox', { name: 'Template Name' })
  await name.fill('Garden')
  letCome()
  await expect(page.getByText('Project created', { exact: true })).toBeVisible()
  await name.pressSequentially(' party')
  await expect(name).toHaveValue('Garden party')
  await expect(page).toHaveURL('/')
})

test('a template that is created while the next one is typed keeps the form and the focus', async ({
  page,
}) => {
  await openBoard(page, [])
  const dialog = await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  const name = dialog.getByRole('textbox', { name: 'Template Name' })
  await name.fill('Office move')
  const letCome = await holdResponse(page, '**/api/templates')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating' })).toBeVisible()
  await name.fill('Garden party')
  letCome()
  await expect(page.getByText('Template created', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Template' })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Garden party')
})

test('a template that is created while the user searches the list keeps the focus in the search', async ({
  page,
}) => {
  await openBoard(page, [])
  await makeTemplates(
    page,
    Array.from({ length: 10 }, (_, i) => ({ name: `Template ${i}` })),
  )
  const dialog = await openTemplates(page)
  const search = dialog.getByRole('textbox', { name: 'Search templates' })
  await expect(search).toBeVisible()
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
  const letCome = await holdResponse(page, '**/api/templates')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Browse Templates' }).click()
  await search.fill('Template 3')
  letCome()
  await expect(page.getByText('Template created', { exact: true })).toBeVisible()
  await expect(search).toBeFocused()
})

test.describe('with reduced motion', () => {
  test(
    'shows an accessible list, preview and form with long text in both themes, at any width',
    { tag: '@narrow' },
    async ({ page, isMobile }) => {
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
    },
  )
})

async function expectSound(page: Page, sight: Locator): Promise<void> {
  await expectAccessible(page, sight)
  await expectNoSidewaysScroll(page)
}

type Fulfill = { fulfill: (answer: object) => Promise<void> }

function away(route: Fulfill): Promise<void> {
  return route.fulfill({
    status: 503,
    json: { message: 'The database is unavailable. Try again in a moment.', code: 'database_away' },
  })
}

function broken(route: Fulfill): Promise<void> {
  return route.fulfill({
    status: 500,
    json: { message: 'Something went wrong on the server.', code: 'internal' },
  })
}
