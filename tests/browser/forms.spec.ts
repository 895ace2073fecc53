import { expect, test } from '../support/browser-test.ts'
import {
  band,
  card,
  changeElsewhere,
  deafen,
  openBoard,
  storedAt,
  storedTasks,
  untilOutboxIsOpen,
} from '../support/board-page.ts'
import { holdResponse } from '../support/hold-response.ts'
import { chooseLevel, openAdd, openEdit } from '../support/task-forms.ts'

const FULL_LEVEL_2 = ['Board memo', 'Call the doctor', 'Interview panel'].map((title) => ({
  title,
  priority: 2 as const,
}))

test.describe('adding a task', () => {
  test('requires a title and focuses its field', { tag: '@narrow' }, async ({ page }) => {
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

  test('keeps a due date it can’t read and shows a note', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    const due = dialog.getByRole('textbox', { name: 'Due Date' })
    await due.fill('when the queue is short')
    await expect(due).toHaveAccessibleDescription('Couldn’t read that date. It’s saved as text.')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(band(page, 5).getByText('Invalid date')).toBeVisible()
    const edit = await openEdit(page, 'Renew passports')
    await expect(edit.getByRole('textbox', { name: 'Due Date' })).toHaveValue('when the queue is short')
  })

  test('warns about unreadable start and end dates and keeps them', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    const start = dialog.getByRole('textbox', { name: 'Start Date' })
    const end = dialog.getByRole('textbox', { name: 'End Date' })
    await start.fill('when the queue is short')
    await end.fill('Dec 3, 2031')
    await expect(start).toHaveAccessibleDescription('Couldn’t read that date. It’s saved as text.')
    await expect(end).toHaveAccessibleDescription('Wednesday, December 3, 2031')
    await end.fill('some day')
    await expect(end).toHaveAccessibleDescription('Couldn’t read that date. It’s saved as text.')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => storedTasks(page))
      .toMatchObject([{ startDate: 'when the queue is short', endDate: 'some day' }])
    const edit = await openEdit(page, 'Renew passports')
    await expect(edit.getByRole('textbox', { name: 'Start Date' })).toHaveAccessibleDescription(
      'Couldn’t read that date. It’s saved as text.',
    )
  })

  test('focuses the progress slider if its value is invalid', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    const progress = dialog.getByRole('slider', { name: 'Progress' })
    await progress.press('ArrowRight')
    // A draft from another version can contain a progress value that this version rejects.
    await page.addInitScript(() => {
      for (const key of Object.keys(localStorage))
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('"progress":5', '"progress":250'))
    })
    await page.reload()
    await openAdd(page)
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(progress).toBeFocused()
    await expect(progress).toHaveAttribute('aria-invalid', 'true')
    await expect(progress).toHaveAccessibleDescription(/100/)
  })

  test('says that a level is full and offers the nearest level with a free slot', async ({ page }) => {
    await openBoard(page, FULL_LEVEL_2)
    const dialog = await openAdd(page)
    const level = dialog.getByRole('slider', { name: 'Priority Level' })
    await chooseLevel(level, 2)
    await expect(level).toHaveAttribute('aria-valuetext', 'Level 2, Urgent, full, 3 of 3 taken')
    await expect(
      dialog.getByText('Level 2 is full (3 of 3). The task will join the waiting line.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Use level 3, 4 slots free' }).click()
    await expect(level).toBeFocused()
    await expect(level).toHaveAttribute('aria-valuetext', 'Level 3, High, 0 of 4 taken')
    await expect(dialog.getByText('Level 2 is full')).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(card(band(page, 3), 'Renew passports')).toBeVisible()
  })

  test('the rung of a level with free slots opens the form at that level', async ({ page }) => {
    await openBoard(page, [])
    await page.getByRole('button', { name: 'Level 7 Low 0 of 8, add a task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await expect(dialog.getByRole('slider', { name: 'Priority Level' })).toHaveAttribute(
      'aria-valuetext',
      'Level 7, Low, 0 of 8 taken',
    )
  })

  test('asks for confirmation before discarding text, and opens empty afterwards', async ({ page }) => {
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

  test('keeps text typed while the task is being added', async ({ page }) => {
    await openBoard(page, [])
    const dialog = await openAdd(page)
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    await title.fill('Renew passports')
    const letCome = await holdResponse(page, '**/api/tasks')
    await title.press('Control+Enter')
    await expect(dialog.getByRole('button', { name: 'Adding' })).toBeVisible()
    await title.press('End')
    await title.pressSequentially(' and visas')
    letCome()
    await expect(dialog.getByRole('button', { name: 'Add Task' })).toBeVisible()
    await expect(title).toHaveValue('Renew passports and visas')
    await expect(title).toBeFocused()
    await title.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports', 'Renew passports and visas'])
  })

  test.describe('when two responses are lost', () => {
    test.use({ expectedConsoleErrors: /ERR_FAILED/ })

    test('waits, and adds the task only once', async ({ page }) => {
      await openBoard(page, [])
      const dialog = await openAdd(page)
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Two photos each.')
      await dialog.getByRole('textbox', { name: 'Due Date' }).fill('tomorrow')
      await chooseLevel(dialog.getByRole('slider', { name: 'Priority Level' }), 3)
      // The server creates the task, but its response is lost.
      await page.route(
        '**/api/tasks',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 2 },
      )
      await dialog.getByRole('button', { name: 'Add Task' }).click()
      await expect(dialog).toBeHidden()
      await page.getByText('All changes are saved.', { exact: true }).waitFor()
      await expect(card(band(page, 3), 'Renew passports')).toHaveCount(1)
      await expect.poll(() => storedAt(page, 3)).toEqual(['Renew passports'])
    })
  })
})

