import type { Browser, Locator, Page } from '@playwright/test'

import { testPicture } from './attach-files.ts'
import { attachmentPath } from './attachments.ts'
import { type Seed, card, changeElsewhere, registerByApi, seedTasks, storedTasks } from './board-page.ts'
import { expect, newPerson } from './browser-test.ts'
import { handleOf } from './drag.ts'
import { anotherBrowser } from './elsewhere.ts'
import { openEdit } from './task-forms.ts'
import { makeTemplates } from './template-page.ts'
import { NOW, openMenu } from './timeline-page.ts'

/** A dialog or a confirmation, and how to open it. */
export type Opening = {
  name: string | RegExp
  role?: 'dialog' | 'alertdialog'
  open: (page: Page) => Promise<void>
  /** Returns an element that appears once the content has loaded. */
  content?: (dialog: Locator) => Locator
}

/** Level 2 is full. The lamp is deleted. */
const SEEDS: Seed[] = [
  { title: 'Board memo', startDate: '2026-11-19', endDate: '2026-11-19' },
  { title: 'Payroll', priority: 4, startDate: '2026-11-20', endDate: '2026-11-22' },
  { title: 'Old lamp' },
  { title: 'Water filter', priority: 6 },
  ...['Call the notary', 'Interview panel', 'Weekly planning'].map((title) => ({
    title,
    priority: 2 as const,
  })),
]

/**
 * Creates an account with something to show in every dialog. Doesn't open a page. The templates are public, so call
 * `removeTemplates` afterwards.
 */
export async function fillEveryDialog(page: Page, url: string): Promise<void> {
  await page.clock.setFixedTime(new Date(NOW))
  const person = await registerByApi(page)
  const [memo, payroll, lamp] = await seedTasks(page, SEEDS)
  const picture = attachmentPath(memo?.id ?? 0, 'whiteboard.png')
  expect((await page.request.put(picture, { data: testPicture('any').buffer })).status()).toBe(201)
  await page.request.patch(`/api/tasks/${payroll?.id}`, { data: { dependencies: [String(memo?.id)] } })
  await page.request.delete(`/api/tasks/${lamp?.id}`)
  await page.request.post('/api/categories', { data: { name: 'Errands' } })
  await makeTemplates(page)
  const headers = { 'content-type': 'application/json' }
  const { email, password } = person
  const body = JSON.stringify({ email, password })
  const signedIn = await fetch(new URL('/api/login', url), { method: 'POST', headers, body })
  expect(signedIn.ok, 'signing in on another device').toBe(true)
}

/**
 * Returns the dialogs that open without a special state of the page, by the path of the view. In a chain, each
 * dialog opens from the previous one.
 */
export function dialogsByPath(page: Page): [path: string, chains: Opening[][]][] {
  return [
    ['/?category=Task', isPhone(page) ? [LINE, ...ON_BOARD] : ON_BOARD],
    ['/?view=timeline', ON_TIMELINE],
  ]
}

/** Opens a view and waits for its tasks. */
export async function openView(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('tabpanel')).toContainText('Board memo')
}

/** Opens a dialog and waits for its content. */
export async function openDialog(page: Page, opening: Opening): Promise<void> {
  const dialog = dialogOf(page, opening)
  await opening.open(page)
  await expect(dialog).toBeVisible()
  if (opening.content) await expect(opening.content(dialog).first()).toBeVisible()
}

export function dialogOf(page: Page, { name, role = 'dialog' }: Opening): Locator {
  return page.getByRole(role, { name, exact: true })
}

const button = (name: string) => (page: Page) =>
  press(page.getByRole('button', { name, exact: true }).first())

/** Opens an item of the account menu. */
const account = (item: string) => async (page: Page) => {
  await press(page.getByRole('button', { name: /^Account: / }))
  await press(page.getByRole('menuitem', { name: item }))
}

/** The sheet on a phone, which adds tasks to the visible level. */
const LINE: Opening[] = [{ name: /^Add a task to level \d+$/, open: button('Add Task') }]

const TRASH: Opening = {
  name: 'Trash',
  open: account('Trash'),
  content: (dialog) => dialog.getByRole('button', { name: 'Restore Old lamp' }),
}

