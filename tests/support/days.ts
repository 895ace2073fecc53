import type { Page } from '@playwright/test'

/** Lets the test say which day it is, beginning with today. Before the page is opened. */
export async function holdDays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { plainDateISO } = Temporal.Now
    Object.assign(Temporal.Now, {
      plainDateISO: () => plainDateISO().add({ days: Number(Reflect.get(window, 'daysOn') ?? 0) }),
    })
  })
}

/** The page finds that it is the next day when it is looked at again. */
export async function turnDay(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { daysOn: Number(Reflect.get(window, 'daysOn') ?? 0) + 1 })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
