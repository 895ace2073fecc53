import type { Page } from '@playwright/test'

/** Returns today's date in the pages, which use the time zone of `playwright.config.ts`. */
export function pageToday(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO('Europe/Berlin')
}

/** Lets `turnDay` set the page's date, which starts at today. Call this before the page is opened. */
export async function holdDays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { plainDateISO, plainDateTimeISO } = Temporal.Now
    Object.assign(Temporal.Now, {
      plainDateISO: () => plainDateISO().add({ days: Number(Reflect.get(window, 'daysOn') ?? 0) }),
      plainDateTimeISO: () => plainDateTimeISO().add({ days: Number(Reflect.get(window, 'daysOn') ?? 0) }),
    })
  })
}

/** Sets the page's clock to the next day. The page notices this when it becomes visible again. */
export async function turnDay(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { daysOn: Number(Reflect.get(window, 'daysOn') ?? 0) + 1 })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
