import { setTimeout as delay } from 'node:timers/promises'

import { type Browser, type Node, type Role, ignoreStale } from './browser.ts'

type Point = { x: number; y: number }

/** A time limit long enough for a busy machine. */
const WAIT_MS = 60_000
const POLL_MS = 50
/** A pause longer than the gaps between the requests for a page's files, in ms. */
const QUIET_MS = 1000
const STEPS = 8
/** A distance farther than the pointer can move during a click. */
const LIFT_PX = 12

/** Keys without a character. Source: WebDriver, 'Keyboard actions'. */
export const KEYS = { tab: '\uE004', enter: '\uE007', escape: '\uE00C' }

/** Waits for the first element with this role and name. */
export async function get(browser: Browser, role: Role, name: string, within?: Node): Promise<Node> {
  return until(`${role} '${name}'`, async () => browser.find(role, name, within).catch(ignoreStale))
}

/** Waits until no element has this role and name. */
export async function gone(browser: Browser, role: Role, name: string): Promise<void> {
  await until(`the end of ${role} '${name}'`, async () => {
    const isGone = browser.find(role, name).then((node) => node === null || null)
    return isGone.catch(ignoreStale)
  })
}

/** Waits for an element and clicks its middle once the element is at rest and uncovered. */
export async function click(browser: Browser, role: Role, name: string, within?: Node): Promise<void> {
  const at = await until(`a place to click ${role} '${name}'`, async () => {
    const node = await get(browser, role, name, within)
    return middleOf(browser, node).catch(ignoreStale)
  })
  await mouse(browser, [move(at), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
}

/** Clicks a text box until it has focus, because it can move during a click, and types into it. */
export async function fill(browser: Browser, name: string, text: string, within?: Node): Promise<void> {
  await until(`the focus of '${name}'`, async () => {
    await click(browser, 'textbox', name, within)
    const node = await get(browser, 'textbox', name, within)
    const hasFocus = browser.call((box) => box === document.activeElement, node, null)
    return (await hasFocus.catch(ignoreStale)) || null
  })
  await type(browser, text)
}

/** Waits for the page's deferred code, because a click fails if its code takes over 3 s on a busy machine. */
export async function settled(browser: Browser): Promise<void> {
  const files = () => browser.call(() => performance.getEntriesByType('resource').length, null, null)
  await until('all files of the page', async () => {
    const before = await files()
    await delay(QUIET_MS)
    return (await files()) === before || null
  })
}

/** Drags with the mouse from the middle of an element to the middle of another one, or by a distance. */
export async function drag(browser: Browser, node: Node, to: Node | { right: number }): Promise<void> {
  const from = await middleOf(browser, node)
  const lifted = move({ x: from.x + LIFT_PX, y: from.y })
  await mouse(browser, [move(from), { type: 'pointerDown', button: 0 }, lifted])
  const end = isDistance(to) ? { x: from.x + to.right, y: from.y } : await middleOf(browser, to)
  const steps = Array.from({ length: STEPS }, (_, step) => {
    const share = (step + 1) / STEPS
    return move({ x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share })
  })
  await mouse(browser, [...steps, { type: 'pause', duration: 100 }, { type: 'pointerUp', button: 0 }])
}

/** Types characters and keys. */
export async function type(browser: Browser, keys: string): Promise<void> {
  const actions = Array.from(keys).flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
  await browser.perform({ type: 'key', id: 'keyboard', actions })
}

/** Returns the height of an element, in px. */
export async function heightOf(browser: Browser, node: Node): Promise<number> {
  return browser.call((element) => element.getBoundingClientRect().height, node, null)
}

async function mouse(browser: Browser, actions: Record<string, unknown>[]): Promise<void> {
  await browser.perform({ type: 'pointer', id: 'mouse', actions })
}

function move({ x, y }: Point) {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 20 }
}

function isDistance(to: Node | { right: number }): to is { right: number } {
  return 'right' in to
}

async function middleOf(browser: Browser, node: Node): Promise<Point> {
  let last: Point | null = null
  return until('a free place to press', async () => {
    const at = await browser.call(freeMiddle, node, null)
    const isAtRest = at && at.x === last?.x && at.y === last.y
    last = at
    return isAtRest ? at : null
  })
}

/** Scrolls to an element and returns its center, or null if it is covered or disabled. Runs in the page. */
function freeMiddle(node: Element): Point | null {
  node.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = node.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  const top = document.elementFromPoint(middle.x, middle.y)
  const isFree = top && (node.contains(top) || top.contains(node)) && !node.matches(':disabled')
  return isFree ? middle : null
}

async function until<Result>(what: string, attempt: () => Promise<Result | null>): Promise<Result> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const result = await attempt()
    if (result !== null) return result
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}.`)
    await delay(POLL_MS)
  }
}
