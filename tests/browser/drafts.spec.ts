import type { Page } from '@playwright/test'

import { changeElsewhere, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, newPerson, register, signIn, signOut, test } from '../support/browser-test.ts'
import { openCanvas, saveButton, textOf } from '../support/canvas.ts'
import { keptTexts, untilKept } from '../support/drafts.ts'
import { onlyTask, openAdd, openBoardOfOne, openEdit, saveTask } from '../support/task-forms.ts'

const TITLE = 'Redline the contract'
const RESTORED = 'Draft restored.'

test.describe('a draft of the work canvas', () => {
  test('is restored after a reload and can be edited and saved', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE, notes: 'before' })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('typed')
    // There is no wait, because the page stores the draft when it unloads.
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    await expect(canvas.getByText(RESTORED)).toBeVisible()
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed')
    await textOf(canvas, 'Notes').press('End')
    await page.keyboard.type(' on')
    await expect(canvas.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0)
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'typed on' })
    await page.reload()
    await openCanvas(page, TITLE)
    await expect(canvas.getByText(RESTORED)).toHaveCount(0)
    await expect(textOf(canvas, 'Notes')).toHaveValue('typed on')
  })

  test('is restored in another window after a crash', async ({ page, context }) => {
    await openBoardOfOne(page, { title: TITLE })
    await textOf(await openCanvas(page, TITLE), 'Next Steps').fill('call Ruth')
    await untilKept(page, 'call Ruth')
    await crash(page)
    const another = await context.newPage()
    await another.goto('/')
    const canvas = await openCanvas(another, TITLE)
    await expect(canvas.getByText(RESTORED)).toBeVisible()
    await expect(textOf(canvas, 'Next Steps')).toHaveValue('call Ruth')
  })

  test('can be discarded when it is restored, and stays discarded', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE, notes: 'before' })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('typed')
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    await canvas.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(textOf(canvas, 'Notes')).toHaveValue('before')
    await expect(textOf(canvas, 'Clear Goals')).toBeFocused()
    await expect(canvas.getByText(RESTORED)).toHaveCount(0)
    await page.reload()
    await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('before')
  })

  test('isn’t discarded without confirmation', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('typed')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(textOf(canvas, 'Notes')).toBeFocused()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(canvas).toBeHidden()
    await openCanvas(page, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('')
    await page.reload()
    await openCanvas(page, TITLE)
    await expect(canvas.getByText(RESTORED)).toHaveCount(0)
  })

  test('isn’t overwritten by another window', async ({ page, context }) => {
    await openBoardOfOne(page, { title: TITLE })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('first window')
    await untilKept(page, 'first window')
    const second = await context.newPage()
    await second.goto('/')
    const canvas = await openCanvas(second, TITLE)
    await expect(textOf(canvas, 'Notes')).toHaveValue('first window')
    await textOf(canvas, 'Notes').fill('second window')
    await untilKept(second, 'second window')
    // The second window took over the first one's draft, so the first stores it again when it notices.
    await untilKept(page, 'first window')
    await page.reload()
    await expect(textOf(await openCanvas(page, TITLE), 'Notes')).toHaveValue('first window')
    await second.reload()
    await expect(textOf(await openCanvas(second, TITLE), 'Notes')).toHaveValue('second window')
  })

  test('is deleted when the user signs out', async ({ page }) => {
    const person = newPerson()
    await register(page, person)
    await page.request.post('/api/tasks', { data: { title: TITLE } })
    await page.reload()
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('my secret')
    await page.reload()
    await untilKept(page, 'my secret')
    await signOut(page)
    expect(await keptTexts(page)).not.toContain('my secret')
    await signIn(page, person)
    await expect(textOf(await openCanvas(page, TITLE), 'Notes')).toHaveValue('')
  })

  test('survives a right-click on the Log out link', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    await textOf(await openCanvas(page, TITLE), 'Notes').fill('typed')
    await page.reload()
    await untilKept(page, 'typed')
    await page.getByRole('link', { name: 'Log out' }).click({ button: 'right' })
    expect(await keptTexts(page)).toContain('typed')
  })

  test('doesn’t prevent a save when it can’t be stored because storage is full', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await openBoardOfOne(page, { title: TITLE })
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').pressSequentially('typed all the same')
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'typed all the same' })
  })

  test('doesn’t prevent a save when it can’t be stored because storage is blocked', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied.', 'SecurityError')
          },
        })
      }
    })
    const stream = page.waitForRequest('**/api/events*')
    await page.reload()
    await stream
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').pressSequentially('typed without storage')
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ notes: 'typed without storage' })
  })
})

