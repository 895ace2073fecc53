import type { Page } from '@playwright/test'

import type { Row } from '../performance-file.ts'
import { atMost } from './report.ts'

/** A phone's CPU at full speed and at a quarter of it. */
const SPEEDS = [
  { name: 'phone', slowdown: 1, pressMsMax: 200 },
  { name: 'phone, a quarter of the speed', slowdown: 4, pressMsMax: 400 },
]

/** A pause longer than the page takes to load its deferred parts at a quarter of full speed, in ms. */
const SETTLED_MS = 8000

type Press = { what: string; ms: number }

/**
 * Measures the slowest interaction and the layout shift of a visit that opens each view and dialog for the first time.
 * @param openPage returns a newly opened page with 200 tasks on a phone
 */
export async function measureResponsiveness(openPage: () => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, slowdown, pressMsMax } of SPEEDS) {
    const page = await openPage()
    await note(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.reload()
    // Waits for the deferred parts, so that the visit measures interactions and not loading.
    await page.waitForTimeout(SETTLED_MS)
    const { presses, shifts } = await visit(page)
    await page.context().close()
    const slowest = presses.toSorted((one, other) => other.ms - one.ms)
    const which = slowest.slice(0, 3).map(({ what, ms }) => `${what} ${ms} ms`)
    const shifted = shifts.map(({ what, score }) => `${what} ${score.toFixed(3)}`)
    const score = shifts.reduce((sum, { score }) => sum + score, 0)
    rows.push(
      atMost(`${name}: slowest press (INP)`, slowest[0]?.ms ?? 0, pressMsMax, 'ms', ` (${which.join(', ')})`),
      atMost(`${name}: layout shift (CLS)`, score, 0, '', shifted.length ? ` (${shifted.join(', ')})` : ''),
    )
  }
  return rows
}

type Shift = { what: string; score: number }

/** Opens and closes every view and dialog once. Returns the time until each paint and the unexpected layout shifts. */
async function visit(page: Page): Promise<{ presses: Press[]; shifts: Shift[] }> {
  const presses: Press[] = []
  const shifts: Shift[] = []
  const step = async (what: string, act: () => Promise<unknown>) => {
    await act()
    // The browser reports an interaction only after it has painted the frame, and a deferred part can still move the page.
    await page.waitForTimeout(1500)
    const notes = await takeNotes(page)
    presses.push({ what, ms: Math.max(16, ...notes.presses) })
    for (const score of notes.shifts) shifts.push({ what, score })
  }
  const tap = (name: string | RegExp) => () => page.getByRole('button', { name }).first().tap()
  const escape = () => page.keyboard.press('Escape')
  const card = page.locator('#level-1 [data-task] .card-open').first()
  await step('load', async () => undefined)
  await step('open the line', tap('Add Task'))
  await step('open the form', tap('More fields'))
  await step('close the form', escape)
  await step('type', () => page.keyboard.type('Call Mara tomorrow', { delay: 60 }))
  await step('add the task', () => page.keyboard.press('Enter'))
  await step('close the line', escape)
  await step('open the details', () => card.tap())
  await step('close the details', escape)
  await step('open the editor', tap(/^Edit /))
  await step('close the editor', escape)
  await step('open the categories', tap('Filter by Category'))
  await step('close the categories', escape)
  await step('open the canvas', () => card.press('s'))
  await step('type on the canvas', async () => {
    await page.getByRole('textbox', { name: 'Notes' }).tap()
    await page.keyboard.type('Ask for a second offer', { delay: 60 })
  })
  await step('save the canvas', tap('Save & Close'))
  await step('open the timeline', () => page.getByRole('tab', { name: 'Timeline' }).tap())
  await step('open Completed', () => page.getByRole('tab', { name: 'Completed' }).tap())
  await step('open the board', () => page.getByRole('tab', { name: 'Priority View' }).tap())
  return { presses, shifts }
}

/** Makes the page record the time from each interaction to its paint, and each layout shift without input. */
async function note(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes = { presses: [] as number[], shifts: [] as number[] }
    Object.assign(window, { visitNotes: notes })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0) notes.presses.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) notes.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

type Notes = { presses: number[]; shifts: number[] }

/** Returns the entries recorded since the last call. */
async function takeNotes(page: Page): Promise<Notes> {
  return page.evaluate(() => {
    const notes = Reflect.get(window, 'visitNotes') as Notes
    return { presses: notes.presses.splice(0), shifts: notes.shifts.splice(0) }
  })
}
