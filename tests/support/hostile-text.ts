import { type Locator, type Page, expect } from '@playwright/test'

import { TITLE_LENGTH_MAX } from '#domain/tasks/task.ts'

import { expectNoSidewaysScroll } from './accessibility.ts'

/** Texts that have run as scripts in other applications. */
export const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '</title><script>alert(1)</script>',
  '<math><mtext></p><style><img src=x onerror=alert(1)></style>',
  // Names lose characters that override their direction, but keep this direction mark.
  '[x](javascript:alert(1)) \u200F<b>b</b>',
]

/** Expects that no text became an element or a handler anywhere in the page. */
export async function expectOnlyText(page: Page): Promise<void> {
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (part) =>
          part.matches('img[src="x"], iframe, math, body script:not([src])') ||
          [...part.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') || (/href$|^src$|action$/.test(name) && /^javascript:/i.test(value)),
          ),
      )
      .filter((part) => !part.matches('input, textarea'))
      .map((part) => part.outerHTML.slice(0, 120)),
  )
  expect(made).toEqual([])
}

/** The same texts, truncated to the maximum length of a category name. */
export const CATEGORIES = PAYLOADS.map((text) => text.slice(0, 30).trim())

/** Expects that a part of the page shows this text as text. */
export async function expectShown(page: Page, part: Locator, text: string): Promise<void> {
  await expect(part).toBeVisible()
  await expect(
    part
      .getByText(text)
      .or(part.locator(`[value=${JSON.stringify(text)}]`))
      .first(),
  ).toBeVisible()
  await expectOnlyText(page)
}

/** A title that would run as a script, short enough for every name. */
export const SCRIPT = '<img src=x onerror=alert(1)>'

/** A right-to-left title in Hebrew that would run as a script. */
const RIGHT_TO_LEFT = 'פגישה <svg onload=alert(1)> דנה'

/** A title of nearly maximum length, with no place to break, that would run as a script. */
const LONG = '<iframe/onload=alert(1)>'.padEnd(TITLE_LENGTH_MAX - 20, 'W')

/** Returns three different titles: a script, a right-to-left one, and one of nearly maximum length. */
export function hostileTitles(place: string): [script: string, rightToLeft: string, long: string] {
  return [`${SCRIPT} ${place}`, `${RIGHT_TO_LEFT} ${place}`, `${LONG} ${place}`]
}

/** Fails the story if a text runs as a script. */
export function failOnPrograms(page: Page): void {
  page.on('dialog', (dialog) => {
    throw new Error(`a text ran as a program: ${dialog.message()}`)
  })
}

/** Expects that a visible part of the page contains these texts as text, and that the page doesn't scroll sideways. */
export async function expectTexts(page: Page, part: Locator, texts: readonly string[]): Promise<void> {
  await expect(part).toBeVisible()
  for (const text of texts) await expect(part).toContainText(text)
  await expectOnlyText(page)
  await expectNoSidewaysScroll(page)
}
