import type { Locator } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { band, card, changeElsewhere, openBoard, storedAt, storedTasks } from '../support/board-page.ts'
import { openAdd, openEdit } from '../support/task-forms.ts'

const FULL_LEVEL_2 = ['Board memo', 'Call the doctor', 'Interview panel'].map((title) => ({
  title,
  priority: 2 as const,
}))

test.describe('adding a task', () => {
  test('asks for a title, at the field, and puts the focus there', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    await expect(title, 'a dialog is opened to write').toBeFocused()
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('1000')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(title).toBeFocused()
    await expect(title).toHaveAccessibleDescription('Title is required')
    await expect(dialog.getByRole('textbox', { name: 'Hours' })).toHaveAccessibleDescription(
      'Hours must be a whole number from 0 to 999.',
    )
    await title.fill('   ')
    await title.press('Enter')
    await expect(title).toHaveAccessibleDescription('Title is required')
    await title.fill('Renew passports')
    await dialog.getByRole('textbox', { name: 'Hours' }).fill('999')
    await title.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Renew passports')).toBeVisible()
    await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports'])
  })

  test('keeps a due date that is no date as it was typed, and says so', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    const due = dialog.getByRole('textbox', { name: 'Due Date' })
    await due.fill('when the queue is short')
    await expect(due).toHaveAccessibleDescription('Not a date we know. It will be kept as typed.')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(band(page, 5).getByText('Invalid date')).toBeVisible()
    await card(page, 'Renew passports').click()
    await expect(
      page.getByRole('dialog', { name: 'Edit Task' }).getByRole('textbox', { name: 'Due Date' }),
    ).toHaveValue('when the queue is short')
  })

  test('says that a level is full and offers the nearest with room', async ({ page }) => {
    await openBoard(page, FULL_LEVEL_2)
    const dialog = await openAdd(page)
    const level = dialog.getByRole('slider', { name: 'Priority Level' })
    await chooseLevel(level, 2)
    await expect(level).toHaveAttribute('aria-valuetext', 'Level 2, Urgent, full, 3 of 3 taken')
    await expect(
      dialog.getByText('Level 2 is full (3 of 3). The task can still be added; the lane will show 4 of 3.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Use level 3, 4 slots free' }).click()
    await expect(level).toHaveAttribute('aria-valuetext', 'Level 3, High, 0 of 4 taken')
    await expect(dialog.getByText('Level 2 is full')).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(card(band(page, 3), 'Renew passports')).toBeVisible()
  })

  test('a free rung of the ladder opens the form at its level', async ({ page }) => {
    await openBoard(page, [])
    await page.getByRole('button', { name: 'Level 7 Low 0 of 8, add a task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await expect(dialog.getByRole('slider', { name: 'Priority Level' })).toHaveAttribute(
      'aria-valuetext',
      'Level 7, Low, 0 of 8 taken',
    )
  })

  test('asks before typed text is lost, and comes back empty when it was given up', async ({ page }) => {
    await openBoard(page, [])
    const opener = page.getByRole('button', { name: 'Add Task' }).first()
    const dialog = await openAdd(page)
    await page.keyboard.press('Escape')
    await expect(dialog, 'nothing was typed, nothing is asked').toBeHidden()
    await expect(opener).toBeFocused()

    await openAdd(page)
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    await title.fill('Renew passports')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(title).toHaveValue('Renew passports')
    await expect(title).toBeFocused()

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await openAdd(page)
    await expect(title).toHaveValue('')
  })

  test.describe('when the answer is lost on the way, twice', () => {
    test.use({ expectedConsoleErrors: /ERR_FAILED/ })

    test('keeps everything, and trying again adds the task once', async ({ page }) => {
      await openBoard(page, [])
      const dialog = await openAdd(page)
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Two photos each.')
      await dialog.getByRole('textbox', { name: 'Due Date' }).fill('tomorrow')
      await chooseLevel(dialog.getByRole('slider', { name: 'Priority Level' }), 3)
      // The server makes the task, and its answer does not arrive.
      await page.route(
        '**/api/tasks',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 2 },
      )
      await dialog.getByRole('button', { name: 'Add Task' }).click()
      await expect(page.getByText('Failed to create task. Please try again.', { exact: true })).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew passports')
      await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Two photos each.')
      await expect(dialog.getByRole('textbox', { name: 'Due Date' })).toHaveValue('tomorrow')
      expect(await storedAt(page, 3), 'it is there already').toEqual(['Renew passports'])

      await dialog.getByRole('button', { name: 'Add Task' }).click()
      await expect(page.getByText('Your task has been added successfully', { exact: true })).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(card(band(page, 3), 'Renew passports')).toHaveCount(1)
      expect(await storedAt(page, 3)).toEqual(['Renew passports'])
    })
  })
})

