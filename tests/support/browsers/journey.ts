import { createDateFormats } from '#web/ui/dates.ts'

import type { Browser } from './browser.ts'
import { KEYS, click, drag, fill, get, gone, heightOf, settled, type } from './page.ts'
import { newPerson } from '../browser-test.ts'
import { expect } from '@playwright/test'

const TITLE = 'Walk the hall'
/** The form is at least this high once its first fields are visible. */
const FORM_PX_MIN = 500
/** The width of a day on the timeline. Source: specification 9. */
const DAY_PX = 60

/** Signs up, adds one task with the form and one as a line, and drags, times and reschedules the first. */
export async function doMainJourney(browser: Browser, url: string): Promise<void> {
  const today = Temporal.Now.plainDateISO('Europe/Berlin')
  const day = (days: number) => today.add({ days })
  const barName = (start: number, end: number) => {
    const [from, to] = [start, end].map((days) => createDateFormats('en-US').shortDay(day(days), today))
    return `${TITLE}, ${from} – ${to}, 0% done`
  }

  await browser.open(url)
  await click(browser, 'link', 'Sign in to continue')
  await click(browser, 'radio', 'Create account')
  const { email, password } = newPerson()
  await fill(browser, 'Email', email + KEYS.tab + password)
  await click(browser, 'button', 'Create account')

  await get(browser, 'button', 'Add Task')
  await settled(browser)
  await click(browser, 'button', 'Add Task')
  const form = await get(browser, 'dialog', 'Add New Task')
  expect(await heightOf(browser, form)).toBeGreaterThan(FORM_PX_MIN)
  const description = await get(browser, 'textbox', 'Description (optional)', form)
  expect(await browser.call(canGrow, description, null), 'a long description fits').toBe(true)
  await fill(browser, 'Task Title', TITLE, form)
  await fill(browser, 'Start Date', String(day(1)), form)
  await fill(browser, 'End Date', String(day(3)), form)
  await click(browser, 'button', 'Add Task', form)
  await gone(browser, 'dialog', 'Add New Task')
  await get(browser, 'region', 'Priority 5, Medium, 1 of 6')

  await type(browser, 'q')
  await get(browser, 'textbox', 'Task')
  await type(browser, `Order cartridges p9${KEYS.enter}`)
  await get(browser, 'region', 'Priority 9, Trivial, 1 of 10')
  await type(browser, KEYS.escape)
  await gone(browser, 'textbox', 'Task')

  const handle = await get(browser, 'button', `Drag to change priority: ${TITLE}`)
  await drag(browser, handle, await get(browser, 'button', 'Level 1 Critical 0 of 3, add a task'))
  await get(browser, 'region', 'Priority 1, Critical, 1 of 3')

  await click(browser, 'button', `Start Work on ${TITLE}`)
  await get(browser, 'dialog', TITLE)
  await type(browser, KEYS.escape)
  await gone(browser, 'dialog', TITLE)
  await get(browser, 'timer', 'Running')
  await click(browser, 'button', `Pause the timer for ${TITLE}`)
  await get(browser, 'timer', 'Paused')

  await click(browser, 'tab', 'Timeline')
  await drag(browser, await get(browser, 'button', barName(1, 3)), { right: 2 * DAY_PX })
  await get(browser, 'button', barName(3, 5))

  await browser.open(`${url}/?view=timeline`)
  await get(browser, 'button', barName(3, 5))
  await click(browser, 'tab', 'Priority View')
  await get(browser, 'region', 'Priority 1, Critical, 1 of 3')
  await get(browser, 'timer', 'Paused')
  expect(browser.faults()).toEqual([])
}

/** Returns whether a text area grows automatically or can be resized. Runs in the page. */
function canGrow(element: Element): boolean {
  return CSS.supports('field-sizing', 'content') || getComputedStyle(element).resize === 'vertical'
}
