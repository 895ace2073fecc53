import type { Page } from '@playwright/test'

/** The 95th percentiles of the frame interval and the work per frame, in ms. */
export type Frames = { interval: number; work: number }

const FRAMES = 150

/** Adds the measuring code to a page before it opens. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, which cannot see this file
    const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
    let begun = 0
    const begin = () => (begun ||= performance.now())
    for (const type of ['pointermove', 'mousemove']) window.addEventListener(type, begin, true)
    /** Measures a number of frames; calls `step` in each. */
    const measureFrames = (count: number, step: (frame: number) => void) =>
      new Promise<{ interval: number; work: number }>((resolve) => {
        const intervals: number[] = []
        const works: number[] = []
        let last = 0
        let frame = 0
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => {
          works.push(performance.now() - begun)
          begun = 0
        })
        channel.port1.start()
        const run = (now: number) => {
          if (last) intervals.push(now - last)
          last = now
          begin()
          step(frame)
          // The message arrives after this frame has been laid out and painted.
          channel.port2.postMessage(null)
          if (frame++ < count) requestAnimationFrame(run)
          else resolve({ interval: p95(intervals), work: p95(works) })
        }
        begun = 0
        requestAnimationFrame(run)
      })
    Object.assign(window, { measureFrames })
  })
}

/** Scrolls a box by a number of px per frame. */
export async function measureScroll(page: Page, selector: string, x: number, y: number): Promise<Frames> {
  return page.evaluate(
    ([selector, x, y, count]) => {
      const box = document.querySelector(selector)
      if (!box) throw new Error(`There is no ${selector}.`)
      const measure = Reflect.get(window, 'measureFrames') as (
        count: number,
        step: (frame: number) => void,
      ) => Promise<{ interval: number; work: number }>
      return measure(count, () => {
        box.scrollLeft += x
        box.scrollTop += y
      })
    },
    [selector, x, y, FRAMES] as const,
  )
}

/** Scrolls the page from its top by a number of px per frame. */
export async function measurePage(page: Page, y: number): Promise<Frames> {
  await page.evaluate(() => scrollTo(0, 0))
  return page.evaluate(
    ([y, count]) => {
      const measure = Reflect.get(window, 'measureFrames') as (
        count: number,
        step: () => void,
      ) => Promise<{ interval: number; work: number }>
      return measure(count, () => scrollBy(0, y))
    },
    [y, FRAMES] as const,
  )
}

/** Drags with the mouse back and forth to the right of a point. */
export async function measureDrag(page: Page, from: { x: number; y: number }): Promise<Frames> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y, { steps: 3 })
  const measured = page.evaluate((count) => {
    const measure = Reflect.get(window, 'measureFrames') as (
      count: number,
      step: () => void,
    ) => Promise<{ interval: number; work: number }>
    return measure(count, () => {})
  }, FRAMES)
  const state = { isDone: false }
  const ended = measured.finally(() => (state.isDone = true))
  for (let step = 0; !state.isDone; step++) {
    await page.mouse.move(from.x + 10 + 90 * Math.abs(Math.sin(step / 9)), from.y)
  }
  const frames = await ended
  await page.mouse.move(from.x, from.y, { steps: 3 })
  await page.mouse.up()
  return frames
}

/** Returns the best of three measurements, because other work on the machine only adds time. */
export async function bestOf(measure: () => Promise<Frames>): Promise<Frames> {
  const times = [await measure(), await measure(), await measure()]
  return times.reduce((best, frames) => (frames.interval < best.interval ? frames : best))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** @param share the share of values at or below the result, from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