test.describe('editing a task', () => {
  test('says that a level is full instead of sending the move', async ({ page }) => {
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
    await expect.poll(() => storedAt(page, 3)).toEqual(['Renew passports'])
  })

  test('holding Backspace in the dependencies deletes the text but removes no task', async ({ page }) => {
    await openBoard(page, [{ title: 'Book the venue' }, { title: 'Send invitations' }])
    const dialog = await openEdit(page, 'Send invitations')
    const depends = dialog.getByRole('combobox', { name: 'Depends on' })
    await depends.fill('book')
    await page.getByRole('option', { name: 'Book the venue' }).click()
    await expect(dialog.getByText('Book the venue added.')).toHaveCount(1)
    await depends.fill('ab')
    // Playwright repeats a key that is already down.
    for (let count = 1; count <= 5; count++) await page.keyboard.down('Backspace')
    await page.keyboard.up('Backspace')
    await expect(depends).toHaveValue('')
    await expect(dialog.getByText('Book the venue added.')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Remove Book the venue' })).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(dialog.getByRole('button', { name: 'Remove Book the venue' })).toHaveCount(0)
  })

  test('keeps the form open if text is typed during the save, even if it is removed again', async ({
    page,
  }) => {
    const [task] = await openBoard(page, [{ title: 'Renew passports' }])
    const dialog = await openEdit(page, 'Renew passports')
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await title.fill('Renew visas')
    const letCome = await holdResponse(page, `**/api/tasks/${task?.id}`)
    await title.press('Control+Enter')
    await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible()
    await title.fill('Renew visas today')
    letCome()
    await expect(save).toBeVisible()
    await expect(title).toHaveValue('Renew visas today')
    await expect(title).toBeFocused()
    await title.fill('Renew visas')
    await expect(save).toBeEnabled()
  })

  test('every footer button is on the screen at 320 px', { tag: '@touch' }, async ({ page }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const dialog = await openEdit(page, 'Renew passports')
      for (const name of ['Delete Task', 'Cancel', 'Save Changes'])
        await expect(dialog.getByRole('button', { name }), `${name} at ${width} px`).toBeInViewport({
          ratio: 1,
        })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
  })

  test('canceling a deletion changes nothing', async ({ page }) => {
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
    await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports'])
  })

  test.describe('when the server rejects the change', () => {
    test.use({ expectedConsoleErrors: /status of (400|412)/ })

    test('shows the error about a circular dependency next to its field', async ({ page }) => {
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
      await expect(depends).toHaveAccessibleDescription('This would create a circular dependency.')
      await expect(depends).toBeFocused()
      await dialog.getByRole('button', { name: 'Remove Send invitations' }).click()
      await expect(depends).toHaveAccessibleDescription('')
    })

    test('a rejection leaves the focus in the field that the user types in', async ({ page }) => {
      const [venue] = await openBoard(page, [{ title: 'Book the venue' }])
      const dialog = await openEdit(page, 'Book the venue')
      const [title, description] = ['Task Title', 'Description'].map((name) =>
        dialog.getByRole('textbox', { name }),
      )
      await title?.fill('Book the hall')
      const letCome = Promise.withResolvers<void>()
      const rejection = {
        code: 'invalid',
        message: 'Invalid.',
        issues: [{ path: 'title', message: 'Rejected.' }],
      }
      await page.route(`**/api/tasks/${venue?.id}`, async (route) => {
        await letCome.promise
        await route.fulfill({ status: 400, json: rejection })
      })
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible()
      await description?.press('a')
      letCome.resolve()
      await expect(title ?? dialog).toHaveAccessibleDescription(/Rejected\./)
      await expect(description ?? dialog).toBeFocused()
    })

    test('a change to the same field in another window isn’t overwritten silently', async ({ page }) => {
      await deafen(page)
      const [task] = await openBoard(page, [{ title: 'Renew passports' }])
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      if (task) await changeElsewhere(page, task, { title: 'Renew passports in May' })
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog.getByText('This task was edited elsewhere. Your edits are kept.')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Renew both passports')
      await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports in May'])

      await dialog.getByRole('textbox', { name: 'Task Title' }).press('Control+Enter')
      await expect(page.getByRole('radio', { name: 'Your edits: Renew both passports' })).toBeFocused()
      await expect(page.getByRole('radio', { name: 'Saved version: Renew passports in May' })).toBeVisible()
      await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports in May'])
      await page.getByRole('button', { name: 'Save choices' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => storedAt(page, 5)).toEqual(['Renew both passports'])
    })

    test('changes to different fields in two windows are both saved', async ({ page }) => {
      const [task] = await openBoard(page, [{ title: 'Renew passports' }])
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      if (task) await changeElsewhere(page, task, { description: 'Two photos each.' })
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      await expect(card(page, 'Renew both passports')).toBeVisible()
      await expect
        .poll(() => storedTasks(page))
        .toMatchObject([{ title: 'Renew both passports', description: 'Two photos each.' }])
    })
  })

  test.describe('when the server is unavailable', () => {
    test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

    test('the edits wait, and are saved once it is available again', async ({ page, context }) => {
      await openBoard(page, [{ title: 'Renew passports' }])
      await untilOutboxIsOpen(page)
      const dialog = await openEdit(page, 'Renew passports')
      await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew both passports')
      await context.setOffline(true)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      await expect(card(page, 'Renew both passports')).toBeVisible()
      await expect.poll(() => storedAt(page, 5)).toEqual(['Renew passports'])
      await context.setOffline(false)
      await expect.poll(() => storedAt(page, 5)).toEqual(['Renew both passports'])
    })
  })
})

for (const [locale, month, day, firstOfWeek] of [
  ['en-US', 'November 2026', 'Wednesday, November 18, 2026, selected', 'Sunday, November 15, 2026'],
  ['de-DE', 'November 2026', 'Mittwoch, 18. November 2026, selected', 'Montag, 16. November 2026'],
] as const) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test('the calendar uses the locale’s date formats and first weekday', async ({ page }) => {
      await openBoard(page, [])
      const dialog = await openAdd(page)
      await dialog.getByRole('textbox', { name: 'Start Date' }).fill('Nov 18, 2026')
      await dialog.getByRole('button', { name: 'Pick Start Date' }).click()
      await expect(page.getByRole('grid', { name: month })).toBeVisible()
      const week = page.getByRole('row').filter({ has: page.getByRole('button', { name: day }) })
      await expect(week.getByRole('button').first()).toHaveAccessibleName(firstOfWeek)
    })
  })
}
