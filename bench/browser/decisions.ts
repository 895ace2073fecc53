import type { Locator, Page } from '@playwright/test'

import type { Press } from './presses.ts'

/**
 * Returns the interactions for planning a task for today, moving one to a full level, and completing one. Every level of the
 * benchmark's board has more tasks than slots, so each move opens the choices.
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
  const choice = (
    kind: string,
    keys: readonly string[],
    act: Press['act'],
    shown: Locator = tray,
  ): Press => ({
    kind,
    before: async () => {
      await holdOverLevel2(first(6))
      await page.keyboard.press('Space')
      // The tray handles keys once it has focus.
      await tray.locator(':focus').waitFor()
      for (const name of keys) await page.keyboard.press(name)
      await shown.waitFor()
    },
    act,
    times: Math.ceil(times / 3),
  })
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
    choice('wait in line', [], key('w')),
    choice('push down', ['p'], key('Enter'), tray.getByRole('list')),
    choice('swap', ['s'], key('Enter'), page.getByRole('button', { name: /^Swap with / }).first()),
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
