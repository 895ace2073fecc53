import type { Locator, Page } from '@playwright/test'

import { band, card, deleteElsewhere, openBoard, seedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { holdDays, pageToday, turnDay } from '../support/days.ts'

const LONG =
  'Redline the supply contract with everything that was agreed on the phone, twice over, and send it on'

/** Returns the day a number of days from today, in the time zone of the tests' browser. */
const inDays = (days: number) => pageToday().add({ days }).toString()

/** Returns a card by the title of its button. */
const face = (page: Page, title: string) => page.getByRole('listitem').filter({ has: card(page, title) })
const summary = (page: Page, title: string) => page.getByRole('dialog', { name: `Summary of ${title}` })

test('a card shows every field at each size', { tag: '@narrow' }, async ({ page }) => {
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
})

test(
  'a due date has the same wording at every level, and fits on the card',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    const dues = [
      [inDays(2), 'Due in 2 days'],
      ['2087-11-24', 'Due on Nov 24, 2087'],
      [inDays(-120), 'Overdue by 120 days'],
      ['when it rains', 'Invalid date'],
    ] as const
    const seeds = ([1, 3, 5, 7, 9, 10] as const).flatMap((priority) =>
      dues.slice(0, priority < 5 ? 3 : 4).map(([dueDate, label]) => ({
        seed: {
          title: `${label} at ${priority}`,
          priority,
          dueDate,
          category: 'Appointment',
          estimatedTime: '2 hours 45 minutes',
          isRecurring: true,
          recurrenceFrequency: 'Bi-weekly' as const,
        },
        label,
      })),
    )
    await openBoard(
      page,
      seeds.map(({ seed }) => seed),
    )
    const labels = seeds.map(({ seed: { title }, label }) => ({ title, label }))
    for (const { title, label } of labels) await expect(face(page, title)).toContainText(label)
    for (const width of isMobile ? [390, 320] : [1440, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 900 })
      for (const { title, label } of labels) {
        const due = face(page, title).getByText(label, { exact: true })
        await expect.poll(() => hiddenPartOf(due), `${title} at ${width} px`).toBe('')
      }
    }
  },
)

/**
 * Returns why a text is not fully visible: an edge that cuts it, or a button that covers it; '' if it is
 * visible.
 */
function hiddenPartOf(text: Locator): Promise<string> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (let box = element.parentElement; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect()
      const isInside = left >= edge.left && right <= edge.right && top >= edge.top && bottom <= edge.bottom
      if (!isInside) return `cut by ${box.className}`
      if (box.matches('li')) break
    }
    const over = [...(element.closest('li')?.querySelectorAll('.card-actions button') ?? [])].find(
      (button) => {
        const box = button.getBoundingClientRect()
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top
      },
    )
    return over ? `under ${over.getAttribute('aria-label')}` : ''
  })
}

test('a card without a date, estimate, files or recurrence omits them', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await expect(face(page, 'Water filter')).not.toContainText(/Due|attachment|Repeats|Time spent/)
})

test(
  'a long title is truncated on a small card and complete in its summary',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, [{ title: LONG, priority: 9 }])
    const isCut = card(page, LONG)
      .locator('span')
      .evaluate((text) => text.scrollHeight > text.clientHeight)
    expect(await isCut).toBe(true)
    if (isMobile) {
      await card(page, LONG).tap()
      await expect(
        page.getByRole('dialog', { name: LONG }).getByRole('heading', { name: LONG }),
      ).toBeVisible()
    } else {
      await card(page, LONG).hover()
      await expect(summary(page, LONG).getByText(LONG, { exact: true })).toBeVisible()
    }
  },
)

test('due dates use the user’s time zone and change at midnight', async ({ page }) => {
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

test.describe('the summary of a card', () => {
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

  test(
    'open when the mouse rests on the card and close when it leaves; a tap opens the task’s dialog instead',
    { tag: '@narrow' },
    async ({ page, isMobile }) => {
      const shown = summary(page, TITLE)
      if (isMobile) {
        await card(page, TITLE).tap()
        await expect(page.getByRole('dialog', { name: TITLE, exact: true })).toBeVisible()
        await expect(shown).toHaveCount(0)
        return
      }
      await card(page, TITLE).hover()
      await expect(shown.getByRole('term')).toHaveText(['Priority', 'Due', 'Time', 'Category', 'Project'])
      const said = [
        'P3 High',
        /^Due tomorrow · \w{3}, \w{3} \d+$/,
        '25m 10s of 45m',
        'Project',
        'Autumn summit',
      ]
      await expect(shown.getByRole('definition')).toHaveText(said)
      await shown.getByRole('button', { name: 'Edit Task' }).hover()
      await expect(shown).toBeVisible()
      await page.mouse.move(0, 0)
      await expect(shown).toBeHidden()
    },
  )

  test('does not open when a dialog closes under a resting mouse', async ({ page }) => {
    await card(page, TITLE).click()
    const form = page.getByRole('dialog', { name: TITLE, exact: true })
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    // Waits longer than the delay before the summary opens.
    await page.waitForTimeout(800)
    await expect(summary(page, TITLE)).toHaveCount(0)
    await card(page, TITLE).hover({ position: { x: 5, y: 5 } })
    await expect(summary(page, TITLE)).toBeVisible()
    await page.keyboard.press('Escape')
    await card(page, TITLE).hover({ position: { x: 8, y: 8 } })
    await page.waitForTimeout(800)
    await expect(summary(page, TITLE)).toHaveCount(0)
  })

  test('opens with the i key, links to the form, and returns focus on Escape', async ({ page }) => {
    await card(page, TITLE).focus()
    await page.keyboard.press('i')
    await expect(summary(page, TITLE)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(summary(page, TITLE)).toBeHidden()
    await expect(card(page, TITLE)).toBeFocused()
    await page.keyboard.press('i')
    await summary(page, TITLE).getByRole('button', { name: 'Edit Task' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })

  test('returns focus if it was opened with the i key and another card’s summary or another device closes it', async ({
    page,
  }) => {
    const [other] = await seedTasks(page, [{ title: 'Board memo', priority: 3 }])
    await expect(card(page, 'Board memo')).toBeVisible()
    await card(page, TITLE).press('i')
    await expect(summary(page, TITLE)).toBeVisible()
    await card(page, 'Board memo').hover({ position: { x: 5, y: 5 } })
    await expect(summary(page, 'Board memo')).toBeVisible()
    await expect(summary(page, TITLE)).toHaveCount(0)
    await expect(card(page, TITLE)).toBeFocused()

    await card(page, 'Board memo').press('i')
    await expect(summary(page, 'Board memo').getByRole('button', { name: 'Edit Task' })).toBeFocused()
    if (other) await deleteElsewhere(page, other)
    await expect(card(page, 'Board memo')).toHaveCount(0)
    await expect(band(page, 3)).toBeFocused()
    await page.request.post(`/api/tasks/${other?.id}/restore`)
    await expect(card(page, 'Board memo')).toBeVisible()
    await expect(summary(page, 'Board memo'), 'the summary stays closed').toHaveCount(0)
  })

  test('lets the user start work', async ({ page }) => {
    await card(page, TITLE).focus()
    await page.keyboard.press('i')
    await summary(page, TITLE).getByRole('button', { name: 'Start Work' }).click()
    const canvas = page.getByRole('dialog', { name: TITLE, exact: true })
    await expect(canvas).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(canvas).toBeHidden()
    await expect(page.getByRole('region', { name: 'Timer' })).toContainText(TITLE)
  })
})
