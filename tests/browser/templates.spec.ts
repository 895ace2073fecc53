import type { Locator, Page } from '@playwright/test'

import {
  type Seed,
  card,
  openBoard,
  registerByApi,
  seedTasks,
  storedTasks,
  watchWrites,
} from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import {
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

/** A project of three tasks that depend on each other; one is completed. */
const PROJECT: Seed[] = [
  { ...GARDEN, title: 'Dig the beds', priority: 3, startDate: '2026-03-02', endDate: '2026-03-04' },
  {
    ...GARDEN,
    title: 'Sow beans',
    description: 'Two rows.',
    priority: 2,
    dueDate: '2026-03-09T09:00',
    estimatedTime: '1 hours 30 minutes',
  },
  { ...GARDEN, title: 'Order seeds', priority: 3, completed: true },
  { title: 'Call the doctor', priority: 2 },
]

test.afterEach(async ({ page }) => removeTemplates(page))

test(
  'creates, previews and uses a template, and shows its tasks on the board',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, [{ title: 'Call the doctor' }])
    const dialog = await openTemplates(page)

    await test.step('the list is empty', async () => {
      await expect(dialog.getByRole('tab', { name: 'Browse Templates' })).toBeFocused()
      await expect(dialog.getByText('No templates yet.')).toBeVisible()
      await dialog.getByRole('tab', { name: 'Create Template' }).click()
    })

    await test.step('the form requires a name, and a title and a valid time for each task', async () => {
      const writes = watchWrites(page)
      await addTask(dialog, '')
      await addTask(dialog, 'Order the network line')
      await dialog.getByRole('textbox', { name: 'Hours of task 2' }).fill('1000')
      await dialog.getByRole('button', { name: 'Create Template' }).click()
      const name = dialog.getByRole('textbox', { name: 'Template Name' })
      await expect(name).toHaveAccessibleDescription('Template name is required.')
      await expect(name).toBeFocused()
      await expect(titleOf(dialog, 1)).toHaveAccessibleDescription('Title is required')
      await expect(dialog.getByText('Hours must be a whole number from 0 to 999.')).toBeVisible()
      expect(await writes()).toEqual([])
    })

    await test.step('the template is created with its tasks', async () => {
      await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Office move')
      await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('The steps we repeat.')
      await choose(page, dialog.getByRole('combobox', { name: 'Category', exact: true }), 'Business')
      await dialog.getByRole('switch', { name: 'Make template public' }).click()
      await titleOf(dialog, 1).fill('Sign the lease')
      await dialog.getByRole('textbox', { name: 'Description of task 1' }).fill('Landlord first.')
      await choose(page, dialog.getByRole('combobox', { name: 'Priority of task 1' }), 'P2 Urgent')
      await choose(page, dialog.getByRole('combobox', { name: 'Category of task 1' }), 'Meeting')
      await dialog.getByRole('textbox', { name: 'Minutes of task 1' }).fill('45')
      await dialog.getByRole('textbox', { name: 'Hours of task 2' }).fill('two')
      await addTask(dialog, 'A slip')
      await dialog.getByRole('button', { name: 'Remove task 3' }).click()
      await expect(titleOf(dialog, 2)).toBeFocused()
      await dialog.getByRole('button', { name: 'Create Template' }).click()
      await expect(page.getByText('Template created', { exact: true })).toBeVisible()
      await expect(
        page.getByText('Your project template has been created successfully.', { exact: true }),
      ).toBeVisible()
      await expect(dialog.getByRole('tab', { name: 'Browse Templates' })).toBeFocused()
      await expect
        .poll(() => onlyTemplate(page))
        .toMatchObject({
          name: 'Office move',
          description: 'The steps we repeat.',
          category: 'Business',
          isPublic: true,
          tasks: [
            {
              title: 'Sign the lease',
              description: 'Landlord first.',
              priority: 2,
              category: 'Meeting',
              estimatedTime: '45m',
            },
            { title: 'Order the network line', priority: 5, category: 'Task', estimatedTime: '' },
          ],
        })
      await dialog.getByRole('tab', { name: 'Create Template' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toHaveValue('')
      await dialog.getByRole('tab', { name: 'Browse Templates' }).click()
    })

    await test.step('the preview returns focus', async () => {
      const item = dialog.getByRole('listitem').filter({ hasText: 'Office move' })
      await expect(item).toContainText('Public')
      await expect(item).toContainText('The steps we repeat.')
      await expect(item).toContainText('Business')
      await item.getByRole('button', { name: 'Preview' }).click()
      const preview = page.getByRole('dialog', { name: 'Office move' })
      await expect(preview.getByText('2 tasks, 45m')).toBeVisible()
      const tasks = preview.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
      await expect(tasks).toContainText([
        /P2.*Sign the lease.*Landlord first\..*Meeting.*45m/,
        /P5.*Order the network line/,
      ])
      await preview.getByRole('button', { name: 'Close' }).click()
      await expect(preview).toBeHidden()
      await expect(item.getByRole('button', { name: 'Preview' })).toBeFocused()
    })

    await test.step('Use requires a project name', async () => {
      await dialog.getByRole('button', { name: 'Use Office move' }).click()
      const use = page.getByRole('dialog', { name: 'Office move' })
      const name = use.getByRole('textbox', { name: 'Project Name' })
      await expect(name).toBeFocused()
      await expect(use.getByRole('textbox', { name: 'Project Start' })).toHaveCount(0)
      await use.getByRole('button', { name: 'Create Project' }).click()
      await expect(name).toHaveAccessibleDescription('Project name is required.')
      await expect(page.getByText('Project name required', { exact: true })).toBeVisible()
      await expect(page.getByText('Please enter a project name to continue.', { exact: true })).toBeVisible()
      await name.fill(' Harbour office ')
      await name.press('Enter')
      await expect(page.getByText('Project created', { exact: true })).toBeVisible()
      await expect(page.getByText('Created 2 tasks from template.', { exact: true })).toBeVisible()
    })

    await test.step('the board shows the project', async () => {
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, name: 'Project: Harbour office' })).toBeVisible()
      await expect(card(page, 'Sign the lease')).toBeVisible()
      await expect(card(page, 'Order the network line')).toBeVisible()
      await expect(card(page, 'Call the doctor')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Templates', exact: true })).toBeFocused()
      await expect.poll(() => storedTasks(page)).toHaveLength(3)
    })
  },
)

