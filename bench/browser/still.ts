import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from '@playwright/test'

import { type Size, openInTurn } from './page-times.ts'
import { measurePresses, notePresses } from './presses.ts'

const DIST = join(import.meta.dirname, '../../dist')
const SCRIPT = '/assets/still.js'
const CARD = '[data-task]'
const SETTLED_MS = 5000

/** A part of the static page that a click shows and hides. */
const SHOWN = 'data-shown-by-press'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** The time that the browser alone needs to paint the same content, in ms, by action. */
export type Stills = Record<string, number>

/** The files with the board: at its first paint, with an open dialog, and complete. */
const STILL_PATH = '/still.html'
const DIALOG_PATH = '/still-dialog.html'
const TAB_PATH = '/still-tab.html'

type Options = { baseURL: string; viewport: Size; state: State; rounds: number; presses: number }

/**
 * Adds static pages of the board to the built pages: HTML and styles, and one line of script that shows the dialog or the
 * board after a click.
 * @returns a function that removes them
 */
export async function placeStills(
  browser: Browser,
  { baseURL, viewport, state }: Options,
): Promise<() => Promise<void>> {
  const context = await browser.newContext({ viewport, baseURL, storageState: state })
  await context.addInitScript(keepFirstBoard, CARD)
  const page = await context.newPage()
  await page.goto('/')
  // No event says when the page is complete: it loads and draws its deferred parts while idle.
  await page.waitForTimeout(SETTLED_MS)
  const files = new Map([[STILL_PATH, await takeStill(page, null)]])
  files.set(TAB_PATH, await takeStill(page, '[role="tabpanel"]'))
  await page.locator(`${CARD} .card-open`).first().click()
  await page.getByRole('dialog').waitFor()
  // The dialog fades in, and the saved copy must be opaque.
  await page.waitForTimeout(SETTLED_MS)
  files.set(DIALOG_PATH, await takeStill(page, '[role="dialog"], .bg-scrim'))
  await context.close()
  files.set(
    SCRIPT,
    `const shown = document.querySelectorAll('[${SHOWN}]')
     const show = (isShown) => shown.forEach((one) => (one.style.display = isShown ? '' : 'none'))
     let isShown = false
     show(isShown)
     addEventListener('click', () => show((isShown = !isShown)))`,
  )
  for (const [path, text] of files) await writeFile(join(DIST, path), text)
  return async () => {
    for (const path of files.keys()) await rm(join(DIST, path), { force: true })
  }
}

/** Measures the static pages in the same way as the app. */
export async function measureStills(browser: Browser, options: Options): Promise<Stills> {
  const { baseURL, viewport, rounds, presses } = options
  const [opened] = await openInTurn(
    browser,
    baseURL,
    viewport,
    [{ path: STILL_PATH, selector: CARD }],
    rounds,
  )
  if (!opened) throw new Error('No static page was opened.')
  const press = async (path: string) => {
    const page = await browser.newPage({ viewport, baseURL })
    await notePresses(page)
    await page.goto(path)
    const click = () => page.mouse.click(viewport.width / 2, viewport.height / 2)
    const [shown] = await measurePresses(page, [{ kind: path, act: click, back: click, times: presses }])
    await page.close()
    return shown?.p98 ?? 0
  }
  return {
    'first load': opened.first.painted,
    'second visit': opened.second.painted,
    'dialog shown, 98th percentile': await press(DIALOG_PATH),
    'board shown, 98th percentile': await press(TAB_PATH),
  }
}

/** Saves a copy of the document in the frame that shows the first card. Runs in the page. */
function keepFirstBoard(card: string): void {
  const look = () => {
    if (!document.querySelector(card)) return void requestAnimationFrame(look)
    Object.assign(window, { firstBoard: document.documentElement.cloneNode(true) })
  }
  requestAnimationFrame(look)
}

/** @param shownByPress the element that is hidden at first; null for the first frame of the board, which hides nothing */
function takeStill(page: Page, shownByPress: string | null): Promise<string> {
  return page.evaluate(
    ({ shownByPress, mark, script }) => {
      const still = (
        shownByPress ? document.documentElement.cloneNode(true) : Reflect.get(window, 'firstBoard')
      ) as HTMLElement
      for (const one of shownByPress ? still.querySelectorAll(shownByPress) : []) one.setAttribute(mark, '')
      for (const one of still.querySelectorAll('script, link[rel="modulepreload"]')) one.remove()
      const style = document.createElement('style')
      style.textContent = document.adoptedStyleSheets
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join('\n')
      still.querySelector('head')?.append(style)
      if (shownByPress) {
        const added = document.createElement('script')
        added.src = script
        still.querySelector('body')?.append(added)
      }
      return `<!doctype html>${still.outerHTML}`
    },
    { shownByPress, mark: SHOWN, script: SCRIPT },
  )
}
