import type { Locator, Page } from '@playwright/test'

import type { Press } from './presses.ts'

/**
 * Returns the presses that decide what a full level holds and what today holds. On the board of the benchmark every
 * level is over its slots, so each move opens the choices.
 */
export function decisionPresses(page: Page, times: number): Press[] {
  const first = (level: number) => page.locator(`#level-${level} [data-task]`).first()
  const tray = page.getByRole('dialog', { name: /^Level \d+ is full$/ })
  const escape = () => page.keyboard.press('Escape')
  const key = (name: string) => () => page.keyboard.press(name)
  const today = page.getByRole('button', { name: /^Today / })
  const marked = page
    .locator('[data-task]', { has: page.getByRole('button', { name: /Belongs in/ }) })
    .first()
  return [
    {
      kind: 'plan for today',
      before: () => focus(first(6).locator('.card-open')),
      act: key('t'),
      times,
    },
    { kind: 'filter, today', act: () => today.click(), back: () => today.click(), times },
    {
      kind: 'open the choices at a full level',
      before: () => holdOverLevel2(first(6)),
      act: key('Space'),
      back: escape,
      times,
    },
    {
      kind: 'wait in line',
      before: () => openChoices(first(6), tray),
      act: key('w'),
      times: Math.ceil(times / 3),
    },
    {
      kind: 'push down',
      before: async () => {
        await openChoices(first(6), tray)
        await page.keyboard.press('p')
        await tray.getByRole('list').waitFor()
      },
      act: key('Enter'),
      times: Math.ceil(times / 3),
    },
    {
      kind: 'swap',
      before: async () => {
        await openChoices(first(6), tray)
        await page.keyboard.press('s')
        await page
          .getByRole('button', { name: /^Swap with / })
          .first()
          .waitFor()
      },
      act: key('Enter'),
      times: Math.ceil(times / 3),
    },
    {
      kind: 'move by the slack mark',
      before: () => focus(marked.locator('.card-open')),
      act: key('b'),
      back: escape,
      times,
    },
    {
      kind: 'complete',
      before: () => focus(first(6).locator('.card-open')),
      act: key('c'),
      times: Math.ceil(times / 3),
    },
  ]
}

async function openChoices(card: Locator, tray: Locator): Promise<void> {
  await holdOverLevel2(card)
  await card.page().keyboard.press('Space')
  await tray.waitFor()
}

/** Picks up a card with the keyboard and holds it over level 2. */
async function holdOverLevel2(card: Locator): Promise<void> {
  await focus(card.locator('.card-handle'))
  await card.page().keyboard.press('Space')
  await card.page().keyboard.press('2')
}

async function focus(element: Locator): Promise<void> {
  // A card that was just changed may still be moving.
  await element.waitFor()
  await element.focus()
}
