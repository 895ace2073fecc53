import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { handleOf } from '../support/drag.ts'
import { openAdd } from '../support/task-forms.ts'
import { openTimeline, timeline } from '../support/timeline-page.ts'

// Forced colors, such as the contrast themes of Windows, replace backgrounds and shadows, and draw transparent borders.
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

test('with forced colors, only a selected card shows a check mark', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }, { title: 'Water filter' }])
  const showsMark = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((control) => getComputedStyle(control, '::after').visibility === 'visible')
  await page.mouse.move(0, 0)
  expect(await showsMark('Complete Board memo')).toBe(false)
  await card(page, 'Board memo').press('x')
  await expect(page.getByRole('button', { name: 'Select Board memo' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await showsMark('Select Board memo')).toBe(true)
  expect(await showsMark('Select Water filter')).toBe(false)
})

test('with forced colors, a dialog, the selected search result and the focused menu item have an outline', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Board memo', priority: 3 }])
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search).toHaveCSS('outline-style', 'solid')
  await expect(search.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid')
  await expect(search.getByRole('option', { selected: false }).first()).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  await handleOf(page, 'Board memo').press('Enter')
  const item = page.getByRole('menuitem', { name: 'Complete' })
  await expect(item).toBeFocused()
  await expect(item).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('End')
  const level = page.getByRole('menuitem', { name: 'Level 10, ' })
  await expect(level).toBeFocused()
  await expect(level).toHaveCSS('outline-style', 'solid')
})

test(
  'with forced colors, marks show the current view and the chosen day',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, [])
    const border = (name: string) =>
      page.getByRole('tab', { name }).evaluate(
        (tab, pseudo) => {
          const { borderBottomColor, borderBottomWidth } = getComputedStyle(tab, pseudo)
          return `${borderBottomWidth} ${borderBottomColor}`
        },
        isMobile ? '::before' : null,
      )
    expect(await border('Priority View')).not.toBe(await border('Timeline'))

    const form = await openAdd(page)
    await form.getByRole('textbox', { name: 'Due Date' }).fill('2031-05-02')
    await form.getByRole('button', { name: 'Pick Due Date' }).click()
    const calendar = page.getByRole('dialog', { name: 'Calendar for Due Date' })
    await expect(calendar.getByRole('button', { name: /May 2, 2031, selected$/ })).toHaveCSS(
      'border-width',
      '3px',
    )
    await expect(calendar.getByRole('button', { name: /May 3, 2031$/ })).toHaveCSS('border-width', '1px')
  },
)

test('with forced colors, a confirmation has an outline, and the chosen option a thicker border', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Payroll', startDate: '2026-11-18', endDate: '2026-11-20' }])
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCSS('border-width', '3px')
  await expect(page.getByRole('radio', { checked: false }).first()).toHaveCSS('border-width', '1px')
  const form = await openAdd(page)
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Board memo')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCSS('outline-style', 'solid')
})

test('with forced colors, the timeline shows the slack, the time, dependencies and the critical path', async ({
  page,
}) => {
  const dates = { startDate: '2026-11-18', endDate: '2026-11-20' }
  const memo = { title: 'Board memo', ...dates, dueDate: '2026-11-27', estimatedTime: '2 hours' }
  await openTimeline(page, [memo, { title: 'Payroll', ...dates }], async ([memo, payroll]) => {
    const dependencies = [String(memo?.id)]
    await page.request.patch(`/api/tasks/${payroll?.id}`, { data: { dependencies } })
  })
  await page.getByRole('button', { name: 'Critical path' }).click()
  const style = (selector: string, property: string) =>
    timeline(page)
      .locator(selector)
      .first()
      .evaluate((part, property) => getComputedStyle(part).getPropertyValue(property), property)
  const text = await style('.tl-name', 'color')
  expect(await style('.tl-tail-line', 'background-color')).toBe(text)
  expect(await style('.tl-now', 'border-left-color')).not.toBe(
    await style('.tl-column', 'border-right-color'),
  )
  expect(await style('.tl-arrows path', 'stroke')).toBe(text)
  expect(await style('.tl-bar.is-critical', 'border-width')).toBe('3px')
  await expect(page.getByRole('button', { name: 'Critical path', exact: true })).toHaveCSS(
    'border-width',
    '3px',
  )
})