test.describe('a draft of a new task', () => {
  test('is restored after a reload, is added only once, and leaves the form empty', async ({ page }) => {
    await openBoard(page, [])
    const form = await openAdd(page)
    await form.getByRole('textbox', { name: 'Task Title' }).fill(TITLE)
    await form.getByRole('textbox', { name: 'Due Date' }).fill('tomorrow')
    await form.getByRole('slider', { name: 'Priority Level' }).press('ArrowLeft')
    await page.reload()
    await openAdd(page)
    await expect(form.getByText(RESTORED)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue(TITLE)
    await expect(form.getByRole('textbox', { name: 'Due Date' })).toHaveAccessibleDescription(/\(tomorrow\)$/)
    await form.getByRole('button', { name: 'Add Task' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ title: TITLE, priority: 4 })
    await page.reload()
    await openAdd(page)
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('')
    await expect(form.getByText(RESTORED)).toHaveCount(0)
  })

  test('can be discarded when it is restored, and stays discarded', async ({ page }) => {
    await openBoard(page, [])
    const form = await openAdd(page)
    await form.getByRole('textbox', { name: 'Description' }).fill('two photos')
    await page.reload()
    await openAdd(page)
    await form.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
    await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('')
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form, 'nothing is typed, nothing is asked').toBeHidden()
    await page.reload()
    await openAdd(page)
    await expect(form.getByText(RESTORED)).toHaveCount(0)
  })
})

test.describe('a draft of an edited task', () => {
  test('is restored after a reload, only in this task’s form', async ({ page }) => {
    await openBoard(page, [{ title: TITLE, attachments: ['a.txt', 'b.txt'] }, { title: 'Another' }])
    const form = await openEdit(page, TITLE)
    await form.getByRole('textbox', { name: 'Task Title' }).fill('Redline it all')
    await form.getByRole('checkbox', { name: 'Mark as completed' }).click()
    await form.getByRole('button', { name: 'Remove a.txt' }).click()
    await page.reload()
    await expect(form.getByText(RESTORED), 'the address opens the form again').toBeVisible()
    await page.goto('/')
    await openEdit(page, 'Another')
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Another')
    await expect(form.getByText(RESTORED)).toHaveCount(0)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await openEdit(page, TITLE)
    await expect(form.getByText(RESTORED)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Redline it all')
    await expect(form.getByRole('checkbox', { name: 'Mark as completed' })).toBeChecked()
    await saveTask(page, form)
    const task = (await storedTasks(page)).find(({ completed }) => completed)
    expect(task).toMatchObject({ title: 'Redline it all', attachments: ['b.txt'] })
    await expect.poll(() => keptTexts(page)).not.toContain('Redline it all')
  })

  test('shows a conflict with a change made elsewhere before the reload', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE, description: 'before' })
    const form = await openEdit(page, TITLE)
    await form.getByRole('textbox', { name: 'Description' }).fill('mine')
    await untilKept(page, 'mine')
    await changeElsewhere(page, task, { description: 'theirs' })
    await page.reload()
    await expect(form, 'the address opens the form again').toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('mine')
    await form.getByRole('button', { name: 'Show both versions' }).click()
    await expect(page.getByRole('radio', { name: 'Saved version: theirs' })).toBeVisible()
  })

  test('is deleted once it is discarded', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const form = await openEdit(page, TITLE)
    await form.getByRole('textbox', { name: 'Task Title' }).fill('Redline it all')
    await untilKept(page, 'Redline it all')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => keptTexts(page)).not.toContain('Redline it all')
    await expect(page, 'a reload does not open the form again').toHaveURL('/')
    await page.reload()
    await openEdit(page, TITLE)
    await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue(TITLE)
  })
})

/** Crashes the page, so that it gets no event, as if its process had been killed. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await gone
}
