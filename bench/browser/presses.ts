import type { Locator, Page } from '@playwright/test'

import { percentile } from '../measure.ts'

/** What presses of one kind came to, in ms: from the press until what it changed was painted, and tasks over 50 ms. */
export type Presses = { kind: string; p98: number; count: number; longTasks: number[] }

type Press = {
  kind: string
  /** Brings about what is pressed; not measured. */
  before?: () => Promise<void>
  act: () => Promise<void>
  back?: () => Promise<void>
  times: number
}

/** Has the page note how long each press took until it was painted, and each long task. */
export async function notePresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes = { presses: [] as number[], longTasks: [] as number[] }
    Object.assign(window, { notes })
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which knows nothing of this file
    const observe = (options: PerformanceObserverInit, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options)
    observe({ type: 'longtask' }, ({ duration }) => notes.longTasks.push(duration))
    const kinds = new Set(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup'])
    observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
      if (kinds.has(entry.name)) notes.presses.push(entry.duration)
    })
  })
}

/** Makes each press so many times. One that took less than 16 ms is not told of by the browser, and counts as 16. */
export async function measurePresses(page: Page, presses: readonly Press[]): Promise<Presses[]> {
  const measured: Presses[] = []
  for (const { kind, before, act, back, times } of presses) {
    const durations: number[] = []
    const longTasks: number[] = []
    for (let time = 0; time < times; time++) {
      await before?.()
      await page.waitForTimeout(150)
      await takeNotes(page)
      await act()
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

/** Drags from the middle of one thing to the middle of another by real moves of the mouse, and lets go. */
export async function drop(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('There is nothing to drag, or nowhere to drop it.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y + 20, { steps: 4 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await page.waitForTimeout(100)
  await takeNotes(page)
  await page.mouse.up()
}

type Notes = { presses: number[]; longTasks: number[] }

/** What was noted since the last time. */
async function takeNotes(page: Page): Promise<Notes> {
  return page.evaluate(() => {
    const notes = Reflect.get(window, 'notes') as Notes
    return { presses: notes.presses.splice(0), longTasks: notes.longTasks.splice(0) }
  })
}