const ON_BOARD: Opening[][] = [
  [{ name: 'Add New Task', open: (page) => page.keyboard.press('Shift+N') }],
  [{ name: 'Edit Task', open: button('Edit Board memo') }],
  [{ name: 'Water filter', open: (page) => press(card(page, 'Water filter')) }],
  [
    {
      name: 'Manage Categories',
      open: button('Categories'),
      content: (dialog) => dialog.getByRole('row', { name: 'Errands' }),
    },
  ],
  [
    {
      name: 'Project Templates',
      open: button('Templates'),
      content: (dialog) => dialog.getByRole('button', { name: 'Use Client onboarding' }),
    },
    {
      name: 'Client onboarding',
      open: button('Preview Client onboarding'),
      content: (dialog) => dialog.getByRole('list', { name: 'Tasks' }),
    },
  ],
  [
    {
      name: 'Search',
      open: button('Search'),
      content: (dialog) => dialog.getByRole('option'),
    },
  ],
  [{ name: 'Keyboard shortcuts', open: (page) => page.keyboard.press('?') }],
  [{ name: 'Settings', open: account('Settings') }],
  [{ name: 'Change password', open: account('Change password') }],
  [
    {
      name: 'Active sessions',
      open: account('Active sessions'),
      content: (dialog) => dialog.getByRole('button', { name: 'Sign out all others' }),
    },
  ],
  [TRASH, { name: 'Empty the trash?', role: 'alertdialog', open: button('Empty trash') }],
  [
    TRASH,
    {
      name: 'Delete this task forever?',
      role: 'alertdialog',
      open: (page) => page.getByRole('button', { name: 'Restore Old lamp' }).press('Delete'),
    },
  ],
  [{ name: 'Delete my account', open: account('Delete my account') }],
  [
    {
      name: 'Level 2 is full',
      open: async (page) => {
        await press(handleOf(page, 'Payroll'))
        await press(page.getByRole('menuitem', { name: '2, full' }))
      },
    },
  ],
  // Starting work starts a timer, so it comes last.
  [
    {
      name: 'Board memo',
      open: (page) => press(page.getByRole('button', { name: 'Start work on Board memo' })),
      content: (dialog) => dialog.getByRole('button', { name: 'Preview whiteboard.png' }),
    },
    { name: 'whiteboard.png', open: button('Preview whiteboard.png') },
  ],
  [
    {
      name: 'Reset the timer?',
      role: 'alertdialog',
      open: async (page) => {
        await passTime(page, { minutes: 2 })
        await press(page.getByRole('button', { name: 'Reset the timer for Board memo' }).first())
      },
    },
  ],
]

const ON_TIMELINE: Opening[][] = [
  [
    {
      name: 'Dependencies of “Payroll”',
      open: async (page) =>
        press((await openMenu(page, 'Payroll')).getByRole('menuitem', { name: 'Depends on…' })),
    },
  ],
]

/** The account dialog that links the provider of the stories. */
export const LINK: Opening = { name: 'Sign in with Keycloak', open: account('Sign in with Keycloak') }

/** Edits a task here and elsewhere, and opens both versions from the form. */
export const VERSIONS: Opening = {
  name: 'Two versions of this task',
  open: async (page) => {
    const form = await openEdit(page, 'Board memo')
    await form.getByRole('textbox', { name: 'Task Title' }).fill('My memo')
    const memo = (await storedTasks(page)).find(({ title }) => title === 'Board memo')
    if (!memo) throw new Error('There is no task to edit.')
    await changeElsewhere(page, memo, { title: 'Their memo' })
    await press(form.getByRole('button', { name: 'Show both versions' }))
  },
}

/** Opens the list of waiting changes. The page must be offline, with a waiting change. */
export const WAITING: Opening = {
  name: 'Waiting to be sent',
  open: (page) => press(page.getByRole('status').getByRole('button', { name: 'Show', exact: true })),
}

/** The confirmation before signing out with a waiting change. */
export const LEAVE: Opening = {
  name: 'Sign out with unsent changes?',
  role: 'alertdialog',
  open: (page) => press(page.getByRole('link', { name: 'Log out' })),
}

/** The prompt about the tracked time after the computer slept while a timer ran. This prompt opens by itself. */
export const GAP: Opening = {
  name: 'Were you still working?',
  role: 'alertdialog',
  open: async (page) => {
    await page.clock.setFixedTime(new Date(NOW))
    await press(page.getByRole('button', { name: 'Start work on Board memo' }))
    await expect(page.getByRole('dialog', { name: 'Board memo' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await passTime(page, { hours: 2 })
  },
}

/** The dialog after five days away, with five overdue tasks. This dialog opens by itself. */
export const WELCOME: Opening = {
  name: 'Welcome back, Mara',
  open: async (page) => {
    await page.clock.setFixedTime(new Date('2026-11-19T10:47:00+01:00'))
    await registerByApi(page, newPerson('Mara'))
    await seedTasks(
      page,
      ([1, 2, 4, 5, 9] as const).map((priority) => ({
        title: `Task ${priority}`,
        priority,
        dueDate: '2026-11-14',
      })),
    )
    const away = { since: '2026-11-14T09:00:00.000Z', until: '2026-11-19T09:47:00.000Z', askedOn: null }
    expect((await page.request.patch('/api/settings', { data: { away } })).status()).toBe(200)
    await page.goto('/')
  },
}

/**
 * The sign-in dialog over a form with edits, after the session has ended. This dialog opens by itself, after a response
 * with 401.
 */
export function signInAgain(browser: Browser, url: string): Opening {
  return {
    name: 'Sign in again',
    open: async (page) => {
      const follows = page.waitForResponse(/\/api\/events/)
      await page.reload()
      await follows
      const form = await openEdit(page, 'Board memo')
      await form.getByRole('textbox', { name: 'Task Title' }).fill('My memo')
      const elsewhere = await anotherBrowser(browser, page, url)
      expect((await elsewhere.request.post('/api/logout')).status()).toBe(204)
      await elsewhere.close()
    },
  }
}

/** Advances the page's clock from `NOW`. */
function passTime(page: Page, time: Temporal.DurationLike): Promise<void> {
  return page.clock.setFixedTime(new Date(Temporal.Instant.from(NOW).add(time).epochMilliseconds))
}

/** Taps on a phone and clicks elsewhere. */
function press(on: Locator): Promise<void> {
  return isPhone(on.page()) ? on.tap() : on.click()
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640
}
