import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** WCAG 2.2, level AA, with all that it contains. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails on anything that axe finds on the page as it stands, in the light theme or in the dark one.
 * @param sight what is looked at: it must be there from the first look to the last
 */
export async function expectAccessible(page: Page, sight: Locator): Promise<void> {
  await expect(sight).toBeVisible()
  await setTheme(page, 'light')
  expect(await findFaults(inspect(page).withTags(WCAG)), 'in the light theme').toEqual([])
  await setTheme(page, 'dark')
  // Nothing but colours depends on the theme.
  expect(await findFaults(inspect(page).withRules('color-contrast')), 'in the dark theme').toEqual([])
  await expect(sight).toBeVisible()
}

/** Fails when the page, or a part of it, is wider than its place and would have to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (part) => part === document.scrollingElement || /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      // The banner, where it does not move, is a single line that is scrolled by hand on purpose.
      .filter((part) => part.getAttribute('role') !== 'marquee')
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => `${part.outerHTML.slice(0, 80)}: ${part.scrollWidth} in ${part.clientWidth} px`),
  )
  expect(wide, 'parts that scroll sideways').toEqual([])
}

/** The pages have no frames; for those axe would open another page each time. */
function inspect(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

async function findFaults(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target: target.join(' '), failureSummary })),
  )
}

/**
 * The dark marker on the document root is the theme. Colours that fade into one another are left to arrive; what moves
 * for ever, such as the banner, is not waited for.
 */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  }, theme === 'dark')
}
