import type { Locator, Page } from '@playwright/test'

import { type Seed, card, openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openDetails, openEdit } from '../support/task-forms.ts'

const TITLE = 'Board memo'
/** A Thursday. */
const NOW = '2026-11-19T12:00:00Z'

const field = (form: Locator, name: string) => form.getByRole('textbox', { name })

async function openForm(page: Page, seed: Omit<Seed, 'title'>): Promise<Locator> {
  await page.clock.setFixedTime(new Date(NOW))
  await openBoard(page, [{ title: TITLE, ...seed }])
  return openEdit(page, TITLE)
}

/** Presses Save and returns the fields that the request changes. */
async function save(page: Page, form: Locator): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const patch: unknown = (await sent).postDataJSON()
  await expect(form).toBeHidden()
  return patch
}

/** Stored dates with the texts of their fields, on days when clocks change and with every form of time. */
const STORED = [
  {
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    dueDate: ['2026-11-24T08:00:00.000Z', 'Tue, Nov 24, 9:00 AM'],
    startDate: ['2026-03-29T02:30', 'Sun, Mar 29, 2026, 2:30 AM'],
    endDate: ['2026-10-25T02:30', 'Sun, Oct 25, 2026, 2:30 AM'],
  },
  {
    timezoneId: 'America/New_York',
    locale: 'en-US',
    dueDate: ['2026-11-01T06:30:15Z', 'Sun, Nov 1, 2026, 1:30 AM'],
    startDate: ['2026-03-08T02:30:59', 'Sun, Mar 8, 2026, 2:30 AM'],
    endDate: ['2027-01-02', 'Sat, Jan 2, 2027'],
  },
  {
    timezoneId: 'Pacific/Apia',
    locale: 'de-DE',
    dueDate: ['2026-11-24T23:30-05:00', 'Mi., 25. Nov., 17:30'],
    startDate: ['2026-11-24', 'Di., 24. Nov.'],
    endDate: ['in the spring', 'in the spring'],
  },
  {
    timezoneId: 'Asia/Tokyo',
    locale: 'ja-JP',
    dueDate: ['2026-11-24T09:00', '11月24日(火) 9:00'],
    startDate: ['2027-01-04', '2027年1月4日(月)'],
    endDate: ['2026-02-30', '2026-02-30'],
  },
] as const

for (const [index, { timezoneId, locale, ...stored }] of STORED.entries()) {
  test.describe(`in ${timezoneId} and ${locale}`, () => {
    test.use({ timezoneId, locale })

    test(
      'the form shows readable dates and saves only changed ones',
      // A phone reads and writes dates in the same way, so testing one time zone there is enough.
      { tag: index === 0 ? '@narrow' : [] },
      async ({ page }) => {
        const form = await openForm(page, {
          dueDate: stored.dueDate[0],
          startDate: stored.startDate[0],
          endDate: stored.endDate[0],
        })
        const names = {
          'Due Date': stored.dueDate,
          'Start Date': stored.startDate,
          'End Date': stored.endDate,
        }
        for (const [name, [, text]] of Object.entries(names)) {
          await expect(field(form, name)).toHaveValue(text)
          await field(form, name).press('End')
          await page.keyboard.type('x')
          await page.keyboard.press('Backspace')
          await expect(field(form, name)).toHaveValue(text)
        }
        await field(form, 'Task Title').fill('Board memo 2')
        await expect(field(form, 'Due Date')).toHaveValue(stored.dueDate[1])
        expect(await save(page, form)).toEqual({ title: 'Board memo 2' })
        const [task] = await storedTasks(page)
        expect([task?.dueDate, task?.startDate, task?.endDate]).toEqual(
          Object.values(names).map(([value]) => value),
        )
      },
    )
  })
}

