import { expectNoSidewaysScroll } from '../support/accessibility.ts'
import { registerByApi } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

test(
  'shows the welcome page, which links to the sign-in page',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    for (const width of isMobile ? [390, 320] : [1440, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Tenfold' })).toBeVisible()
      await expect(page.getByText('Organize your tasks with dynamic priority visualization')).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Visual Priority Management',
        'Timeline Visualization',
        'Category Organization',
      ])
      for (const text of [
        'Tasks visually scaled by importance',
        'See your tasks in a Gantt chart view',
        'Organize tasks by category and projects',
      ])
        await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Templates' })).toHaveCount(0)
      await expectNoSidewaysScroll(page)
    }
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/api/login')
    await page.getByRole('link', { name: 'Sign in to continue' }).click()
    await expect(page).toHaveURL('/api/login')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  },
)

test('shows a working header on the not-found page', async ({ page }) => {
  await registerByApi(page)
  for (const [button, dialog] of [
    ['Templates', 'Project Templates'],
    ['Categories', 'Manage Categories'],
    ['Add Task', 'Add New Task'],
  ] as const) {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expect(page).toHaveURL('/')
  }
  await page.reload()
  await expect(page.getByText('No tasks found.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Otherwise leaving the dialog's history entry would undo the next navigation.
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Back to your tasks' }).click()
  await expect(page.getByText('No tasks found.')).toBeVisible()
})

test('follows the system’s theme until one is chosen, then the choice in every window', async ({
  page,
  context,
}) => {
  const root = page.locator(':root')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(root).toContainClass('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).not.toContainClass('dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()

  const another = await context.newPage()
  await another.goto('/api/login')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await expect(root).not.toContainClass('dark')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(another.locator(':root')).toContainClass('dark')
  await another.emulateMedia({ colorScheme: 'dark' })
  await another.emulateMedia({ colorScheme: 'light' })
  await another.reload()
  await expect(another.locator(':root')).toContainClass('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()
})
