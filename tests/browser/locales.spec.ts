import { expect, test } from '../support/browser-test.ts'
import { bar, openTimeline, timeline } from '../support/timeline-page.ts'

const LOCALES = [
  {
    locale: 'en-US',
    bar: 'Board memo, Nov 20 – Jan 2, 2027, 60% done',
    column: 'Sat',
    period: 'November 2026',
    month: 'December',
    due: 'Friday, November 20, 2026 at 9:00 AM (tomorrow)',
    percent: '60%',
  },
  {
    locale: 'de-DE',
    bar: 'Board memo, 20. Nov. – 2. Jan. 2027, 60 % done',
    column: 'Sa',
    period: 'November 2026',
    month: 'Dezember',
    due: 'Freitag, 20. November 2026 um 09:00 (tomorrow)',
    percent: '60 %',
  },
  {
    locale: 'ja-JP',
    bar: 'Board memo, 11月20日 – 2027年1月2日, 60% done',
    column: '土',
    period: '2026年11月',
    month: '12月',
    due: '2026年11月20日金曜日 9:00 (tomorrow)',
    percent: '60%',
  },
]

for (const { locale, ...texts } of LOCALES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('shows dates and numbers in the browser’s locale', async ({ page }) => {
      await openTimeline(page, [
        { title: 'Board memo', startDate: '2026-11-20', endDate: '2027-01-02', dueDate: '2026-11-20T09:00' },
      ])
      await bar(page, 'Board memo').press('End')
      for (let step = 0; step < 12; step++) await page.keyboard.press('+')
      await expect(bar(page, 'Board memo')).toHaveAccessibleName(texts.bar)
      await expect(timeline(page).getByText(texts.column, { exact: true }).first()).toBeVisible()
      await expect(page.getByText(texts.period, { exact: true })).toBeVisible()

      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: 'Edit Task' })
      await expect(form.getByText(texts.due)).toBeVisible()
      await expect(form.getByText(texts.percent, { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')

      await page.getByRole('radio', { name: 'Month' }).click()
      await expect(timeline(page).getByText(texts.month, { exact: true }).first()).toBeVisible()
    })
  })
}
