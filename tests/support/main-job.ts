import type { Page } from '@playwright/test'

import { expect, newPerson, signIn, signOut, test } from './browser-test.ts'
import { drag, handleOf, rungOf } from './drag.ts'
import { openAdd, openEdit, saysSaved } from './task-forms.ts'

/**
 * Runs the main user journey from end to end: creates an account, captures, prioritizes and completes tasks, and finds
 * everything again.
 * @param interrupt stops the server, or one of them, in the middle; the story continues afterward
 */
export async function doMainJob(page: Page, interrupt: () => Promise<void>): Promise<void> {
  const person = newPerson()

  await test.step('creates an account from the welcome page', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in to continue' }).click()
    await page.getByRole('radio', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByRole('button', { name: 'Create account', exact: true }).click()
    await expect(page.getByText('No tasks found.')).toBeVisible()
  })

  await test.step('adds a task with a due date in words, and sees the interpretation', async () => {
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Walk the hall with the caterer')
    await dialog.getByRole('textbox', { name: 'Due Date' }).fill('tomorrow at 9 AM')
    await expect(dialog.getByText(/at 9:00 AM \(tomorrow\)/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('2')
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('30')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(page.getByText('Your task has been added successfully', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(band(page, 5).getByText('Due tomorrow')).toBeVisible()
  })

  await test.step('adds more tasks at chosen levels', async () => {
    await addTask(page, 'Renew passports', 2)
    await addTask(page, 'Water filter: order cartridges', 5)
    await addTask(page, 'Learn to sharpen knives', 9)
    await expect(page.getByText('4 open')).toBeVisible()
    await expect(band(page, 2)).toHaveAccessibleName('Priority 2, Urgent, 1 of 3')
    await expect(band(page, 5)).toHaveAccessibleName('Priority 5, Medium, 2 of 6')
    await expect(band(page, 9)).toHaveAccessibleName('Priority 9, Trivial, 1 of 10')
  })

  await test.step('drags a task to another level', async () => {
    await drag(page, handleOf(page, 'Walk the hall with the caterer'), rungOf(page, 1))
    await expect(
      band(page, 1).getByRole('button', { name: 'Walk the hall with the caterer', exact: true }),
    ).toBeVisible()
    await expect(band(page, 1)).toHaveAccessibleName('Priority 1, Critical, 1 of 3')
    await expect(band(page, 5)).toHaveAccessibleName('Priority 5, Medium, 1 of 6')
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
  })

  await test.step('finds it there after a server stop in the middle', async () => {
    await interrupt()
    await page.reload()
    await expect(
      band(page, 1).getByRole('button', { name: 'Walk the hall with the caterer', exact: true }),
    ).toBeVisible()
  })

  await test.step('edits a task', async () => {
    await page.getByRole('button', { name: 'Edit Renew passports' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports for the Lisbon trip')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Two photos each.')
    await Promise.all([saysSaved(page), dialog.getByRole('button', { name: 'Save Changes' }).click()])
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Renew passports for the Lisbon trip')).toBeVisible()
  })

  await test.step('completes a task, and finds it in the completed view', async () => {
    const dialog = await openEdit(page, 'Renew passports for the Lisbon trip')
    await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(band(page, 2)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Completed' }).click()
    await expect(
      page.getByRole('region', { name: 'Today' }).getByText('Renew passports for the Lisbon trip'),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Priority View' }).click()
  })

  await test.step('deletes a task after a confirmation', async () => {
    await page.getByRole('button', { name: 'Edit Learn to sharpen knives' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    page.once('dialog', async (question) => {
      expect(question.message()).toBe('Are you sure you want to delete this task?')
      await question.accept()
    })
    await dialog.getByRole('button', { name: 'Delete Task' }).click()
    await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
    await expect(card(page, 'Learn to sharpen knives')).toHaveCount(0)
  })

  await test.step('signs out and in again, and finds everything unchanged', async () => {
    await signOut(page)
    await signIn(page, person)
    await expect(page.getByText('2 open')).toBeVisible()
    await expect(band(page, 1).getByText('Due tomorrow')).toBeVisible()
    await expect(band(page, 5)).toHaveAccessibleName('Priority 5, Medium, 1 of 6')
    await expect(band(page, 9)).toHaveCount(0)
    const dialog = await openEdit(page, 'Walk the hall with the caterer')
    await expect(dialog.getByRole('textbox', { name: 'Hours' })).toHaveValue('2')
    await expect(dialog.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30')
  })
}

/** Returns the band of a level, by its number. The region's full name also includes the slots in use. */
function band(page: Page, level: number) {
  return page.getByRole('region', { name: `Priority ${level}, ` })
}

function card(page: Page, title: string) {
  return page.getByRole('button', { name: title, exact: true })
}

async function addTask(page: Page, title: string, level = 5): Promise<void> {
  const dialog = await openAdd(page)
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(title)
  const slider = dialog.getByRole('slider', { name: 'Priority Level' })
  await slider.focus()
  await slider.press('Home')
  for (let step = 1; step < level; step++) await slider.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, title)).toBeVisible()
}
