import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { type Seed, card, changeElsewhere, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openCanvas, textOf } from '../support/canvas.ts'
import { handleOf, pickUpByKeys, spoken } from '../support/drag.ts'
import { openAdd } from '../support/task-forms.ts'

/** A card of every kind, one level full, one over its limit. */
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

/** Ways to the places that are looked at; each answers what must be in sight there. */
const PLACES: Record<string, (page: Page) => Promise<Locator>> = {
  'the welcome page': async (page) => {
    await page.goto('/')
    return page.getByRole('heading', { name: 'Welcome to Tenfold' })
  },
  'the sign-in page': async (page) => {
    await page.goto('/api/login')
    return page.getByRole('button', { name: 'Sign in', exact: true })
  },
  'the sign-in page with errors': async (page) => {
    await page.goto('/api/login')
    await page.getByRole('radio', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Create account', exact: true }).click()
    return page.getByText('Enter your e-mail.')
  },
  'the not-found page': async (page) => {
    await page.goto('/nowhere')
    return page.getByRole('heading', { name: '404 Page Not Found' })
  },
  'an empty board': async (page) => {
    await openBoard(page, [])
    return page.getByText('No tasks found.')
  },
  'a board with cards of every kind, its waiting line open': async (page) => {
    await openBoard(page, SEEDS)
    await page.getByRole('button', { name: '1 waiting' }).click()
    return card(page, 'Renew passports')
  },
  'a card that is carried by keys': async (page) => {
    await openBoard(page, SEEDS)
    await pickUpByKeys(page, 'Dentist')
    await page.keyboard.press('ArrowUp')
    return spoken(page, 'Moving to level 4')
  },
  'the details of a card': async (page) => {
    await openBoard(page, SEEDS)
    // The page does not scroll for the first card: a title half under the rail would count as a small target.
    await card(page, 'Board memo').focus()
    await page.keyboard.press('i')
    return page.getByRole('dialog', { name: 'Details of Board memo' })
  },
  'the menu of a handle': async (page) => {
    await openBoard(page, SEEDS)
    await handleOf(page, 'Dentist').click()
    return page.getByRole('menuitem', { name: 'Move up' })
  },
  'a toast': async (page) => {
    await openBoard(page, SEEDS)
    await pickUpByKeys(page, 'Dentist')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    const toast = page.getByText('Your task has been updated successfully', { exact: true })
    // Under the pointer it stays.
    await toast.hover()
    return toast
  },
  'the form for a new task': async (page) => {
    await openBoard(page, [])
    return (await openAdd(page)).getByRole('textbox', { name: 'Task Title' })
  },
  'the form for a new task with errors and notes': async (page) => {
    await openBoard(page, SEEDS)
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Due Date' }).fill('some day')
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('1000')
    await dialog.getByRole('slider', { name: 'Priority Level' }).press('Home')
    await dialog.getByRole('slider', { name: 'Priority Level' }).press('ArrowRight')
    await dialog.getByRole('switch', { name: 'Recurring task' }).click()
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog.getByText('Level 2 is full (4 of 3).')).toBeVisible()
    await expect(dialog.getByText('Not a date we know. It will be kept as typed.')).toBeVisible()
    return dialog.getByText('Title is required')
  },
  'the form of a task': async (page) => {
    await openBoard(page, SEEDS)
    await card(page, 'Migration').click()
    return page.getByRole('checkbox', { name: 'Mark as completed' })
  },
  'the work canvas, with a draft, texts changed elsewhere, files and a name without one': async (page) => {
    const [task] = await openBoard(page, [{ ...SEEDS[0], title: 'Board memo', description: 'Two pages.' }])
    if (!task) throw new Error('There is no task.')
    await page.request.put(attachmentPath(task.id, 'whiteboard.png'), { data: testPicture('any').buffer })
    await page.reload()
    await textOf(await openCanvas(page, 'Board memo'), 'Notes').fill('mine')
    await changeElsewhere(page, task, { notes: 'theirs' })
    await page.reload()
    const canvas = await openCanvas(page, 'Board memo')
    await expect(canvas.getByText('Restored what you typed.')).toBeVisible()
    await expect(canvas.getByRole('group', { name: 'Notes, changed elsewhere' })).toBeVisible()
    return canvas.getByRole('button', { name: 'Preview whiteboard.png' })
  },
  'a picture that is looked at': async (page) => {
    const [task] = await openBoard(page, [{ title: 'Board memo' }])
    await page.request.put(attachmentPath(task?.id ?? 0, 'whiteboard.png'), {
      data: testPicture('any').buffer,
    })
    await page.reload()
    await (
      await openCanvas(page, 'Board memo')
    )
      .getByRole('button', { name: 'Preview whiteboard.png' })
      .click()
    return page.getByRole('img', { name: 'whiteboard.png' })
  },
  'the form of a task with errors': async (page) => {
    await openBoard(page, SEEDS)
    await card(page, 'Weekly planning').click()
    const title = page.getByRole('textbox', { name: 'Task Title' })
    await title.fill('')
    await title.press('Enter')
    await page.getByRole('slider', { name: 'Priority Level' }).press('ArrowLeft')
    await expect(page.getByText('Level 2 is full (4 of 3).')).toBeVisible()
    return page.getByText('Title is required')
  },
  'the question before typed text is lost': async (page) => {
    await openBoard(page, [])
    await (await openAdd(page)).getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await page.keyboard.press('Escape')
    return page.getByRole('alertdialog', { name: 'Discard changes?' })
  },
  'the completed tasks': async (page) => {
    await openBoard(page, [])
    await page.request.post('/api/tasks', {
      data: { title: 'Renew passports', description: 'Two photos each.', completed: true },
    })
    await page.goto('/?view=completed')
    return page.getByRole('region', { name: 'Today' })
  },
  'the printed timeline': async (page) => {
    await openBoard(page, SEEDS)
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.emulateMedia({ media: 'print' })
    return page.getByRole('row', { name: /Board memo/ })
  },
}

// What still moves would be looked at half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page, isMobile }) => {
  if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
})

for (const [name, open] of Object.entries(PLACES)) {
  test(`${name} is accessible in both themes, and scrolls only up and down`, async ({ page }) => {
    const sight = await open(page)
    await expectAccessible(page, sight)
    await expectNoSidewaysScroll(page)
  })
}

test('with reduced motion nothing travels: dialogs, cards and toasts are there at once', async ({ page }) => {
  await page.addInitScript(() => {
    const travels: string[] = []
    Object.assign(window, { travels })
    const note = (event: Event) => {
      for (const { effect } of document.getAnimations()) {
        const duration = Number(effect?.getComputedTiming().duration)
        // What appears late, such as a skeleton on a slow day, appears within 1 ms.
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

test('with reduced motion menus, lists and panels close too', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await expectEscapeCloses(page, page.getByRole('menu'))
  await page.keyboard.press('/')
  await expectEscapeCloses(page, page.getByRole('dialog', { name: 'Projects' }))
  await card(page, 'Dentist').focus()
  await page.keyboard.press('i')
  await expectEscapeCloses(page, page.getByRole('dialog', { name: 'Details of Dentist' }))
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
