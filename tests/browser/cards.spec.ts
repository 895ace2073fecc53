import type { Page } from '@playwright/test'

import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { holdDays, turnDay } from '../support/days.ts'

const LONG =
  'Redline the supply contract with everything that was agreed on the phone, twice over, and send it on'

/** The day so many days from today, in the person's zone, which the tests' browser has too. */
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

/** A card, by the button that is its title. */
const face = (page: Page, title: string) => page.getByRole('listitem').filter({ has: card(page, title) })
const details = (page: Page, title: string) => page.getByRole('dialog', { name: `Details of ${title}` })

test('a card says all there is to say, whatever its size', async ({ page }) => {
  const task = {
    category: 'Project',
    projectName: 'Billing migration',
    dueDate: inDays(5),
    estimatedTime: '2 hours 45 minutes',
    elapsedTime: 9660,
    attachments: ['plan.pdf', 'invoice.pdf'],
    isRecurring: true,
    recurrenceFrequency: 'Weekly' as const,
  }
  const levels = [1, 3, 5, 7, 9] as const
  await openBoard(
    page,
    levels.map((priority) => ({ ...task, title: `At level ${priority}`, priority })),
  )
  for (const level of levels) {
    const shown = face(page, `At level ${level}`)
    await expect(shown.getByText(`P${level}`, { exact: true })).toBeAttached()
    for (const text of ['Project', '2 attachments', 'Repeats Weekly', /2h 41m.*2h 45m/]) {
      await expect(shown, `${String(text)} at level ${level}`).toContainText(text)
    }
    if (level <= 5) await expect(shown).toContainText('Billing migration')
    for (const name of ['Start Work on', 'Edit', 'Drag to change priority:']) {
      const button = shown.getByRole('button', { name: `${name} At level ${level}` })
      await expect(button.and(page.locator(':visible')), `${name} at level ${level}`).toHaveCount(1)
    }
  }
  for (const level of [1, 3, 5]) await expect(face(page, `At level ${level}`)).toContainText('Due in 5 days')
})

test('without a date, an estimate, files or a rhythm it says nothing of them', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await expect(face(page, 'Water filter')).not.toContainText(/Due|attachment|Repeats|Time spent/)
})

test('a long title is cut on a small card, and whole where the card leads to', async ({ page, isMobile }) => {
  await openBoard(page, [{ title: LONG, priority: 9 }])
  const isCut = card(page, LONG)
    .locator('span')
    .evaluate((text) => text.scrollHeight > text.clientHeight)
  expect(await isCut).toBe(true)
  if (isMobile) {
    await card(page, LONG).tap()
    await expect(page.getByRole('textbox', { name: 'Task Title' })).toHaveValue(LONG)
  } else {
    await card(page, LONG).hover()
    await expect(details(page, LONG).getByText(LONG, { exact: true })).toBeVisible()
  }
})

test('due dates are told by the day of the person, and anew at midnight', async ({ page }) => {
  await holdDays(page)
  const dates = [-2, -1, 0, 1, 2, 8] as const
  await openBoard(
    page,
    dates.map((days) => ({ title: `In ${days}`, priority: days < 1 ? 3 : 4, dueDate: inDays(days) })),
  )
  const label = (days: number) => face(page, `In ${days}`)
  await expect(label(-2)).toContainText('Overdue by 2 days')
  await expect(label(-1)).toContainText('Overdue by 1 day')
  await expect(label(0)).toContainText('Due today')
  await expect(label(1)).toContainText('Due tomorrow')
  await expect(label(2)).toContainText('Due in 2 days')
  await expect(label(8)).toContainText('Due on ')
  await turnDay(page)
  await expect(label(0)).toContainText('Overdue by 1 day')
  await expect(label(1)).toContainText('Due today')
  await expect(label(2)).toContainText('Due tomorrow')
  await expect(label(8)).toContainText('Due in 7 days')
})

test.describe('the details of a card', () => {
  const TITLE = 'Confirm venue deposit'
  test.beforeEach(({ page }) =>
    openBoard(page, [
      {
        title: TITLE,
        priority: 3,
        category: 'Project',
        projectName: 'Autumn summit',
        dueDate: inDays(1),
        estimatedTime: '45 minutes',
        elapsedTime: 1510,
      },
    ]),
  )

  test('come to a mouse that rests on it, and go with it; a finger opens the form instead', async ({
    page,
    isMobile,
  }) => {
    const shown = details(page, TITLE)
    if (isMobile) {
      await card(page, TITLE).tap()
      await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
      await expect(shown).toHaveCount(0)
      return
    }
    await card(page, TITLE).hover()
    await expect(shown.getByRole('term')).toHaveText(['Priority', 'Due', 'Time', 'Category', 'Project'])
    const said = ['P3 High', 'Due tomorrow', '25m 10s of 45m', 'Project', 'Autumn summit']
    await expect(shown.getByRole('definition')).toHaveText(said)
    await shown.getByRole('button', { name: 'Edit Task' }).hover()
    await expect(shown).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(shown).toBeHidden()
  })

  test('do not come to a mouse that lies still where a dialog closed', async ({ page, isMobile }) => {
    test.skip(isMobile, 'a finger has no resting place')
    await card(page, TITLE).click()
    const form = page.getByRole('dialog', { name: 'Edit Task' })
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    // Longer than the details take to come.
    await page.waitForTimeout(800)
    await expect(details(page, TITLE)).toHaveCount(0)
    await card(page, TITLE).hover({ position: { x: 5, y: 5 } })
    await expect(details(page, TITLE)).toBeVisible()
    await page.keyboard.press('Escape')
    await card(page, TITLE).hover({ position: { x: 8, y: 8 } })
    await page.waitForTimeout(800)
    await expect(details(page, TITLE)).toHaveCount(0)
  })

  test('come by the key i, lead to the form, and give the focus back on Escape', async ({ page }) => {
    await card(page, TITLE).focus()
    await page.keyboard.press('i')
    await expect(details(page, TITLE)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details(page, TITLE)).toBeHidden()
    await expect(card(page, TITLE)).toBeFocused()
    await page.keyboard.press('i')
    await details(page, TITLE).getByRole('button', { name: 'Edit Task' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })

  test('start work', async ({ page }) => {
    await card(page, TITLE).focus()
    await page.keyboard.press('i')
    await details(page, TITLE).getByRole('button', { name: 'Start Work' }).click()
    const canvas = page.getByRole('dialog', { name: TITLE, exact: true })
    await expect(canvas).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(canvas).toBeHidden()
    await expect(page.getByRole('region', { name: 'Clock' })).toContainText(TITLE)
  })
})