test('saves a project as a template and starts it on a different day', async ({ page }) => {
  const seeded = await openBoard(page, PROJECT.slice(0, 2))
  await page.request.post('/api/tasks', { data: PROJECT[2] })
  await page.request.post('/api/tasks', { data: PROJECT[3] })
  const [dig, sow] = seeded
  await page.request.patch(`/api/tasks/${sow?.id}`, { data: { dependencies: [dig?.id] } })
  await page.goto('/?category=Project&project=Garden')
  await page.getByRole('button', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project Templates' })
  const name = dialog.getByRole('textbox', { name: 'Template Name' })
  await expect(name).toHaveValue('Garden')
  await expect(name).toBeFocused()
  await expect(titleOf(dialog, 1)).toHaveValue('Sow beans')
  await expect(dialog.getByText('Due on day 8; after Dig the beds')).toBeVisible()
  await expect(dialog.getByText('Starts on day 1, ends on day 3')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Hours of task 1' })).toHaveValue('1')
  await name.fill('Beds in spring')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByText('Template created', { exact: true })).toBeVisible()
  expect((await onlyTemplate(page)).tasks).toMatchObject([
    {
      title: 'Sow beans',
      description: 'Two rows.',
      priority: 2,
      estimatedTime: '1h 30m',
      dependencies: ['1'],
      dueDay: 7,
    },
    { title: 'Dig the beds', priority: 3, startDay: 0, endDay: 2 },
    { title: 'Order seeds', priority: 3, startDay: null, endDay: null, dueDay: null },
  ])

  await dialog.getByRole('button', { name: 'Use Beds in spring' }).click()
  const use = page.getByRole('dialog', { name: 'Beds in spring' })
  await use.getByRole('textbox', { name: 'Project Name' }).fill('Garden 2028')
  const start = use.getByRole('textbox', { name: 'Project Start' })
  await expect(start).not.toHaveValue('')
  await start.fill('some day')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(start).toHaveAccessibleDescription('Project start must be a date, such as 2026-12-01.')
  await start.fill('2028-02-28')
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project: Garden 2028' })).toBeVisible()
  const made = (await storedTasks(page)).filter(({ projectName }) => projectName === 'Garden 2028')
  const newDig = made.find(({ title }) => title === 'Dig the beds')
  expect(newDig).toMatchObject({ startDate: '2028-02-28', endDate: '2028-03-01', completed: false })
  expect(made.find(({ title }) => title === 'Sow beans')).toMatchObject({
    dueDate: '2028-03-06',
    dependencies: [String(newDig?.id)],
  })
  expect(made.find(({ title }) => title === 'Order seeds')).toMatchObject({ completed: false })
})

test('saves a project with its completed tasks even before they have loaded', async ({ page }) => {
  await registerByApi(page)
  await seedTasks(page, PROJECT.slice(0, 2))
  await page.request.post('/api/tasks', { data: PROJECT[2] })
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?completed=true/, async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto('/?category=Project&project=Garden')
  await page.getByRole('button', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project Templates' })
  await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toBeFocused()
  letCome()
  await expect(titleOf(dialog, 3)).toHaveValue('Order seeds')
  // The options of every row would make a long form slow.
  await expect(dialog.locator('option')).toHaveCount(0)
  const category = dialog.getByRole('combobox', { name: 'Category of task 1' })
  await category.press('m')
  await expect(category).toHaveText('Meeting')
})

test('fills in the form from a project, and asks for confirmation before discarding other input', async ({
  page,
}) => {
  await openBoard(page, PROJECT.slice(0, 2))
  const dialog = await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Something else')
  await startFrom(page, dialog, 'Garden')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toHaveValue('Something else')
  await startFrom(page, dialog, 'Garden')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toHaveValue('Garden')
  await expect(titleOf(dialog, 2)).toHaveValue('Dig the beds')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Template Name' })).toHaveValue('')
  await expect(titleOf(dialog, 1)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(titleOf(dialog, 2)).toHaveValue('Dig the beds')
  await dialog.getByRole('button', { name: 'Remove task 1' }).click()
  await expect(dialog.getByText('Removed Sow beans.')).toBeVisible()
  await expect(titleOf(dialog, 2)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(titleOf(dialog, 1)).toHaveValue('Sow beans')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await startFrom(page, dialog, 'Garden')
  await expect(dialog.getByRole('button', { name: 'Undo' }), 'it would discard the project').toHaveCount(0)
})

test('closes a form with untouched rows without confirmation', async ({ page }) => {
  await openBoard(page, PROJECT.slice(0, 2))
  const dialog = await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await addTask(dialog, '')
  await startFrom(page, dialog, 'Garden')
  await expect(titleOf(dialog, 1), 'the project replaces an untouched row at once').toHaveValue('Sow beans')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(titleOf(dialog, 1)).toHaveCount(0)

  await addTask(dialog, '')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(titleOf(dialog, 1)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Undo' }), 'nothing was lost').toHaveCount(0)
  await addTask(dialog, '')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await openTemplates(page)
  await dialog.getByRole('tab', { name: 'Create Template' }).click()
  await addTask(dialog, '')
  await dialog.getByRole('textbox', { name: 'Hours of task 1' }).fill('2')
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await dialog.getByRole('button', { name: 'Remove task 1' }).click()
  await expect(dialog.getByText('Removed a task.')).toBeVisible()
})

test('lets everyone use a public template and only its owner delete it', async ({
  page,
  browser,
  server,
}) => {
  const owner = newPerson('Ada')
  await openBoard(page, [])
  const shared = `Shared ${owner.email}`
  const others = await browser.newContext({ baseURL: server.url })
  const ada = await others.newPage()
  await registerByApi(ada, owner)
  await makeTemplates(ada, [
    { name: shared, isPublic: true, tasks: [{ title: 'Plan' }] },
    { name: `Own ${owner.email}` },
  ])
  const dialog = await openTemplates(page)
  await expect(dialog.getByRole('button', { name: `Preview ${shared}` })).toBeVisible()
  await expect(dialog.getByText(`Own ${owner.email}`)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: `Delete ${shared}` })).toHaveCount(0)
  await dialog.getByRole('button', { name: `Preview ${shared}` }).click()
  const preview = page.getByRole('dialog', { name: shared })
  await expect(preview.getByRole('button', { name: 'Use', exact: true })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await preview.getByRole('button', { name: 'Use', exact: true }).click()
  await preview.getByRole('textbox', { name: 'Project Name' }).fill('Mine')
  await preview.getByRole('button', { name: 'Create Project' }).click()
  await expect(card(page, 'Plan')).toBeVisible()

  await ada.goto('/')
  const own = await openTemplates(ada)
  const questions: string[] = []
  const answers = [false, true, true]
  ada.on('dialog', (question) => {
    questions.push(question.message())
    void (answers[questions.length - 1] ? question.accept() : question.dismiss())
  })
  await own.getByRole('button', { name: `Delete ${shared}` }).click()
  await expect(own.getByRole('button', { name: `Use ${shared}` })).toBeVisible()
  await own.getByRole('button', { name: `Delete ${shared}` }).click()
  await expect(ada.getByText('Template deleted', { exact: true })).toBeVisible()
  await expect(ada.getByText('The template has been successfully deleted.', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: `Use ${shared}` })).toHaveCount(0)
  await expect(own.getByRole('button', { name: `Preview Own ${owner.email}` })).toBeFocused()
  await own.getByRole('button', { name: `Preview Own ${owner.email}` }).click()
  await ada
    .getByRole('dialog', { name: `Own ${owner.email}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(own.getByText('No templates yet.')).toBeVisible()
  expect(questions).toEqual(Array.from({ length: 3 }, () => 'Are you sure you want to delete this template?'))
  await expect.poll(() => storedTemplates(ada)).toEqual([])
  await others.close()
})

test('deletes a template from its preview without refetching it', async ({ page }) => {
  await openBoard(page, [])
  const [template] = await makeTemplates(page, [
    { name: 'Office move', tasks: [{ title: 'Sign the lease' }] },
  ])
  const dialog = await openTemplates(page)
  await dialog.getByRole('button', { name: 'Preview Office move' }).click()
  const preview = page.getByRole('dialog', { name: 'Office move' })
  await expect(preview.getByText('Sign the lease')).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname === `/api/templates/${template?.id}`) loads.push(pathname)
  })
  page.once('dialog', (question) => void question.accept())
  await preview.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Template deleted', { exact: true })).toBeVisible()
  await expect(preview).toBeHidden()
  await expect(dialog.getByText('No templates yet.')).toBeVisible()
  await expect(page.getByText('Template deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to load template details.')).toHaveCount(0)
  expect(loads).toEqual([])
})

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option }).click()
}

test(
  'Delete is at least 16 px from Create Project, the name field is as wide as that button on a phone, and an empty list says what to do',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openTemplates(page)
    const hint = 'Create one here, or save one of your projects as a template.'
    await expect(dialog.getByText(hint, { exact: true })).toBeVisible()
    await makeTemplates(page, [{ name: 'Office move', tasks: [{ title: 'Sign the lease' }] }])
    await page.reload()
    await (await openTemplates(page)).getByRole('button', { name: 'Use Office move' }).click()
    const use = page.getByRole('dialog', { name: 'Office move' })
    await expect(use.getByRole('textbox', { name: 'Project Name' })).toBeFocused()
    const name = await use.getByRole('textbox', { name: 'Project Name' }).boundingBox()
    const remove = await use.getByRole('button', { name: 'Delete' }).boundingBox()
    const create = await use.getByRole('button', { name: 'Create Project' }).boundingBox()
    if (!name || !remove || !create) throw new Error('A control is missing.')
    if ((page.viewportSize()?.width ?? 0) < 640) expect(name.width).toBeGreaterThanOrEqual(create.width - 4)
    const below = remove.y - (create.y + create.height)
    const before = create.x - (remove.x + remove.width)
    expect(Math.max(below, before)).toBeGreaterThanOrEqual(16)
  },
)
