import type { Page } from '@playwright/test'

/** The 95th percentiles of a movement: from frame to frame, and what the page worked in each, in ms. */
export type Frames = { interval: number; work: number }

const FRAMES = 150

/** Puts what measures frames into a page, before it is opened. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which knows nothing of this file
    const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
    let begun = 0
    const begin = () => (begun ||= performance.now())
    for (const type of ['pointermove', 'mousemove']) window.addEventListener(type, begin, true)
    /** Measures until so many frames have passed; `step` is run in each. */
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
          // A message is heard when this frame has been laid out and painted.
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

/** Scrolls a box so many px in each frame. */
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

/** Scrolls the page itself so many px in each frame, from its top. */
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

/** Drags from a point by mouse, some px to and fro in each frame, and lets go where it began. */
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

/** What a movement comes to at its best of three times: what else the machine does meanwhile is not ours. */
export async function bestOf(measure: () => Promise<Frames>): Promise<Frames> {
  const times = [await measure(), await measure(), await measure()]
  return times.reduce((best, frames) => (frames.interval < best.interval ? frames : best))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** @param share of the values that are not above it, from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
