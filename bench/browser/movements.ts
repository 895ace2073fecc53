import type { Page } from '@playwright/test'

import { type Frames, bestOf, measureDrag, measurePage, prepare } from '../measure.ts'
import type { Row } from '../performance-file.ts'
import { atMost } from './report.ts'

const FRAME_MS = 17
const NODES_MAX = 2500

/** Drags a card over a board with every waiting line open, and scrolls the completed tasks. */
export async function measureMovements(board: Page, completed: Page): Promise<Row[]> {
  const rows = [...(await dragOverBoard(board)), ...(await scrollCompleted(completed))]
  await board.context().close()
  await completed.context().close()
  return rows
}

async function dragOverBoard(page: Page): Promise<Row[]> {
  await prepare(page)
  await page.reload()
  await page.locator('[data-task]').first().waitFor()
  // Waits for the page's deferred parts, because loading them would count as slow frames.
  await page.waitForTimeout(3000)
  const folded = await nodesOf(page)
  const lines = page.getByRole('button', { name: /waiting/ })
  for (const line of await lines.all()) await line.click()
  const at = await page.locator('#level-1 .card-handle').first().boundingBox()
  if (!at) throw new Error('No card to drag was found.')
  const drag = await bestOf(() => measureDrag(page, { x: at.x + at.width / 2, y: at.y + at.height / 2 }))
  return [
    frameRow('drag over 500 cards with every waiting line open', drag),
    atMost('DOM nodes: board with 500 cards', folded, NODES_MAX, 'nodes'),
    atMost('DOM nodes: 500 cards, every waiting line open', await nodesOf(page), NODES_MAX, 'nodes'),
  ]
}

async function scrollCompleted(page: Page): Promise<Row[]> {
  await prepare(page)
  await page.goto('/?view=completed')
  await page.getByRole('heading', { level: 3 }).first().waitFor()
  const frames = await bestOf(() => measurePage(page, 40))
  return [
    frameRow('scroll 50,000 completed tasks', frames),
    atMost('DOM nodes: 50,000 completed tasks', await nodesOf(page), NODES_MAX, 'nodes'),
  ]
}

function frameRow(what: string, { interval, work }: Frames): Row {
  return atMost(
    `${what}: 95th percentile of frames`,
    interval,
    FRAME_MS,
    'ms',
    ` (${work.toFixed(1)} ms of work)`,
  )
}

function nodesOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}