test.describe('editing a task', () => {
  test('sends nothing and says so in the form when the level is full', async ({ page }) => {
    await openBoard(page, [...FULL_LEVEL_2, { title: 'Renew passports' }])
    const dialog = await openEdit(page, 'Renew passports')
    const level = dialog.getByRole('slider', { name: 'Priority Level' })
    await chooseLevel(level, 2)
    await expect(level).toHaveAccessibleDescription(/^Level 2 is full \(3 of 3\)\./)
    await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Use level 3, 4 slots free' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(band(page, 3), 'Renew passports')).toBeVisible()
    expect(await storedAt(page, 3)).toEqual(['Renew passports'])
  })

  test('a deletion that is thought better of leaves the task as it is', async ({ page }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    const dialog = await openEdit(page, 'Renew passports')
    const asked = page.waitForEvent('dialog')
    const pressed = dialog.getByRole('button', { name: 'Delete Task' }).click()
    const question = await asked
    expect(question.message()).toBe('Are you sure you want to delete this task?')
    await question.dismiss()
    await pressed
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Renew passports')).toBeVisible()
    expect(await storedAt(page, 5)).toEqual(['Renew passports'])
  })

  test.describe('when the server refuses it', () => {
    test.use({ expectedConsoleErrors: /status of (400|412)/ })

    test('a circle of dependencies is named at its field', async ({ page }) => {
      const [venue] = await openBoard(page, [{ title: 'Book the venue' }])
      const response = await page.request.post('/api/tasks', {
        data: { title: 'Send invitations', dependencies: [String(venue?.id)] },
      })
      expect(response.status()).toBe(201)
      await page.reload()
      const dialog = await openEdit(page, 'Book the venue')
      const depends = dialog.getByRole('combobox', { name: 'Depends on' })
      await depends.fill('invit')
      await page.getByRole('option', { name: 'Send invitations' }).click()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(depends).toHaveAccessibleDescription(/circle|itself|cycle/i)
      await expect(depends).toBeFocused()
      await dialog.getByRole('button', { name: 'Remove Send invitations' }).click()
      await expect(depends).toHaveAccessibleDescription('')
    })

    test('another window’s change of the same field is not overwritten unseen', async ({ page }) => {
      const [task] = await openBoard(page, [{ title: 'Renew passports' }])
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      if (task) await changeElsewhere(page, task, { title: 'Renew passports in May' })
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog.getByText('This task changed in another window. Your text is kept.')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew both passports')
      expect(await storedAt(page, 5)).toEqual(['Renew passports in May'])

      await dialog.getByRole('button', { name: 'Show the difference' }).click()
      const difference = dialog.getByRole('group', { name: 'Task Title, changed elsewhere' })
      await expect(difference.getByText('Renew passports in May')).toBeVisible()
      await difference.getByRole('button', { name: 'Keep yours' }).click()
      await expect(difference).toBeHidden()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      expect(await storedAt(page, 5)).toEqual(['Renew both passports'])
    })

    test('changes of different fields in two windows both stay', async ({ page }) => {
      const [task] = await openBoard(page, [{ title: 'Renew passports' }])
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      if (task) await changeElsewhere(page, task, { description: 'Two photos each.' })
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      await expect(card(page, 'Renew both passports')).toBeVisible()
      const [stored] = await storedTasks(page)
      expect(stored).toMatchObject({ title: 'Renew both passports', description: 'Two photos each.' })
    })
  })

  test.describe('when the server is away', () => {
    test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

    test('a failed save keeps what was typed, and trying again saves it', async ({ page, context }) => {
      await openBoard(page, [{ title: 'Renew passports' }])
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      await context.setOffline(true)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew both passports')
      await context.setOffline(false)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      expect(await storedAt(page, 5)).toEqual(['Renew both passports'])
    })
  })
})

async function chooseLevel(slider: Locator, level: number): Promise<void> {
  await slider.press('Home')
  for (let step = 1; step < level; step++) await slider.press('ArrowRight')
}
