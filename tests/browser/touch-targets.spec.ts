import type { Page } from '@playwright/test'

import { type Seed, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { NOW } from '../support/timeline-page.ts'
import { makeTemplates, openTemplates, removeTemplates } from '../support/template-page.ts'
import { openAdd } from '../support/task-forms.ts'
import { smallTargets } from '../support/touch-targets.ts'

/** Cards of every tier, one with every element, and a waiting line. */
const SEEDS: Seed[] = [
  {
    title: 'Board memo',
    priority: 1,
    category: 'Project',
    projectName: 'Garden',
    estimatedTime: '2 hours',
    startDate: '2026-11-19',
    endDate: '2026-11-24',
    progress: 40,
    attachments: ['plan.pdf'],
  },
  ...[1, 2, 3, 4].map((number) => ({ title: `Call ${number}`, priority: 2 as const, dueDate: '2026-11-20' })),
  { title: 'Payroll', priority: 4, dependencies: [] },
  { title: 'Water filter', priority: 6 },
  { title: 'Renew passports', priority: 8 },
  { title: 'Read the manual', priority: 10 },
]

for (const width of [390, 320]) {
  test.describe(`at ${width} px`, { tag: '@touch' }, () => {
    test.use({ viewport: { width, height: 780 }, contextOptions: { reducedMotion: 'reduce' } })

    test.afterEach(({ page }) => removeTemplates(page))

    test('every control of the three views is at least 40 × 40 px', async ({ page }) => {
      const tasks = await openOn(page)
      await test.step('board', async () => {
        await page.getByRole('button', { name: /1 waiting/ }).tap()
        await page.getByRole('button', { name: 'Start work on Board memo' }).tap()
        await close(page, 'Board memo')
        await expectRoom(page)
        await page.getByRole('button', { name: 'Focus Mode' }).tap()
        await expectRoom(page)
        await page.getByRole('button', { name: 'Focus Mode' }).tap()
      })
      await test.step('filters and menus', async () => {
        await page.getByRole('button', { name: 'Filter by Category' }).tap()
        await expectRoom(page)
        await page.getByRole('menuitemcheckbox', { name: 'Project' }).tap()
        await page.getByRole('button', { name: 'Filter by Project' }).tap()
        await expectRoom(page)
        await page.keyboard.press('Escape')
        await expectRoom(page)
        await page.getByRole('button', { name: 'Drag to change priority: Board memo' }).tap()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectRoom(page)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Account: Mara' }).tap()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectRoom(page)
        await page.keyboard.press('Escape')
      })
      await test.step('timeline', async () => {
        await page.getByRole('tab', { name: 'Timeline' }).tap()
        await expect(page.getByRole('grid', { name: 'Timeline' })).toBeVisible()
        await expectRoom(page)
      })
      await test.step('completed', async () => {
        for (const { id } of tasks.slice(1, 4))
          await page.request.patch(`/api/tasks/${id}`, { data: { completed: true } })
        await page.getByRole('tab', { name: 'Completed' }).tap()
        await expect(page.getByRole('heading', { name: 'Call 1' })).toBeVisible()
        await expectRoom(page)
      })
    })

    test('every control of the task dialogs is at least 40 × 40 px', async ({ page }) => {
      await openOn(page)
      await test.step('add', async () => {
        const dialog = await openAdd(page)
        await dialog.getByRole('switch').first().tap()
        await expectRoom(page)
        await close(page, 'Add New Task', true)
      })
      await test.step('edit', async () => {
        await page.getByRole('button', { name: 'Edit Board memo' }).tap()
        await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
        await expectRoom(page)
        await close(page, 'Edit Task')
      })
      await test.step('details, with fields open', async () => {
        await page.getByRole('button', { name: 'Board memo', exact: true }).tap()
        const dialog = page.getByRole('dialog', { name: 'Board memo' })
        await expect(dialog).toBeVisible()
        await expectRoom(page)
        await dialog.getByRole('button', { name: /^Repeats/ }).tap()
        await expectRoom(page)
        await close(page, 'Board memo')
      })
      await test.step('canvas, and its question', async () => {
        await page.getByRole('button', { name: 'Start work on Board memo' }).tap()
        const canvas = page.getByRole('dialog', { name: 'Board memo' })
        await canvas.getByRole('textbox', { name: 'Notes' }).fill('Ask Ines')
        await expectRoom(page)
        await canvas.getByRole('button', { name: 'Close', exact: true }).tap()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectRoom(page)
      })
    })

    test('every control of the other dialogs is at least 40 × 40 px', async ({ page }) => {
      await openOn(page)
      await test.step('categories', async () => {
        await page.request.post('/api/categories', { data: { name: 'Errands' } })
        await page.reload()
        await page.getByRole('button', { name: 'Categories' }).tap()
        const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
        await expect(dialog.getByRole('row', { name: 'Errands' })).toBeVisible()
        await expectRoom(page)
        await close(page, 'Manage Categories')
      })
      await test.step('templates', async () => {
        await makeTemplates(page)
        const dialog = await openTemplates(page)
        await expect(dialog.getByRole('button', { name: 'Use Client onboarding' })).toBeVisible()
        await expectRoom(page)
        await dialog.getByRole('button', { name: 'Use Client onboarding' }).tap()
        const use = page.getByRole('dialog', { name: 'Client onboarding' })
        await expect(use.getByRole('textbox', { name: 'Project Start' })).toBeVisible()
        await expectRoom(page)
        await close(page, 'Client onboarding')
        await dialog.getByRole('tab', { name: 'Create Template' }).tap()
        await dialog.getByRole('button', { name: 'Add Task' }).tap()
        await expectRoom(page)
        await close(page, 'Project Templates')
      })
      await test.step('account', async () => {
        for (const item of ['Change password', 'Active sessions', 'Trash', 'Delete my account']) {
          await page.getByRole('button', { name: 'Account: Mara' }).tap()
          await page.getByRole('menuitem', { name: item }).tap()
          await expect(page.getByRole('dialog')).toBeVisible()
          await expectRoom(page)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
      })
    })

    test('every control of the signed-out pages is at least 40 × 40 px', async ({ page }) => {
      for (const path of ['/', '/api/login', '/nowhere']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expectRoom(page)
      }
    })
  })
}

async function openOn(page: Page) {
  await page.clock.setFixedTime(new Date(NOW))
  const tasks = await openBoard(page, SEEDS)
  const dependencies = tasks.slice(1, 3).map(({ id }) => String(id))
  await page.request.patch(`/api/tasks/${tasks[0]?.id}`, { data: { dependencies } })
  await page.reload()
  return tasks
}

async function expectRoom(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, 'how far the page scrolls sideways').toBe(0)
  expect.soft((await smallTargets(page)).filter((target) => !isCell(target))).toEqual([])
}

/** Returns whether a target is one of the ten cells of the level strip, which share the width of a phone of 390 px. */
function isCell(target: string): boolean {
  const [, width, height] = /^Level \d.*: (\d+) × (\d+)$/.exec(target) ?? []
  return Number(width) >= 38 && Number(height) >= 44
}

/** Closes a dialog with its Close button and discards edits. */
async function close(page: Page, name: string, isEdited = false): Promise<void> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('button', { name: 'Close', exact: true }).tap()
  if (isEdited) await page.getByRole('button', { name: 'Discard', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
}
