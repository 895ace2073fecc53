import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** A little longer than a finger must rest before it lifts a card. Source: design, 'Drag'. */
const HOLD_MS = 350
const STEPS = 12

/** Farther than a press may move and still be a click. */
const LIFT_PX = 12

type Point = { x: number; y: number }

/** The handle by which the card with this title is dragged. */
export function handleOf(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Drag to change priority: ${title}`, exact: true })
}

/** A level's rung in the rail, or its cell in the strip of a phone: it is always in view. */
export function rungOf(page: Page, level: number): Locator {
  return page
    .getByRole('navigation', { name: 'Levels' })
    .getByRole('button', { name: new RegExp(`^Level ${level} `) })
}

/** What is spoken of a drag and of every other move on the board. */
export function spoken(page: Page, words: string | RegExp): Locator {
  return page.getByRole('tabpanel', { name: 'Priority View' }).getByRole('status').filter({ hasText: words })
}

/** Drags a card with the mouse onto a place, and holds it there until `check` has looked. */
export async function dragByMouse(page: Page, from: Locator, to: Locator, check = nothing): Promise<void> {
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
  await check()
  await page.mouse.up()
}

/** Drags a card with a finger: it rests until the card is lifted, moves, and lets go. */
export async function dragByFinger(page: Page, from: Locator, to: Locator, check = nothing): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  await untilDraggable(page)
  const start = await middleOf(from)
  const { touch, client } = await finger(page)
  await touch('touchStart', start)
  // The page's own timer for the lift was set before this one and is shorter.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), HOLD_MS)
  await drawn(page)
  const end = await middleOf(to)
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS
    await touch('touchMove', {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    })
  }
  await drawn(page)
  await check()
  await touch('touchEnd')
  await client.detach()
}

/** Drags as the device of the test does: with a finger where there is one, else with the mouse. */
export async function drag(page: Page, from: Locator, to: Locator, check = nothing): Promise<void> {
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0)
  await (hasTouch ? dragByFinger : dragByMouse)(page, from, to, check)
}

/** Swipes to the right so many px, with a finger where there is one, else with the mouse. */
export async function swipeRight(page: Page, place: Locator, px: number): Promise<void> {
  const { x, y } = await middleOf(place)
  const steps = Array.from({ length: STEPS }, (_, step) => ({ x: x + (px * (step + 1)) / STEPS, y }))
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    const { touch, client } = await finger(page)
    await touch('touchStart', { x, y })
    for (const at of steps) await touch('touchMove', at)
    await touch('touchEnd')
    await client.detach()
    return
  }
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const at of steps) await page.mouse.move(at.x, at.y)
  await page.mouse.up()
}

/** Picks a card up by Space on its handle. */
export async function pickUpByKeys(page: Page, title: string): Promise<void> {
  await handleOf(page, title).focus()
  await untilDraggable(page)
  await page.keyboard.press('Space')
}

/** A finger on the page's screen. Playwright's own can only tap. */
async function finger(page: Page) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  return { touch, client }
}

/** Until cards can be dragged, which their handles say: who is as quick as a program has let go before its code is there. */
export async function untilDraggable(page: Page): Promise<void> {
  const handles = page.getByRole('button', { name: /^Drag to change priority: / })
  if ((await handles.count()) > 0) await expect(handles.first()).toHaveAccessibleDescription(/^Press Space/)
}

/** Until the page shows what the last movement did: nobody lets go of what has not arrived before their eyes. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('There is nothing to drag from or to.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function nothing(): Promise<void> {
  // Most drags are only looked at when they are over.
}
