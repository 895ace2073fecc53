// `npm run bench:browser`: measures load times, input latency, smoothness and memory, compared with an empty React page from
// the same server. Writes a part of docs/performance.md. Exits with 1 if a target is missed.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  chromium,
} from '@playwright/test'

import { findBrowser } from '../scripts/browser.mjs'
import { startTestServer } from '../tests/support/server.ts'
import { FLOOR_PATH, placeFloor } from './browser/floor.ts'
import { decisionPresses } from './browser/decisions.ts'
import { measureElsewhere } from './browser/elsewhere.ts'
import { measureHeap } from './browser/heap.ts'
import { scorePages } from './browser/lighthouse.ts'
import { measureMovements } from './browser/movements.ts'
import { measureReloads } from './browser/offline.ts'
import { readBrowserOptions } from './browser/options.ts'
import { openInTurn } from './browser/page-times.ts'
import { drop, measurePresses, notePresses } from './browser/presses.ts'
import { atMost, writeRows } from './browser/report.ts'
import { measureResponsiveness } from './browser/responsiveness.ts'
import { type Amount, seedTasks } from './browser/seed.ts'
import { type Stills, measureStills, placeStills } from './browser/still.ts'
import { type Row, printRows } from './performance-file.ts'

const VIEWPORT = { width: 1440, height: 900 }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const CARD = '[data-task]'
const USUAL: Amount = { open: 1000, completed: 10_000 }

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const options = readBrowserOptions()
const removeFloor = await placeFloor()
const server = await startTestServer()
const executablePath = findBrowser() ?? undefined
const browser = await chromium.launch({
  executablePath,
  args: [
    '--disable-gpu',
    '--enable-precise-memory-info',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
try {
  const state = await makePerson(browser, USUAL)
  const rows: Row[] = []
  const all = [openings, offline, presses, responsiveness, elsewhere, movements, heap]
  const parts = options.lighthouse ? [...all, scores] : all
  for (const measure of options.onlyPresses ? [presses] : parts) {
    const measured = await measure(state)
    printRows(measured)
    rows.push(...measured)
  }
  if (options.writes) writeRows(rows, await pictures(state), options)
  process.exitCode = rows.every(({ isReached }) => isReached) ? 0 : 1
} finally {
  await browser.close()
  await server.discard()
  await removeFloor()
}

/** Creates a user with the given number of tasks. Returns the browser's sign-in state. */
async function makePerson(browser: Browser, amount: Amount): Promise<State> {
  const context = await browser.newContext({ baseURL: server.url })
  const person = {
    email: `bench-${amount.open}-${amount.completed}@example.com`,
    password: 'a quiet green harbour',
  }
  await context.request.post('/api/register', { data: person })
  await context.request.post('/api/tasks', { data: { title: 'first', priority: 1 } })
  await server.stop()
  seedTasks(server, amount)
  await server.start()
  const state = await context.storageState()
  await context.close()
  return state
}

async function openPage(state: State, device: BrowserContextOptions = { viewport: VIEWPORT }): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: server.url, storageState: state })
  const page = await context.newPage()
  await notePresses(page)
  await page.goto('/')
  await page.locator(CARD).first().waitFor()
  return page
}

function ratio(what: string, ours: number, base: number, max: number): Row {
  return atMost(
    what,
    ours / base,
    max,
    '× baseline',
    ` (${ours.toFixed(0)} ms, baseline ${base.toFixed(0)} ms)`,
  )
}

async function openings(state: State): Promise<Row[]> {
  const [floor, board] = await openInTurn(
    browser,
    server.url,
    VIEWPORT,
    [
      { path: FLOOR_PATH, selector: '[data-ready]' },
      { path: '/', selector: CARD, state },
    ],
    options.rounds,
  )
  if (!floor || !board) throw new Error('No page was opened.')
  return [
    atMost('first load: script', board.first.script / 1000, 130, 'kB'),
    atMost('first load: style', board.first.style / 1000, 18.3, 'kB'),
    ratio('navigation to the board', board.first.painted, floor.first.painted, 2.5),
    ratio('second visit: painted', board.second.painted, floor.second.painted, 1.3),
  ]
}

/** Compares reloads that the service worker handles without the server with reloads from the server. */
async function offline(state: State): Promise<Row[]> {
  const place = { viewport: VIEWPORT, selector: CARD, state }
  const { online, offline } = await measureReloads(browser, server, place, options.rounds)
  const times = ` (${offline.toFixed(0)} ms, online ${online.toFixed(0)} ms)`
  return [atMost('reload without the server: painted', offline / online, 1.2, '× online', times)]
}

