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
  // The placeholder is longer than the field.
  await expect(form.getByRole('textbox', { name: 'Due Date' })).toHaveCSS('text-overflow', 'ellipsis')
  await saveTask(page, form)
  await expect(card(page, 'Board memo for May')).toBeAttached()
})

test('at 200% zoom, the tabs stay on one line, and the settings show every hour', async ({ page }) => {
  // A window of 1280 × 800 px at 200% zoom.
  await page.setViewportSize({ width: 640, height: 400 })
  await openBoard(page, [{ title: 'Board memo' }])
  for (const label of await page.getByRole('tab').locator('span').all())
    expect((await label.boundingBox())?.height).toBe(20)

  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const hours = page.getByRole('dialog', { name: 'Settings' }).getByRole('spinbutton')
  await expect(hours).toHaveCount(7)
  expect(await hours.evaluateAll((all) => all.every((field) => field.scrollWidth <= field.clientWidth))).toBe(
    true,
  )
})
