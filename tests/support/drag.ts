import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Slightly longer than a finger must rest to lift a card. Source: design, 'Drag'. */
const HOLD_MS = 350
const STEPS = 12

/** A distance farther than the pointer can move during a click. */
const LIFT_PX = 12

type Point = { x: number; y: number }

/** Runs while a card is held. `carry` moves it further. */
type Check = (carry: (to: Point) => Promise<void>) => Promise<void>

/** Returns the drag handle of the card with this title. */
export function handleOf(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Drag to change priority: ${title}`, exact: true })
}

/** Returns a level's rung in the rail, or its cell in a phone's strip. The rung is always in view. */
export function rungOf(page: Page, level: number): Locator {
  return page
    .getByRole('navigation', { name: 'Levels' })
    .getByRole('button', { name: new RegExp(`^Level ${level} `) })
}

/** Returns the live region for drags and other moves on the board. */
export function spoken(page: Page, words: string | RegExp): Locator {
  return page.getByRole('tabpanel', { name: 'Priority View' }).getByRole('status').filter({ hasText: words })
}

/** Drags a card with the mouse onto a target, and holds it there until `check` is done. */
export async function dragByMouse(
  page: Page,
  from: Locator,
  to: Locator,
  check: Check = nothing,
): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  await untilDraggable(page)
  await to.scrollIntoViewIfNeeded()
  const start = await middleOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x - LIFT_PX, start.y)
  // The lanes move apart when the card is lifted.
  await drawn(page)
  const end = await middleOf(to)
  await page.mouse.move(end.x, end.y, { steps: STEPS })
  await drawn(page)
  await check(async ({ x, y }) => {
    await page.mouse.move(x, y, { steps: STEPS })
    await drawn(page)
  })
  await page.mouse.up()
}

/** Drags a card with a finger: rests until the card is lifted, moves, and releases it. */
export async function dragByFinger(
  page: Page,
  from: Locator,
  to: Locator,
  check: Check = nothing,
): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  await untilDraggable(page)
  const start = await middleOf(from)
  const { touch, client } = await finger(page)
  await touch('touchStart', start)
  // Waits in the page, whose own timer for the lift started earlier and is shorter.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), HOLD_MS)
  await drawn(page)
  const end = await middleOf(to)
  for (const at of path(start, end)) await touch('touchMove', at)
  await drawn(page)
  await check(async (at) => {
    await touch('touchMove', at)
    await drawn(page)
  })
  await touch('touchEnd')
  await client.detach()
}

/** Drags with a finger on touch devices, else with the mouse. */
export async function drag(page: Page, from: Locator, to: Locator, check: Check = nothing): Promise<void> {
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0)
  await (hasTouch ? dragByFinger : dragByMouse)(page, from, to, check)
}

/**
 * Swipes right by a number of px, with a finger on touch devices, else with the mouse. A slow finger waits for the page
 * after each step.
 */
export async function swipeRight(
  page: Page,
  place: Locator,
  px: number,
  { isSlow = false } = {},
): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const from = await middleOf(place)
  const to = { x: from.x + px, y: from.y }
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    await sweep(page, from, to, isSlow ? () => drawn(page) : nothing)
    return
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: STEPS })
  await page.mouse.up()
}

/** Moves a finger from one point to another without resting. `pause` runs after each of the later steps. */
export async function sweep(
  page: Page,
  from: Point,
  to: Point,
  pause: () => Promise<void> = nothing,
): Promise<void> {
  const { touch, client } = await finger(page)
  const steps = path(from, to)
  const isDecided = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y) > LIFT_PX
  const decided = Math.max(1, steps.findIndex(isDecided) + 1)
  // The moves are sent together: if a busy machine delayed the first steps, the finger would rest and lift the card.
  await Promise.all([
    touch('touchStart', from),
    ...steps.slice(0, decided).map((at) => touch('touchMove', at)),
  ])
  for (const at of steps.slice(decided)) {
    await touch('touchMove', at)
    await pause()
  }
  await touch('touchEnd')
  await client.detach()
}

/** Scrolls the page with a finger and waits until it stops, because it keeps scrolling after the finger lifts. */
export async function scrollByFinger(page: Page, from: Point, to: Point): Promise<void> {
  const stop = await page.evaluateHandle(() => ({
    reached: new Promise((resolve) => document.addEventListener('scrollend', resolve, { once: true })),
  }))
  await sweep(page, from, to)
  await stop.evaluate(async ({ reached }) => void (await reached))
  await stop.dispose()
}

/** Picks up a card with Space on its handle. */
export async function pickUpByKeys(page: Page, title: string): Promise<void> {
  const handle = handleOf(page, title)
  await handle.focus()
  await untilDraggable(page)
  // Sets the focus again, because a dialog that has just closed may have moved it.
  await handle.press('Space')
}

/** Returns a finger that can move, because Playwright's own can only tap. */
export async function finger(page: Page) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  return { touch, client }
}

/**
 * Waits until the handles show that cards can be dragged, because a test can release before the drag code has
 * loaded.
 */
export async function untilDraggable(page: Page): Promise<void> {
  await expect(page.locator('[data-task]').first()).toBeAttached()
  const handles = page.getByRole('button', { name: /^Drag to change priority: / })
  if ((await handles.count()) > 0) await expect(handles.first()).toHaveAccessibleDescription(/^Press Space/)
}

/** Waits until the page shows the effect of the last movement, because users also wait for it before they release. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Returns the steps from one point to another, without the first. */
function path(from: Point, to: Point): Point[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const share = (step + 1) / STEPS
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  })
}

/** Returns the center of an element. */
export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('There is nothing to drag from or to.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function nothing(): Promise<void> {
  // Most drags are checked only after the drop.
}