/** Measures frequent interactions with real input. */
async function presses(state: State): Promise<Row[]> {
  const page = await openPage(state)
  const times = options.presses
  const tab = (name: string) => () => page.getByRole('tab', { name }).click()
  const card = page.locator(`#level-5 ${CARD}`).first()
  const escape = () => page.keyboard.press('Escape')
  const filter = page.getByRole('button', { name: 'Filter by Category' })
  // Waits for the code of every view.
  await page.waitForTimeout(5000)
  const measured = await measurePresses(page, [
    { kind: 'tab, board', act: tab('Priority View'), back: tab('Completed'), times },
    { kind: 'tab, timeline', act: tab('Timeline'), back: tab('Priority View'), times },
    { kind: 'tab, completed', act: tab('Completed'), back: tab('Priority View'), times },
    {
      kind: 'filter',
      act: async () => {
        await filter.click()
        await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
      },
      back: () => page.getByRole('button', { name: 'Clear Category: Meeting' }).click(),
      times,
    },
    { kind: 'open a dialog', act: () => card.locator('.card-open').click(), back: escape, times },
    {
      kind: 'type',
      before: () => openForm(page),
      act: () => firstText(page).pressSequentially('Ten letters', { delay: 40 }),
      back: () => emptyForm(page),
      times: Math.ceil(times / 3),
    },
    {
      kind: 'drop',
      act: () => drop(page, card.locator('.card-handle'), page.locator('#level-5 .lane')),
      times: Math.ceil(times / 3),
    },
    {
      kind: 'delete',
      before: () => openPopover(page),
      act: () => remove(page),
      times: Math.ceil(times / 3),
    },
    ...decisionPresses(page, times),
  ])
  await page.context().close()
  return measured.flatMap(({ kind, p98, count, longTasks }) => [
    atMost(`interaction: ${kind}`, p98, 50, 'ms', ` (98th percentile of ${count})`),
    atMost(`interaction: ${kind}, longest task`, Math.max(0, ...longTasks), 50, 'ms'),
  ])
}

function firstText(page: Page): Locator {
  return page.getByRole('dialog').getByRole('textbox').first()
}

async function openForm(page: Page): Promise<void> {
  // The previous dialog may still be closing.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Shift+N')
  await firstText(page).waitFor()
}

async function emptyForm(page: Page): Promise<void> {
  await firstText(page).fill('')
  await page.keyboard.press('Escape')
}

async function openPopover(page: Page): Promise<void> {
  await page.locator(`#level-5 ${CARD} .card-open`).first().focus()
  await page.keyboard.press('i')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor()
}

/** Presses Delete in a task's popover, which completes the task. */
async function remove(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

async function responsiveness(): Promise<Row[]> {
  const state = await makePerson(browser, { open: 200, completed: 0 })
  return measureResponsiveness(() => openPage(state, PHONE))
}

async function elsewhere(state: State): Promise<Row[]> {
  return measureElsewhere(await openPage(state))
}

async function movements(): Promise<Row[]> {
  const board = await openPage(await makePerson(browser, { open: 500, completed: 0 }))
  const completed = await openPage(await makePerson(browser, { open: 10, completed: 50_000 }))
  return measureMovements(board, completed)
}

async function heap(state: State): Promise<Row[]> {
  return measureHeap(await openPage(state), options.minutes)
}

/** Measures static pages without scripts. */
async function pictures(state: State): Promise<Stills> {
  const place = { ...options, baseURL: server.url, viewport: VIEWPORT, state }
  const remove = await placeStills(browser, place)
  try {
    const stills = await measureStills(browser, place)
    for (const [what, ms] of Object.entries(stills))
      console.log(`     static page, ${what}: ${ms.toFixed(0)} ms`)
    return stills
  } finally {
    await remove()
  }
}

async function scores(state: State): Promise<Row[]> {
  if (!executablePath) throw new Error('Lighthouse needs a browser. Set CHROMIUM_PATH to one.')
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const forms = ['desktop', 'mobile'] as const
  const found = await scorePages(
    executablePath,
    forms.flatMap((form) => [
      { name: `signed out, ${form}`, url: server.url, form },
      { name: `signed in, ${form}`, url: server.url, form, cookie },
    ]),
  )
  return found.flatMap(({ name, ...categories }) =>
    Object.entries(categories).map(([category, score]) => ({
      what: `Lighthouse, ${name}: ${category}`,
      must: '100',
      reached: String(score),
      isReached: score === 100,
    })),
  )
}
