import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { type Seed, registerByApi, seedTasks, storedTasks } from './board-page.ts'
import { expect } from './browser-test.ts'

/** The current time in the timeline stories: a Thursday, 9:30 in their time zone. */
export const NOW = '2026-11-19T09:30:00+01:00'

/** The width of a day's column in px, by the width of the screen. Source: specification 9. */
const DAY_PX = { wide: 60, narrow: 40 }
/** Slightly longer than a finger must rest to lift a bar. */
const HOLD_MS = 300
const STEPS = 8

type Point = { x: number; y: number }

/** The maximum width of the narrow layout, so that a bar can move a few days without scrolling. */
const NARROW_PX = 639

/** Widens the window as far as the narrow layout allows, to make room for a drag. */
export async function widen(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (size && size.width < NARROW_PX) await page.setViewportSize({ ...size, width: NARROW_PX })
}

/**
 * Creates an account with these tasks and opens its timeline on the day of the stories.
 * @param prepare changes the tasks before the page opens
 */
export async function openTimeline(
  page: Page,
  seeds: readonly Seed[],
  prepare?: (tasks: readonly Task[]) => Promise<void>,
): Promise<Task[]> {
  await page.clock.setFixedTime(new Date(NOW))
  await registerByApi(page)
  const tasks = await seedTasks(page, seeds)
  await prepare?.(tasks)
  await page.goto('/?view=timeline')
  await expect(timeline(page)).toBeVisible()
  return tasks
}

export function timeline(page: Page): Locator {
  return page.getByRole('grid', { name: 'Timeline' })
}

/** Returns the bar of the task with this title. */
export function bar(page: Page, title: string): Locator {
  return timeline(page)
    .getByRole('gridcell')
    .getByRole('button', { name: `${title}, ` })
}

/** Opens the menu of a bar with its keyboard shortcut. */
export async function openMenu(page: Page, title: string): Promise<Locator> {
  await bar(page, title).press('m')
  return page.getByRole('menu', { name: `Actions for ${title}` })
}

/** Returns the live region of the timeline. */
export function spokenOf(page: Page, words: string | RegExp): Locator {
  return page.getByRole('tabpanel', { name: 'Timeline' }).getByRole('status').filter({ hasText: words })
}

/** Returns the names in the list on the left, from top to bottom. */
export function names(page: Page): Locator {
  return timeline(page).getByRole('rowheader')
}

/** Returns a task on the server. */
export async function stored(page: Page, title: string): Promise<Task> {
  const task = (await storedTasks(page)).find((task) => task.title === title)
  if (!task) throw new Error(`There is no task '${title}'.`)
  return task
}

/** Returns the dates and progress of a task on the server. */
export async function storedSpan(page: Page, title: string): Promise<(string | number | null)[]> {
  const { startDate, endDate, progress } = await stored(page, title)
  return [startDate, endDate, progress]
}

/** Returns the width of a day on the test's screen, in px. */
export function dayWidth(page: Page): number {
  return (page.viewportSize()?.width ?? 0) < 640 ? DAY_PX.narrow : DAY_PX.wide
}

/** The part of a bar that the pointer grabs. */
export type Grip = 'middle' | 'start' | 'end' | 'progress' | 'link'

async function gripOf(locator: Locator, grip: Grip, progress: number): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('There is no bar to grab.')
  const { x, y, width, height } = box
  const middle = { x: x + width / 2, y: y + height / 2 }
  if (grip === 'start') return { x: x + 3, y: middle.y }
  if (grip === 'end') return { x: x + width - 3, y: middle.y }
  if (grip === 'progress') return { x: x + (width * progress) / 100, y: y + height + 2 }
  return grip === 'link' ? { x: x + width + 3, y: y - 2 } : middle
}

type DragOptions = {
  grip?: Grip
  /** The position of the progress handle, in percent. */
  progress?: number
  /** Runs before the bar is released. */
  check?: () => Promise<void>
}

/** Drags a part of a bar sideways with the mouse, by a number of px. */
export async function dragBar(
  page: Page,
  locator: Locator,
  px: number,
  { grip = 'middle', progress = 0, check }: DragOptions = {},
): Promise<void> {
  await locator.scrollIntoViewIfNeeded()
  await locator.hover()
  const from = await gripOf(locator, grip, progress)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + px, from.y, { steps: STEPS })
  await check?.()
  await page.mouse.up()
}

/** Draws a dependency with the mouse from the dot of one bar to another bar. */
export async function drawLink(
  page: Page,
  from: Locator,
  to: Locator,
  check?: () => Promise<void>,
): Promise<void> {
  await from.hover()
  const start = await gripOf(from, 'link', 0)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const end = await gripOf(to, 'middle', 0)
  await page.mouse.move(end.x, end.y, { steps: STEPS })
  await check?.()
  await page.mouse.up()
}

/** Puts a finger on a point, lets it rest there if `rests`, moves it by a number of px, and lifts it. */
export async function swipe(page: Page, from: Point, by: Point, rests: boolean): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const move = (step: number) =>
    touch('touchMove', { x: from.x + (by.x * step) / STEPS, y: from.y + (by.y * step) / STEPS })
  if (rests) {
    await touch('touchStart', from)
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), HOLD_MS)
    await move(1)
    await move(2)
  } else {
    // The events are sent together, because waiting for each event on a busy machine would let the finger rest.
    await Promise.all([touch('touchStart', from), move(1), move(2)])
  }
  for (let step = 3; step <= STEPS; step++) await move(step)
  await touch('touchEnd')
  await client.detach()
}

/** Returns the center of an element. */
export async function middleOf(locator: Locator): Promise<Point> {
  return gripOf(locator, 'middle', 0)
}

/** Returns the timeline's scroll position. */
export async function scrolled(page: Page): Promise<{ left: number; top: number }> {
  return timeline(page).evaluate((box) => ({
    left: Math.round(box.scrollLeft),
    top: Math.round(box.scrollTop),
  }))
}
