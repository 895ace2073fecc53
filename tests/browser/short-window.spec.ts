import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openEdit, saveTask } from '../support/task-forms.ts'

test('at 400% zoom, no bar covers a card, and a task’s form can be filled in', async ({ page }) => {
  // A window of 1280 × 720 px at 400% zoom.
  await page.setViewportSize({ width: 320, height: 180 })
  await openBoard(page, [{ title: 'Board memo' }])
  const title = card(page, 'Board memo')
  const isInReach = () =>
    title.evaluate((button) => {
      button.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isInReach).toBe(true)

  const form = await openEdit(page, 'Board memo')
  const field = form.getByRole('textbox', { name: 'Task Title' })
  await field.click()
  await field.fill('Board memo for May')
  await saveTask(page, form)
  await expect(card(page, 'Board memo for May')).toBeAttached()
})
