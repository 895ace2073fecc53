import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/task.ts'

import { type Seed, card, openBoard, storedTasks } from './board-page.ts'
import { expect } from './browser-test.ts'

/** Makes an account with one task and opens its board. */
export async function openBoardOfOne(page: Page, seed: Seed): Promise<Task> {
  await openBoard(page, [seed])
  return onlyTask(page)
}

/** The one task there is, as the server holds it. */
export async function onlyTask(page: Page): Promise<Task> {
  const [task, ...others] = await storedTasks(page)
  if (!task || others.length > 0) throw new Error('There is not one task.')
  return task
}

/** Opens the form for a new task. */
export async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  return opened(page.getByRole('dialog', { name: 'Add New Task' }))
}

/** Adds the task of an open form under this title. */
export async function addTask(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the form of the task with this title. */
export async function openEdit(page: Page, title: string): Promise<Locator> {
  await card(page, title).click()
  return opened(page.getByRole('dialog', { name: 'Edit Task' }))
}

/** Nobody presses in a form that has not opened: on a page that was just loaded its code may be on its way. */
async function opened(dialog: Locator): Promise<Locator> {
  await expect(dialog).toBeVisible()
  return dialog
}

/** Saves an open form, which closes. */
export async function saveTask(page: Page, dialog: Locator): Promise<void> {
  await Promise.all([saysSaved(page), dialog.getByRole('button', { name: 'Save Changes' }).click()])
  await expect(dialog).toBeHidden()
}

/**
 * Until a form says that it was saved. It says so for a second, and `expect` looks once a second: the page looks at each
 * frame, from before the press on.
 */
export async function saysSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.innerText.includes('Task Saved Successfully!'))
}
