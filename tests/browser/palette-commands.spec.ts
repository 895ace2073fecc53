import type { Page } from '@playwright/test'

import { expectAccessible } from '#tests/support/accessibility.ts'
import { card, openBoard, storedAt, storedTasks } from '#tests/support/board-page.ts'
import { expect, test } from '#tests/support/browser-test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

function project(projectName: string, title: string) {
  return { title, category: 'Project', projectName }
}

async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(typed)
}

async function runCommand(page: Page, typed: string, name: string | RegExp): Promise<void> {
  await search(page, typed)
  await runFound(page, name)
}

async function runFound(page: Page, name: string | RegExp): Promise<void> {
  await expect(option(page, name)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('runs every command of the account menu @narrow', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await card(page, 'Write').focus()
  for (const name of ['Change password', 'Active sessions', 'Delete my account']) {
    await runCommand(page, name, name)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(card(page, 'Write')).toBeFocused()
  }
  const opened = page.context().waitForEvent('page')
  await runCommand(page, 'licenses', 'Licenses')
  await (await opened).waitForURL('**/licenses.txt')
  await (await opened).close()
  const download = page.waitForEvent('download')
  await runCommand(page, 'export', 'Export my data')
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  const banner = page.getByRole('marquee')
  await runCommand(page, 'banner', 'Hide the banner')
  await expect(banner).toBeHidden()
  await runCommand(page, 'banner', 'Show the banner')
  await expect(banner).toBeVisible()
})

test('moves the focused card, and then the selected ones, to a level', async ({ page }) => {
  await openBoard(page, [
    ...['Board memo', 'Call Dr. Okafor', 'Interview panel'].map((title) => ({ title, priority: 1 })),
    { title: 'Write', priority: 4 },
    { title: 'Read', priority: 5 },
  ])
  await card(page, 'Write').focus()
  await search(page, 'move to level')
  await expect(option(page, 'Move to level 4')).toHaveCount(0)
  await expect(option(page, /Move to level 1.*Level 1 doesn’t have enough free slots\./)).toBeVisible()
  await expectAccessible(page, palette(page))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(card(page, 'Write')).toBeFocused()
  await runCommand(page, 'level 3', /Move to level 3.*“Write”/)
  await expect.poll(() => storedAt(page, 3)).toEqual(['Write'])
  await expect(card(page, 'Write')).toBeFocused()

  await page.keyboard.press('x')
  await card(page, 'Read').focus()
  await page.keyboard.press('x')
  await runCommand(page, 'level 1', /Move to level 1 Level/)
  await expect(page.getByText('Couldn’t move 2 tasks', { exact: true })).toBeVisible()
  await runCommand(page, 'level 7', /Move to level 7.*“Write” and “Read”/)
  await expect.poll(() => storedAt(page, 7)).toEqual(['Write', 'Read'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => storedAt(page, 3)).toEqual(['Write'])
  await expect.poll(() => storedAt(page, 5)).toEqual(['Read'])
})

test('finds projects and opens the tasks of a project', async ({ page }) => {
  await openBoard(page, [
    project('Über-Plan', 'Draft'),
    project('Über-Plan', 'Review'),
    project('Garden', 'Rake'),
    { title: 'Write' },
  ])
  await search(page, 'plan')
  await expect(palette(page).getByRole('group', { name: 'Projects' }).getByRole('option')).toHaveText([
    'Über-Plan2 open tasks',
  ])
  await option(page, /2 open tasks/).click()
  await expect(page).toHaveURL(/project=/)
  await expect(page.getByRole('heading', { name: 'Project: Über-Plan' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'All Tasks' })).toBeVisible()
})

test('clicks the buttons of the filters, the timeline and the selection', async ({ page }) => {
  await openBoard(page, [{ title: 'Write', dueDate: '2026-11-24' }, { title: 'Read' }])
  await runCommand(page, 'filters today', /^Filters: Today/)
  await expect(page).toHaveURL(/day=today/)
  await runCommand(page, 'filters today', /^Filters: Today/)
  await expect(page).not.toHaveURL(/day=today/)

  await card(page, 'Write').focus()
  await page.keyboard.press('x')
  await runCommand(page, 'selected complete', 'Selected tasks: Complete')
  await expect
    .poll(async () => (await storedTasks(page)).find(({ title }) => title === 'Write'))
    .toMatchObject({ completed: true })
  await search(page, 'timeline month')
  await expect(option(page, /Month/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await runCommand(page, 'go to timeline', 'Go to Timeline')
  await runCommand(page, 'timeline month', 'Timeline: Month')
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
})

test('keeps the URL that a command sets, even if the browser goes back slowly', async ({ page }) => {
  await page.addInitScript(() => {
    const go = history.go.bind(history)
    history.go = (by) => void setTimeout(() => go(by), 500)
    addEventListener('popstate', () => Object.assign(window, { hasGoneBack: true }))
  })
  await openBoard(page, [{ title: 'Write', dueDate: '2026-11-24' }])
  await runCommand(page, 'filters today', /^Filters: Today/)
  await page.waitForFunction(() => Reflect.get(window, 'hasGoneBack'))
  await expect(page).toHaveURL(/day=today/)
  await expect(page.getByRole('button', { name: /^Today/ })).toHaveAttribute('aria-pressed', 'true')
})

test('pastes the lines of the clipboard as tasks', async ({ page, context }) => {
  await openBoard(page, [{ title: 'Write' }])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('- Order badges p3\n- Print menus p3\n'))
  await runCommand(page, 'paste', 'Paste as tasks')
  await expect(page.getByRole('button', { name: 'Add 2 tasks' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => storedAt(page, 3)).toEqual(['Order badges', 'Print menus'])

  // Shortcuts are off in a field.
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toHaveCount(0)
  await context.clearPermissions()
  await runCommand(page, 'paste', 'Paste as tasks')
  await expect(page.getByText('Paste your lines here', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await expect.poll(() => storedTasks(page)).toHaveLength(3)
})

test('pastes nothing under a dialog that was opened before the clipboard could be read', async ({ page }) => {
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const readText = () => {
      Object.assign(window, { allow: () => resolve('Order badges') })
      return promise
    }
    Object.defineProperty(navigator, 'clipboard', { value: { readText } })
  })
  await openBoard(page, [{ title: 'Write' }])
  await runCommand(page, 'paste', 'Paste as tasks')
  const allow = await page.waitForFunction(() => Reflect.get(window, 'allow') as (() => void) | undefined)
  await page.keyboard.press('Shift+N')
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toBeFocused()
  await allow.evaluate((allow) => allow?.())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toHaveCount(0)
})

/** Runs a command on a task. Expects the command to offer `choices`, and picks the first one. */
async function runOnTask(page: Page, typed: string, name: string, choices: string[]): Promise<void> {
  await search(page, typed)
  await expect(option(page, name)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('combobox', { name })).toBeVisible()
  const options = palette(page).getByRole('option')
  await expect(options).toHaveCount(choices.length)
  for (const title of choices) await expect(options.filter({ hasText: title })).toHaveCount(1)
  await expect(options.first()).toContainText(choices[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('runs every command of a card’s menu, and offers the focused card first @narrow', async ({
  page,
  context,
}) => {
  await openBoard(page, [{ title: 'Write' }, { title: 'Read' }, { title: 'Plan' }])
  await card(page, 'Read').focus()
  await search(page, 'complete a')
  await page.keyboard.press('Enter')
  await expectAccessible(page, palette(page).getByRole('combobox', { name: 'Complete a task…' }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(card(page, 'Read')).toBeFocused()
  await runOnTask(page, 'move up', 'Move a task up in its level…', ['Read', 'Plan'])
  await expect.poll(() => storedAt(page, 5)).toEqual(['Read', 'Write', 'Plan'])
  await expect(card(page, 'Read')).toBeFocused()
  await runOnTask(page, 'move down', 'Move a task down in its level…', ['Read', 'Write'])
  await expect.poll(() => storedAt(page, 5)).toEqual(['Write', 'Read', 'Plan'])

  await runOnTask(page, 'show summary', 'Show the summary of a card…', ['Read', 'Plan', 'Write'])
  const summary = page.getByRole('dialog', { name: 'Summary of Read' })
  await expect(summary).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(summary).toHaveCount(0)
  await expect(card(page, 'Read')).toBeFocused()

  await runOnTask(page, 'depends', 'Change what a task depends on…', ['Read', 'Plan', 'Write'])
  const links = page.getByRole('dialog', { name: 'Dependencies of “Read”' })
  await links.getByRole('combobox').fill('plan')
  await page.keyboard.press('Enter')
  const stored = async () => (await storedTasks(page)).find(({ title }) => title === 'Read')
  await expect.poll(async () => (await stored())?.dependencies).toHaveLength(1)
  await links.getByRole('button', { name: 'Done' }).click()
  await expect(links).toBeHidden()
  await expect(card(page, 'Read')).toBeFocused()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await runOnTask(page, 'copy link', 'Copy the link to a task…', ['Read', 'Plan', 'Write'])
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`task=${(await stored())?.id}$`),
  )
  await runOnTask(page, 'select', 'Select a task…', ['Read', 'Plan', 'Write'])
  await expect(page.getByText('1 selected').filter({ visible: true }).first()).toBeVisible()
})

test('offers a task command only while there is a task that it applies to', async ({ page }) => {
  const [write] = await openBoard(page, [{ title: 'Write' }, { title: 'Read', priority: 6 }])
  for (const typed of ['reopen', 'reset timer', 'move up']) {
    await search(page, typed)
    await expect(palette(page).getByText(`Nothing found for “${typed}”.`)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
  await page.request.patch(`/api/tasks/${write?.id}`, { data: { completed: true } })
  await expect(page.getByText('1 open')).toBeVisible()
  await runOnTask(page, 'reopen', 'Reopen a task…', ['Write'])
  await expect(page.getByText('Task reopened', { exact: true })).toBeVisible()
  await expect.poll(() => storedAt(page, 5)).toEqual(['Write'])

  await page.getByRole('button', { name: 'Start Work on Read' }).filter({ visible: true }).click()
  await expect(page.getByRole('dialog', { name: 'Read' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Timer' })).toBeVisible()
  await runOnTask(page, 'reset timer', 'Reset the timer of a task…', ['Read'])
  await expect(page.getByRole('region', { name: 'Timer' })).toHaveCount(0)
})

test('clicks the buttons of the first steps and of Focus Mode', async ({ page }) => {
  await openBoard(page, [])
  const press = async (typed: string, name: string) => {
    // The key doesn't work in the line of the first step, which has focus.
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.type(typed)
    await runFound(page, name)
  }
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toBeVisible()
  await press('add sample', 'First steps: Add sample tasks')
  await expect(page.getByText('12 open, 1 due today')).toBeVisible()
  await press('remove sample', 'First steps: Remove samples')
  await expect(page.getByText('0 open')).toBeVisible()
  await press('hide steps', 'First steps: Hide these steps')
  await expect(steps).toHaveCount(0)
  await press('show steps', 'Show first steps')
  await expect(steps).toBeVisible()
  await press('focus mode', 'Focus Mode')
  await expect(page.getByRole('button', { name: 'Focus Mode' })).toHaveAttribute('aria-expanded', 'true')
})