test.describe('typing a date', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('shows how the date is parsed, then stores it', { tag: '@narrow' }, async ({ page }) => {
    const form = await openForm(page, {})
    await field(form, 'Start Date').fill('Friday at 12 pm')
    await expect(field(form, 'Start Date')).toHaveAccessibleDescription(
      'Friday, November 20, 2026 at 12:00 PM',
    )
    await field(form, 'End Date').fill('when it rains')
    await expect(field(form, 'End Date')).toHaveAccessibleDescription(
      'Couldn’t read that date. It’s saved as text.',
    )
    await expect(field(form, 'Start Date')).toHaveValue('Fri, Nov 20, 12:00 PM')
    await field(form, 'Due Date').fill('2026-11-20T09:00')
    await expect(field(form, 'Due Date')).toHaveAccessibleDescription(
      'Friday, November 20, 2026 at 9:00 AM (tomorrow)',
    )
    await field(form, 'Task Title').focus()
    await expect(field(form, 'Due Date')).toHaveValue('Fri, Nov 20, 9:00 AM')
    expect(await save(page, form)).toEqual({
      startDate: '2026-11-20T12:00',
      endDate: 'when it rains',
      dueDate: '2026-11-20T09:00',
    })
  })

  test(
    'warns about text it cannot read and about a past date before saving',
    { tag: '@narrow' },
    async ({ page }) => {
      const form = await openForm(page, {})
      await field(form, 'Due Date').fill('Friday 30 Nov')
      await field(form, 'Start Date').fill('2026-11-16')
      await field(form, 'End Date').fill('half day')
      const unread = 'Couldn’t read that date. It’s saved as text.'
      await expect(form.locator('p.text-warn-text')).toHaveText([
        `${unread} That day is Monday, November 30, 2026.`,
        'Monday, November 16, 2026 (3 days ago)',
        unread,
      ])
      await expect(form.locator('p.text-ok-text')).toHaveCount(0)
      expect(await save(page, form)).toEqual({
        dueDate: 'Friday 30 Nov',
        startDate: '2026-11-16',
        endDate: 'half day',
      })
    },
  )

  test('reads a start and an end date like a due date', async ({ page }) => {
    const form = await openForm(page, {})
    await field(form, 'Start Date').fill('24.12.')
    await field(form, 'End Date').fill('5 Jan')
    await field(form, 'Due Date').fill('1/6')
    expect(await save(page, form)).toEqual({
      startDate: '2026-12-24',
      endDate: '2027-01-05',
      dueDate: '2027-01-06',
    })
  })

  test(
    'shows an error next to an end date before the start and does not save it',
    { tag: '@narrow' },
    async ({ page }) => {
      const form = await openForm(page, { startDate: '2026-11-20', endDate: '2026-11-24' })
      const fault = 'The end is before the start. Use a later date.'
      await field(form, 'Start Date').fill('Nov 25')
      await expect(field(form, 'End Date')).toHaveAccessibleDescription(fault)
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await expect(field(form, 'End Date')).toBeFocused()
      await field(form, 'End Date').fill('Nov 25')
      expect(await save(page, form)).toEqual({ startDate: '2026-11-25', endDate: '2026-11-25' })
    },
  )

  test('saves the day that the hint shows if a form stays open past midnight', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-19T22:58:00Z') })
    await openBoard(page, [{ title: TITLE }])
    const form = await openEdit(page, TITLE)
    const due = field(form, 'Due Date')
    await due.fill('tomorrow')
    await expect(due).toHaveAccessibleDescription('Friday, November 20, 2026 (tomorrow)')
    await page.clock.fastForward('03:00')
    await expect(due).toHaveAccessibleDescription('Saturday, November 21, 2026 (tomorrow)')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await due.press('Control+Enter')
    expect((await sent).postDataJSON()).toEqual({ dueDate: '2026-11-21' })
  })

  test('adds a task with the day that a line shows if it stays open past midnight', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-19T22:58:00Z') })
    await openBoard(page, [{ title: TITLE }])
    await page.getByRole('button', { name: 'Add a task to level 5' }).click()
    const line = page.getByRole('textbox', { name: 'Task', exact: true })
    const chips = page.getByRole('list', { name: 'What will be saved' })
    await line.fill('Write offer tomorrow')
    await expect(chips).toContainText('Fri, Nov 20')
    await page.clock.fastForward('03:00')
    await expect(chips).toContainText('Sat, Nov 21')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks'),
    )
    await line.press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({ title: 'Write offer', dueDate: '2026-11-21' })
  })

  test('reads its own display format after an edit', async ({ page }) => {
    const form = await openForm(page, { dueDate: '2026-11-24T09:00', startDate: '2026-11-16' })
    await field(form, 'Due Date').fill('Tue, Nov 24, 10:15 AM')
    await expect(field(form, 'Start Date')).toHaveValue('Mon, Nov 16, 2026')
    await field(form, 'Start Date').fill('Tue, Nov 17, 2026')
    expect(await save(page, form)).toEqual({ dueDate: '2026-11-24T10:15', startDate: '2026-11-17' })
  })

  test.describe('in German', () => {
    test.use({ locale: 'de-DE' })

    test('reads its own display format after an edit', async ({ page }) => {
      const form = await openForm(page, { dueDate: '2026-11-24T09:00', startDate: '2026-11-16' })
      await field(form, 'Due Date').fill('Di., 24. Nov., 10:15')
      await field(form, 'Start Date').fill('17. November 2026')
      await expect(field(form, 'Start Date')).toHaveAccessibleDescription(
        'Dienstag, 17. November 2026 (2 days ago)',
      )
      expect(await save(page, form)).toEqual({ dueDate: '2026-11-24T10:15', startDate: '2026-11-17' })
    })
  })
})

