import type { Page } from '@playwright/test'

import { type Seed, openBoard, untilOutboxIsOpen } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  GAP,
  LEAVE,
  LINK,
  type Opening,
  VERSIONS,
  WAITING,
  WELCOME,
  dialogOf,
  dialogsByPath,
  fillEveryDialog,
  openDialog,
  openView,
  signInAgain,
} from '../support/dialogs.ts'
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

const LEVELS = 10

/** The widths of a screen, in px, at which ten cells share less than 400 px. Narrower screens have two rows of five. */
const CROWDED = { from: 390, to: 400 }

/** The smallest cell of the level strip on such a screen. The cells have no gaps, so a near miss hits a neighbor. */
const CELL_PX = { width: 39, height: 44 }

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
        const levels = page.getByRole('region', { name: 'Focus Mode' }).getByRole('radiogroup')
        await page.getByRole('button', { name: 'Focus Mode' }).tap()
        await expect(levels.first()).toBeVisible()
        await expectRoom(page)
        await page.getByRole('button', { name: 'Focus Mode' }).tap()
        await expect(levels).toHaveCount(0)
      })
      await test.step('filters and menus', async () => {
        await page.getByRole('button', { name: 'Filter by Category' }).tap()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectRoom(page)
        await page.getByRole('menuitemcheckbox', { name: 'Project' }).tap()
        await page.getByRole('button', { name: 'Filter by Project' }).tap()
        const projects = page.getByRole('textbox', { name: 'Search projects' })
        await expect(projects).toBeVisible()
        await expectRoom(page)
        await page.keyboard.press('Escape')
        await expect(projects).toBeHidden()
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
      await test.step('canvas, and its confirmation', async () => {
        await page.getByRole('button', { name: 'Start work on Board memo' }).tap()
        const canvas = page.getByRole('dialog', { name: 'Board memo' })
        await canvas.getByRole('textbox', { name: 'Notes' }).fill('Ask Ines')
        await expectRoom(page)
        await canvas.getByRole('button', { name: 'Close', exact: true }).tap()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectRoom(page)
      })
    })

    test('every control of every other dialog is at least 40 × 40 px', async ({ page, server }) => {
      await fillEveryDialog(page, server.url)
      for (const [path, chains] of dialogsByPath(page)) {
        await openView(page, path)
        for (const chain of chains) await checkChain(page, chain)
      }
    })

    test('every control of the template forms is at least 40 × 40 px', async ({ page }) => {
      await openOn(page)
      await makeTemplates(page)
      const dialog = await openTemplates(page)
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

    test('every control of the dialog with two versions is at least 40 × 40 px', async ({ page }) => {
      await openOn(page)
      await openDialog(page, VERSIONS)
      await expectRoom(page)
    })

    test('every control of the dialog after an absence is at least 40 × 40 px', async ({ page }) => {
      await checkChain(page, [WELCOME])
    })

    test('every control of the prompt after the computer slept is at least 40 × 40 px', async ({ page }) => {
      await openOn(page)
      await checkChain(page, [GAP])
    })

    test.describe('with a provider', () => {
      test.use({ providerAccounts: { mara: { email: 'mara@posteo.net' } } })

      test('every control of the dialog that links the account is at least 40 × 40 px', async ({ page }) => {
        await openOn(page)
        await checkChain(page, [LINK])
      })
    })

    test.describe('without a session or a connection', () => {
      test.use({ expectedConsoleErrors: /status of 401|net::ERR_/ })

      test('every control of the sign-in dialog is at least 40 × 40 px', async ({
        page,
        browser,
        server,
      }) => {
        await openOn(page)
        await openDialog(page, signInAgain(browser, server.url))
        await expectRoom(page)
      })

      test('every control for waiting changes is at least 40 × 40 px', async ({ page, context }) => {
        await openOn(page)
        await untilOutboxIsOpen(page)
        await context.setOffline(true)
        await page.getByRole('button', { name: 'Complete Payroll' }).tap()
        await expect(page.getByText('1 change is waiting')).toBeVisible()
        // A notification would cover part of the list.
        const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
        await expect(toasts).toHaveCount(0)
        const small = await smallTargets(page)
        expect.soft(small.filter((target) => target.startsWith('Show:'))).toEqual([])
        await openDialog(page, WAITING)
        await expectRoom(page)
        await page.getByRole('button', { name: /^Discard: / }).tap()
        await expect(page.getByRole('group', { name: 'Discard this change?' })).toBeVisible()
        await expectRoom(page)
        await page.keyboard.press('Escape')
        await expect(dialogOf(page, WAITING)).toBeHidden()
        await checkChain(page, [LEAVE])
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

test('the cells of the level strip are as wide as the screen allows', { tag: '@touch' }, async ({ page }) => {
  await openOn(page)
  const cells = page.getByRole('navigation', { name: 'Levels' }).getByRole('button')
  for (const width of [320, 360, 375, 389, 390, 399, 400]) {
    await page.setViewportSize({ width, height: 780 })
    const isCrowded = width >= CROWDED.from && width < CROWDED.to
    const least = isCrowded ? { width: width / LEVELS, height: CELL_PX.height } : { width: 40, height: 40 }
    const sizes = () =>
      cells.evaluateAll((all) =>
        all.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => ({ width, height })),
      )
    await expect(async () => {
      const all = await sizes()
      expect(all).toHaveLength(LEVELS)
      for (const size of all) {
        expect(size.width, `width at ${width} px`).toBeGreaterThan(least.width - 0.1)
        expect(size.height, `height at ${width} px`).toBeGreaterThanOrEqual(least.height)
      }
    }).toPass({ timeout: 5000 })
    await expectRoom(page)
  }
})

/** Opens and checks each of several nested dialogs, and then closes them. */
async function checkChain(page: Page, chain: readonly Opening[]): Promise<void> {
  await test.step(chain.map(({ name }) => String(name)).join(', '), async () => {
    for (const opening of chain) {
      await openDialog(page, opening)
      await expectRoom(page)
    }
    for (const opening of chain.toReversed()) {
      await page.keyboard.press('Escape')
      await expect(dialogOf(page, opening)).toBeHidden()
    }
  })
}

async function openOn(page: Page) {
  await page.clock.setFixedTime(new Date(NOW))
  const tasks = await openBoard(page, SEEDS)
  const dependencies = tasks.slice(1, 3).map(({ id }) => String(id))
  await page.request.patch(`/api/tasks/${tasks[0]?.id}`, { data: { dependencies } })
  await page.reload()
  await expect(page.getByText(`${tasks.length} open`)).toBeVisible()
  return tasks
}

async function expectRoom(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, 'how far the page scrolls sideways').toBe(0)
  expect.soft((await smallTargets(page)).filter((target) => !isCell(page, target))).toEqual([])
}

/** Returns whether a target is a cell of the level strip on a screen that is too narrow for ten targets of 40 px. */
function isCell(page: Page, target: string): boolean {
  const [, width, height] = /^Level \d.*: (\d+) × (\d+)$/.exec(target) ?? []
  const screen = page.viewportSize()?.width ?? 0
  if (screen < CROWDED.from || screen >= CROWDED.to) return false
  // The measured width leaves out fractions of a px at both ends.
  return Number(width) >= Math.floor(screen / LEVELS) - 1 && Number(height) >= CELL_PX.height
}

/** Closes a dialog with its Close button and discards edits. */
async function close(page: Page, name: string, isEdited = false): Promise<void> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('button', { name: 'Close', exact: true }).tap()
  if (isEdited) await page.getByRole('button', { name: 'Discard', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
}
