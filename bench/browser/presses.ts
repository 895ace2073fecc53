import type { Locator, Page } from '@playwright/test'

import { percentile } from '../measure.ts'

/**
 * The measurements of one kind of interaction, in ms: from the input until its result was painted, and long tasks (over 50 ms).
 */
export type Presses = { kind: string; p98: number; count: number; longTasks: number[] }

/** An interaction that is measured several times. */
export type Press = {
  kind: string
  /** Prepares the page for the interaction; not measured. */
  before?: () => Promise<void>
  act: () => Promise<void>
  back?: () => Promise<void>
  times: number
}

/** Makes the page record the time from each interaction to its paint, and each long task. */
export async function notePresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes = { presses: [] as number[], longTasks: [] as number[] }
    Object.assign(window, { notes })
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, which cannot see this file
    const observe = (options: PerformanceObserverInit, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options)
    observe({ type: 'longtask' }, ({ duration }) => notes.longTasks.push(duration))
    const kinds = new Set(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup'])
    observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
      if (kinds.has(entry.name)) notes.presses.push(entry.duration)
    })
  })
}

/**
 * Repeats each interaction several times. The browser does not report interactions under 16 ms, so they count as 16.
 */
export async function measurePresses(page: Page, presses: readonly Press[]): Promise<Presses[]> {
  const measured: Presses[] = []
  for (const { kind, before, act, back, times } of presses) {
    const durations: number[] = []
    const longTasks: number[] = []
    for (let time = 0; time < times; time++) {
      await before?.()
      // Waits for the previous interaction, so that its entries don't count toward this one.
      await page.waitForTimeout(150)
      await takeNotes(page)
      await act()
      // The browser reports an interaction only after it has painted the frame.
      await page.waitForTimeout(150)
      const notes = await takeNotes(page)
      durations.push(Math.max(16, ...notes.presses))
      longTasks.push(...notes.longTasks)
      await back?.()
    }
    measured.push({ kind, p98: percentile(durations, 0.98), count: times, longTasks })
  }
  return measured
}

/** Drags from the center of one element to the center of another with real mouse moves, and drops. */
export async function drop(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('No card to drag, or no target to drop it on, was found.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y + 20, { steps: 4 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  // Discards the entries of the moves, because only the drop counts. The entries are also reported late.
  await page.waitForTimeout(100)
  await takeNotes(page)
  await page.mouse.up()
}

type Notes = { presses: number[]; longTasks: number[] }

/** Returns the entries recorded since the last call. */
async function takeNotes(page: Page): Promise<Notes> {
  return page.evaluate(() => {
    const notes = Reflect.get(window, 'notes') as Notes
    return { presses: notes.presses.splice(0), longTasks: notes.longTasks.splice(0) }
  })
}