test.describe('the calendar of a date field', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('opens by touch, and a picked day keeps the time @touch', async ({ page }) => {
    const form = await openForm(page, { dueDate: '2026-11-24T09:00' })
    await form.getByRole('button', { name: 'Pick Due Date' }).tap()
    const calendar = page.getByRole('dialog', { name: 'Calendar for Due Date' })
    await calendar.getByRole('button', { name: /next month/i }).tap()
    await calendar.getByRole('button', { name: /December 2, 2026$/ }).tap()
    await expect(calendar).toBeHidden()
    await expect(field(form, 'Due Date')).toHaveValue('Wed, Dec 2, 9:00 AM')
    expect(await save(page, form)).toEqual({ dueDate: '2026-12-02T09:00' })
  })

  test('opens with Alt+↓ and with its button, and a picked day keeps the time', async ({ page }) => {
    const form = await openForm(page, { dueDate: '2026-11-24T09:00' })
    const due = field(form, 'Due Date')
    await due.press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog', { name: 'Calendar for Due Date' })
    const selected = calendar.getByRole('button', { name: /November 24, 2026, selected$/ })
    await expect(selected).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(due).toBeFocused()

    const button = form.getByRole('button', { name: 'Pick Due Date' })
    await button.click()
    await expect(selected).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    await due.press('Alt+ArrowDown')
    await expect(selected).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(due).toBeFocused()
    await expect(due).toHaveValue('Wed, Nov 25, 9:00 AM')
    expect(await save(page, form)).toEqual({ dueDate: '2026-11-25T09:00' })
  })

  test('centers the weekdays over the days, including for several tasks', async ({ page }) => {
    await openBoard(page, [{ title: TITLE }])
    await card(page, TITLE).press('x')
    await page.getByRole('toolbar').getByRole('button', { name: 'Due date' }).click()
    const calendar = page.getByRole('dialog', { name: 'Due date of 1 task' })
    await expect(calendar.locator('th').first()).toHaveCSS('text-align', 'center')
  })
})

test('a message below a date changes only once the pointer is released', async ({ page }) => {
  await openBoard(page, [{ title: TITLE }])
  const details = await openDetails(page, TITLE)
  await details.getByRole('button', { name: 'Start None' }).click()
  const message = details.getByText('Tuesday, November 25, 2031')
  await field(details, 'Start Date').fill('Nov 25, 2031')
  await expect(message).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(message).toBeHidden()
  await details.getByRole('button', { name: 'Estimate None' }).hover()
  await page.keyboard.press('1')
  await page.mouse.down()
  // Longer than the pause after which the message would appear, and move the button away from the pointer.
  await page.waitForTimeout(300)
  await page.mouse.up()
  await expect(field(details, 'Hours')).toBeFocused()
})
