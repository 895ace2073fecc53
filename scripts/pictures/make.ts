// `npm run pictures` takes the screenshots for README.md and docs/board.md, with the tasks of sample-tasks.ts.
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, type BrowserContextOptions, type Locator, type Page, chromium } from '@playwright/test'

import { attachmentPath } from '../../tests/support/attachments.ts'
import { startTestServer } from '../../tests/support/server.ts'
import { CHROMIUM_SWITCHES, findBrowser, findHeadlessShell } from '../browser.mjs'
import { IN_WORK, NOW, SAMPLE_TASKS } from './sample-tasks.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const BYTES_MAX = 1_000_000
const WEBP_QUALITY = 82
/** A task that moves to the full level 2. */
const REJECTED = 'Book the winter tires'
/** A task at level 5 whose estimate makes it more urgent. */
const MARKED = 'Switch over billing'
/** The task in the waiting line of level 2. */
const WAITING = 'Renew the security certificate'
/** A time below the five minutes after which the timer asks about an absence. */
const WORKED_MS = 252_000

const lane = (page: Page) => page.locator('#level-2')
const tray = (page: Page) => page.getByRole('dialog', { name: 'Level 2 is full' })

const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

const server = await startTestServer()
const browser = await chromium.launch({
  executablePath: findHeadlessShell() ?? findBrowser() ?? undefined,
  args: CHROMIUM_SWITCHES,
})
try {
  const storageState = await makeAccount(browser)
  const open = async (options: BrowserContextOptions, path = '/') => {
    const context = await browser.newContext({
      ...options,
      baseURL: server.url,
      storageState,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      // `takePicture` adds a style element.
      bypassCSP: true,
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date(NOW))
    await page.goto(path)
    await page.getByText(IN_WORK).first().waitFor()
    await page.getByRole('region', { name: 'Focus Mode' }).waitFor()
    return page
  }
  await mkdir(FOLDER, { recursive: true })
  const sizes = [
    await takePicture(await open({ ...WIDE, colorScheme: 'light' }), 'board-light'),
    await takePicture(await open({ ...WIDE, colorScheme: 'dark' }), 'board-dark'),
    await takePicture(await open({ ...PHONE, colorScheme: 'light' }), 'phone'),
    await takePicture(await open(WIDE, '/?view=timeline'), 'timeline'),
    await takePicture(await openCanvas(await open(WIDE)), 'work-canvas'),
    ...(await takeManualPictures(() => open(WIDE))),
  ]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} pictures in docs/pictures, ${Math.ceil(total / 1000)} kB together.`)
  if (total > BYTES_MAX) throw new Error(`The screenshots are larger than ${BYTES_MAX / 1000} kB.`)
} finally {
  await browser.close()
  await server.discard()
}

/** Creates an account with the sample tasks and returns the cookies of its session. */
async function makeAccount(browser: Browser) {
  const context = await browser.newContext({ baseURL: server.url })
  const { request } = context
  const send = async (method: string, path: string, options: { data: unknown }) => {
    const response = await request.fetch(path, { method, ...options })
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return response
  }
  await send('POST', '/api/register', {
    data: { email: 'mara@example.com', password: 'a quiet green harbor', firstName: 'Mara' },
  })
  const ids = new Map<string, string>()
  for (const { after = [], files = [], ...task } of SAMPLE_TASKS) {
    const data = { ...task, dependencies: after.map((title) => ids.get(title)) }
    const { id } = (await (await send('POST', '/api/tasks', { data })).json()) as { id: number }
    ids.set(task.title, String(id))
    for (const name of files) await send('PUT', attachmentPath(id, name), { data: fileOf(name) })
  }
  const state = await context.storageState()
  await context.close()
  return state
}

/** Returns a file of realistic size, filled with its name. */
function fileOf(name: string): Buffer {
  return Buffer.alloc(6000 * name.length, name)
}

async function openCanvas(page: Page): Promise<Page> {
  await page.getByRole('button', { name: IN_WORK, exact: true }).focus()
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: IN_WORK, exact: true }).waitFor()
  await page.clock.setFixedTime(new Date(Date.parse(NOW) + WORKED_MS))
  await page.getByRole('timer').getByText('00:04:12').waitFor()
  return page
}

/** Takes the screenshots for docs/board.md, which show parts of the page. */
async function takeManualPictures(open: () => Promise<Page>): Promise<number[]> {
  const openTray = async () => {
    const page = await open()
    await page.getByRole('button', { name: `Drag to change priority: ${REJECTED}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '2, full' }).click()
    await tray(page).waitFor()
    return page
  }
  const choices = await openTray()
  const swap = await openTray()
  await swap.getByRole('button', { name: /^Swap with/ }).click()
  await lane(swap)
    .getByRole('button', { name: /^Swap with/ })
    .nth(1)
    .focus()
  const push = await openTray()
  await push.getByRole('button', { name: /^Push down/ }).click()
  await tray(push).getByRole('listitem').first().waitFor()
  const waiting = await open()
  await lane(waiting)
    .getByRole('button', { name: /waiting/ })
    .click()
  await lane(waiting).getByRole('button', { name: WAITING, exact: true }).waitFor()
  const today = await open()
  await today.getByRole('button', { name: /^Today/ }).click()
  await today.getByText(/planned of/).waitFor()
  const slack = await openSlack(open)
  const settings = await open()
  await settings.getByRole('button', { name: 'Account' }).click()
  await settings.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = settings.getByRole('dialog', { name: 'Settings' })
  await dialog.waitFor()
  return [
    await takePicture(choices, 'full-level', lane(choices)),
    await takePicture(swap, 'swap', lane(swap)),
    await takePicture(push, 'push-down', tray(push)),
    await takePicture(waiting, 'waiting-line', lane(waiting)),
    await takePicture(slack, 'slack'),
    await takePicture(today, 'today'),
    await takePicture(settings, 'settings', dialog),
  ]
}

/** Opens the details of a slack mark. The other screenshots show the task without a mark. */
async function openSlack(open: () => Promise<Page>): Promise<Page> {
  const page = await open()
  const tasks = (await (await page.request.get('/api/tasks')).json()) as { id: number; title: string }[]
  const id = tasks.find(({ title }) => title === MARKED)?.id
  await page.request.patch(`/api/tasks/${id}`, { data: { estimatedTime: '40 hours' } })
  const card = page.locator('[data-task]', { has: page.getByRole('button', { name: MARKED, exact: true }) })
  await card.getByRole('button', { name: /Belongs in/ }).click()
  await page.getByRole('dialog', { name: `Slack of ${MARKED}` }).waitFor()
  return page
}

/** Saves a screenshot of the page as WebP, which Playwright itself cannot write, and returns its size in bytes. */
async function takePicture(page: Page, name: string, part?: Locator): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // A blinking caret would make each run's screenshot different.
  await page.addStyleTag({ content: '* { caret-color: transparent !important; }' })
  const session = await page.context().newCDPSession(page)
  await part?.scrollIntoViewIfNeeded()
  const box = await part?.boundingBox()
  const { x, y } = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }))
  const clip = box && { ...box, x: box.x + x, y: box.y + y, scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
    ...(clip && { clip, captureBeyondViewport: true }),
  })
  const file = join(FOLDER, `${name}.webp`)
  await writeFile(file, Buffer.from(data, 'base64'))
  await page.context().close()
  return (await stat(file)).size
}
