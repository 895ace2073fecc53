import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** WCAG 2.2, level AA, with all earlier versions and level A. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails on anything that axe finds on the current page in either theme.
 * @param sight a locator that must stay visible throughout
 */
export async function expectAccessible(page: Page, sight: Locator): Promise<void> {
  await expect(sight).toBeVisible()
  await setTheme(page, 'light')
  expect(await findFaults(inspect(page).withTags(WCAG)), 'in the light theme').toEqual([])
  await setTheme(page, 'dark')
  // Only colors depend on the theme.
  expect(await findFaults(inspect(page).withRules('color-contrast')), 'in the dark theme').toEqual([])
  await expect(sight).toBeVisible()
}

/** The source of IBM's checker, which defines the global `ace` in a page. */
const IBM = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8')

/** Findings of IBM's checker that aren't faults, by rule and by a selector of the element or an ancestor. */
const EXEMPT: readonly (readonly [rule: RegExp, selector: string])[] = [
  // Radix marks the elements it hides while a modal dialog or menu has focus. None of these can be reached.
  [/./, '[data-aria-hidden], [data-radix-focus-guard]'],
  // HTML allows this value, which makes browsers suggest the saved sign-in email.
  [/^input_autocomplete_valid$/, 'input[type="email"][autocomplete="username"]'],
  // While a card is dragged, its original place and the levels that reject it are inactive and dimmed.
  [/^text_contrast_sufficient$/, '[data-drop="refused"], .is-lifted'],
  // A live region, which nobody fills in.
  [/^input_label_exists$/, 'output'],
]

type IbmResult = {
  ruleId: string
  value: [level: string, outcome: string]
  snippet: string
  message: string
  node: Element
}
type Ibm = {
  Checker: new () => { check: (root: Document, guidelines: string[]) => Promise<{ results: IbmResult[] }> }
}

/**
 * Fails on anything that IBM's checker finds on the current page. That checker has rules that axe lacks, and vice
 * versa.
 */
export async function expectAccessibleByIbm(page: Page): Promise<void> {
  await page.evaluate(IBM)
  const faults = await page.evaluate(async (exempt) => {
    const { Checker } = (globalThis as unknown as { ace: Ibm }).ace
    const { results } = await new Checker().check(document, ['WCAG_2_2'])
    const isExempt = ({ ruleId, node }: IbmResult) =>
      exempt.some(([rule, selector]) => rule.test(ruleId) && node.closest(selector) !== null)
    return results
      .filter(({ value: [level, outcome] }) => level === 'VIOLATION' && outcome === 'FAIL')
      .filter((result) => !isExempt(result))
      .map(({ ruleId, snippet, message }) => ({ ruleId, snippet: snippet.slice(0, 200), message }))
  }, EXEMPT)
  expect(faults, "findings of IBM's checker").toEqual([])
}

/** Fails when the page or a part of it scrolls sideways, or when a control of a dialog is cut off at the edge of the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (part) => part === document.scrollingElement || /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      // With reduced motion, the banner is a single line that users are meant to scroll.
      .filter((part) => part.getAttribute('role') !== 'marquee')
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => `${part.outerHTML.slice(0, 80)}: ${part.scrollWidth} in ${part.clientWidth} px`),
  )
  expect(wide, 'parts that scroll sideways').toEqual([])
  const cut = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ':is([role="dialog"], [role="alertdialog"]) :is(button, a, input):not([aria-hidden="true"])',
      ),
    ]
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 1 && (left < -0.5 || right > window.innerWidth + 0.5)
      })
      .map((control) => control.outerHTML.slice(0, 80)),
  )
  expect(cut, 'dialog controls cut by the edge of the screen').toEqual([])
}

/**
 * Skips frames, because the pages have none and axe would open another page each time. Omits details of passed
 * checks, because describing them would take a third of axe's time.
 */
function inspect(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function findFaults(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target: target.join(' '), failureSummary })),
  )
}

/**
 * Sets the theme by the dark marker on the document root. Waits for color transitions, but not for endless animations
 * such as the banner.
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
