import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { type Seed, card, openBoard, storedTasks } from './board-page.ts'
import { expect } from './browser-test.ts'

/** Creates an account with one task and opens its board. */
export async function openBoardOfOne(page: Page, seed: Seed): Promise<Task> {
  await openBoard(page, [seed])
  return onlyTask(page)
}

/** Returns the only task on the server, as soon as there is exactly one. */
export async function onlyTask(page: Page): Promise<Task> {
  await expect.poll(() => storedTasks(page)).toHaveLength(1)
  const [task] = await storedTasks(page)
  if (!task) throw new Error('The only task is gone.')
  return task
}

/** Opens the form for a new task. On a phone, the button opens the line, which leads to the form. */
export async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  if ((page.viewportSize()?.width ?? 0) < 640) await page.getByRole('button', { name: 'More fields' }).click()
  return opened(page.getByRole('dialog', { name: 'Add New Task' }))
}

/** Submits an open new-task form with this title. */
export async function addTask(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the edit form of the task with this title, using its card's pencil. */
export async function openEdit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click()
  return opened(page.getByRole('dialog', { name: 'Edit Task' }))
}

/** Opens the details of the task with this title by pressing its card. */
export async function openDetails(page: Page, title: string): Promise<Locator> {
  await card(page, title).click()
  return opened(page.getByRole('dialog', { name: title, exact: true }))
}

/** Waits until a form is open: on a freshly loaded page its code may still be loading. */
async function opened(dialog: Locator): Promise<Locator> {
  await expect(dialog).toBeVisible()
  return dialog
}

/** Saves an open form, which then closes. */
export async function saveTask(page: Page, dialog: Locator): Promise<void> {
  await Promise.all([saysSaved(page), dialog.getByRole('button', { name: 'Save Changes' }).click()])
  await expect(dialog).toBeHidden()
}

/**
 * Waits for the saved message of a form. The message is visible for a second, and `expect` polls once a second, so the
 * page checks every frame, starting before the click.
 */
export async function saysSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.innerText.includes('Task Saved Successfully!'))
}

/** Moves a form's slider to a level. */
export async function chooseLevel(slider: Locator, level: number): Promise<void> {
  await slider.press('Home')
  for (let step = 1; step < level; step++) await slider.press('ArrowRight')
}
