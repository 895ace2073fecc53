import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectAccessibleByIbm, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { type Seed, card, changeElsewhere, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openCanvas, textOf } from '../support/canvas.ts'
import { handleOf, pickUpByKeys, spoken } from '../support/drag.ts'
import { openAdd, openDetails, openEdit } from '../support/task-forms.ts'

/** Cards of every kind, with one level full and one over its limit. */
const SEEDS: Seed[] = [
  { title: 'Board memo', priority: 1, category: 'Deadline', dueDate: '2020-01-01', attachments: ['a.pdf'] },
  {
    title: 'Migration',
    priority: 2,
    category: 'Project',
    projectName: 'Billing',
    estimatedTime: '2 hours 45 minutes',
  },
  { title: 'Call the doctor', priority: 2 },
  { title: 'Interview panel', priority: 2 },
  { title: 'Renew passports', priority: 2, dueDate: '2031-05-02' },
  {
    title: 'Weekly planning',
    priority: 3,
    category: 'Meeting',
    isRecurring: true,
    recurrenceFrequency: 'Weekly',
  },
  { title: 'Dentist', priority: 5, category: 'Appointment', dueDate: 'some day' },
  { title: 'Water filter', priority: 7, category: 'Reminder', dueDate: '2031-05-02' },
  { title: 'Kew lecture', priority: 9, category: 'Reading', estimatedTime: '30 minutes' },
]

test.beforeEach(async ({ page, isMobile }) => {
  if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
})

/** Opens a view and checks it in both themes. `open` returns an element that must be visible there. */
async function check(page: Page, place: string, open: () => Promise<Locator>): Promise<void> {
  await test.step(place, async () => {
    const sight = await open()
    await expectAccessible(page, sight)
    await expectAccessibleByIbm(page)
    await expectNoSidewaysScroll(page)
  })
}

/** Leaves a form whose typed text would be lost. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function close(page: Page, part: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(part).toHaveCount(0)
}

/** Each story checks several places, because creating an account and loading the first page take most of its time. */
const TITLE = (places: string) => `${places} are accessible in both themes, and scroll only up and down`

test(TITLE('the pages for visitors'), { tag: '@narrow' }, async ({ page }) => {
  await check(page, 'the welcome page', async () => {
    await page.goto('/')
    return page.getByRole('heading', { name: 'Welcome to Tenfold' })
  })
  await check(page, 'the sign-in page', async () => {
    await page.goto('/api/login')
    return page.getByRole('button', { name: 'Sign in', exact: true })
  })
  await check(page, 'the sign-in page with errors', async () => {
    await page.getByRole('radio', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Create account', exact: true }).click()
    return page.getByText('Enter your email.')
  })
  await check(page, 'the not-found page', async () => {
    await page.goto('/nowhere')
    return page.getByRole('heading', { name: '404 Page Not Found' })
  })
})

test(TITLE('an empty board and its forms'), { tag: '@narrow' }, async ({ page }) => {
  await check(page, 'an empty board', async () => {
    await openBoard(page, [])
    return page.getByText('No tasks found.')
  })
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  const title = dialog.getByRole('textbox', { name: 'Task Title' })
  await check(page, 'the form for a new task', async () => {
    await openAdd(page)
    return title
  })
  await check(page, 'the question before discarding typed text', async () => {
    await title.fill('Renew passports')
    await page.keyboard.press('Escape')
    return page.getByRole('alertdialog', { name: 'Discard changes?' })
  })
  await check(page, 'the completed tasks', async () => {
    await page.request.post('/api/tasks', {
      data: { title: 'Renew passports', description: 'Two photos each.', completed: true },
    })
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/?view=completed')
    return page.getByRole('region', { name: 'Today' })
  })
})

test(TITLE('a board with cards of every kind and its views'), { tag: '@narrow' }, async ({ page }) => {
  await openBoard(page, SEEDS)
  await check(page, 'the summary of a card', async () => {
    // The summary is opened with a key, because a click would scroll the page, and a title half under the rail would
    // count as a small target.
    await card(page, 'Board memo').press('i')
    return page.getByRole('dialog', { name: 'Summary of Board memo' })
  })
  await close(page, page.getByRole('dialog'))
  await check(page, 'the menu of a handle', async () => {
    await handleOf(page, 'Dentist').click()
    return page.getByRole('menuitem', { name: 'Move up' })
  })
  await close(page, page.getByRole('menu'))
  await check(page, 'a card that is moved with the keyboard', async () => {
    await pickUpByKeys(page, 'Dentist')
    await page.keyboard.press('ArrowUp')
    return spoken(page, 'Moving to level 4')
  })
  await check(page, 'a toast', async () => {
    await page.keyboard.press('Space')
    const toast = page.getByText('Your task has been updated successfully', { exact: true })
    // The toast stays open while the pointer is on it.
    await toast.hover()
    return toast
  })
  await page.reload()
  await check(page, 'the waiting line', async () => {
    await page.getByRole('button', { name: '1 waiting' }).click()
    await expect(card(page, 'Renew passports')).toBeVisible()
    // No title is half under the rail.
    await page.locator('#level-2').evaluate((level) => level.scrollIntoView())
    return card(page, 'Renew passports')
  })
  await check(page, 'the printed timeline', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.emulateMedia({ media: 'print' })
    return page.getByRole('row', { name: /Board memo/ })
  })
})

test('menus, sliders and the banner have accessible names', async ({ page }) => {
  await openBoard(page, SEEDS)
  await expect(page.getByRole('complementary', { name: 'Principles of flow' })).toBeVisible()
  const openMenu = async (button: string, name: string | RegExp) => {
    await page.getByRole('button', { name: button }).click()
    const menu = page.getByRole('menu')
    await expect(menu).toHaveAccessibleName(name)
    // Chromium's accessibility tree has no name for a menu whose label element is missing.
    expect(
      await menu.evaluate(
        (one) =>
          one.getAttribute('aria-label') ??
          document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.id,
      ),
    ).toBeTruthy()
    await expect(menu.locator('p')).toHaveCount(0)
    await close(page, menu)
  }
  await openMenu('Filter by Category', 'Filter by Category')
  await openMenu('Account: Mara', /^Account: Mara, .+@example\.com$/)
  await page.getByRole('tab', { name: 'Completed' }).click()
  await openMenu('Completion Date', 'Completion Date')
  await page.getByRole('tab', { name: 'Priority View' }).click()
  const dialog = await openEdit(page, 'Dentist')
  await expect(dialog.getByRole('slider', { name: 'Progress' })).toBeVisible()
  const orphans = await dialog
    .locator('label')
    .evaluateAll((labels) =>
      labels.filter((label) => !(label as HTMLLabelElement).control).map((label) => label.textContent),
    )
  expect(orphans).toEqual([])
})

test(TITLE('the task forms'), { tag: '@narrow' }, async ({ page }) => {
  await openBoard(page, SEEDS)
  await check(page, 'the edit form', async () => {
    await openEdit(page, 'Migration')
    return page.getByRole('checkbox', { name: 'Mark as completed' })
  })
  await close(page, page.getByRole('dialog'))
  await check(page, 'the edit form with errors', async () => {
    await openEdit(page, 'Weekly planning')
    const title = page.getByRole('textbox', { name: 'Task Title' })
    await title.fill('')
    await title.press('Enter')
    await page.getByRole('slider', { name: 'Priority Level' }).press('ArrowLeft')
    await expect(page.getByText('Level 2 is full (4 of 3).')).toBeVisible()
    return page.getByText('Title is required')
  })
  await discard(page)
  await check(page, 'the form for a new task with errors and notes', async () => {
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Due Date' }).fill('some day')
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('1000')
    await dialog.getByRole('slider', { name: 'Priority Level' }).press('Home')
    await dialog.getByRole('slider', { name: 'Priority Level' }).press('ArrowRight')
    await dialog.getByRole('switch', { name: 'Recurring task' }).click()
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog.getByText('Level 2 is full (4 of 3).')).toBeVisible()
    await expect(dialog.getByText('Couldn’t read that date. It’s saved as text.')).toBeVisible()
    return dialog.getByText('Title is required')
  })
  await discard(page)
  await check(page, 'the details of a task, with a field open', async () => {
    const dialog = await openDetails(page, 'Migration')
    await dialog.getByRole('button', { name: /^Due/ }).click()
    return dialog.getByRole('textbox', { name: 'Due Date' })
  })
})

test(TITLE('the versions, canvas and files of a task'), { tag: '@narrow' }, async ({ page }) => {
  const [task] = await openBoard(page, [{ ...SEEDS[0], title: 'Board memo', description: 'Two pages.' }])
  if (!task) throw new Error('There is no task.')
  await check(page, 'both versions of a task', async () => {
    const form = await openEdit(page, 'Board memo')
    await form.getByRole('textbox', { name: 'Description' }).fill('Two pages, no appendix.')
    await form.getByRole('slider', { name: 'Priority Level' }).press('ArrowRight')
    await changeElsewhere(page, task, { description: 'Two pages and one chart.', priority: 9 })
    await form.getByRole('button', { name: 'Show both versions' }).click()
    return page.getByRole('radio', { name: 'Saved version: P9' })
  })
  const place = 'the work canvas, with a draft, texts changed elsewhere, files and a name without one'
  await check(page, place, async () => {
    await page.request.put(attachmentPath(task.id, 'whiteboard.png'), { data: testPicture('any').buffer })
    await page.goto('/')
    await textOf(await openCanvas(page, 'Board memo'), 'Notes').fill('mine')
    await changeElsewhere(page, task, { notes: 'theirs' })
    await page.reload()
    const canvas = await openCanvas(page, 'Board memo')
    await expect(canvas.getByText('Draft restored.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Show both versions' })).toBeVisible()
    return canvas.getByRole('button', { name: 'Preview whiteboard.png' })
  })
  await check(page, 'a picture in the viewer', async () => {
    await page.getByRole('button', { name: 'Preview whiteboard.png' }).click()
    return page.getByRole('img', { name: 'whiteboard.png' })
  })
})

test('with reduced motion, dialogs, cards and toasts appear immediately, without animation', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const travels: string[] = []
    Object.assign(window, { travels })
    const note = (event: Event) => {
      for (const { effect } of document.getAnimations()) {
        const duration = Number(effect?.getComputedTiming().duration)
        // A late element, such as a skeleton on a slow machine, animates for at most 1 ms.
        if (duration > 1) travels.push(`${event.type} of ${duration} ms`)
      }
    }
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true)
  })
  await openBoard(page, SEEDS)
  const dialog = await openAdd(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await pickUpByKeys(page, 'Dentist')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'travels'))).toEqual([])
})

test('menus, lists and panels also close with reduced motion', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await expectEscapeCloses(page, page.getByRole('menu'))
  // Until the focus is back on the button, the closing menu receives the keys.
  await expect(page.getByRole('button', { name: 'Filter by Category' })).toBeFocused()
  await page.keyboard.press('/')
  await expectEscapeCloses(page, page.getByRole('dialog', { name: 'Projects' }))
  await card(page, 'Dentist').press('i')
  await expectEscapeCloses(page, page.getByRole('dialog', { name: 'Summary of Dentist' }))
  const dialog = await openAdd(page)
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await expectEscapeCloses(page, page.getByRole('listbox'))
  await expect(dialog).toBeVisible()
})

async function expectEscapeCloses(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(part).toBeHidden()
}
