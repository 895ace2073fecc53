import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { connectSqlite } from '#server/db/sqlite.ts'
import { indexAllTasks } from '#server/db/task-words.ts'

import { openBoard, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { completedTasks, insertCompleted } from '../support/completed-rows.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { FIRST_CARD_PX_MAX, firstCardTop } from '../support/first-card.ts'

const PHONE = { width: 390, height: 844 }

/** Counts key presses and clicks. Typed text doesn't count. */
function countPresses(page: Page) {
  let presses = 0
  return {
    count: () => presses,
    press: async (key: string) => {
      presses++
      await page.keyboard.press(key)
    },
    click: async (name: string) => {
      presses++
      await page.getByRole('button', { name, exact: true }).click()
    },
  }
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what}: ${figure}\n`)
}

test('prints the number of keys and clicks for everyday steps, and the position of the first card', async ({
  page,
  browser,
  server,
}) => {
  await page.clock.setSystemTime('2026-11-19T15:00:00')
  await openBoard(page, [{ title: 'Call the notary', priority: 1 }, { title: 'Water filter' }])

  await test.step('the first card', async () => {
    const wide = await firstCardTop(page)
    const phone = await anotherBrowser(browser, page, server.url, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    })
    const elsewhere = await phone.newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('2 open')).toBeVisible()
    await expect(elsewhere.getByRole('button', { name: 'Focus Mode' })).toBeVisible()
    const narrow = await firstCardTop(elsewhere)
    await phone.close()
    print('first card at 1440 × 900', `${wide} px`)
    print('first card at 390 × 844', `${narrow} px`)
    expect(wide).toBeLessThanOrEqual(FIRST_CARD_PX_MAX.wide)
    expect(narrow).toBeLessThanOrEqual(FIRST_CARD_PX_MAX.narrow)
  })

  await test.step('adding a task with date and level', async () => {
    const { count, press } = countPresses(page)
    await press('q')
    await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
    await page.keyboard.type('Write offer fri 9am p3')
    await expect(page.getByRole('button', { name: 'Remove Due Fri, Nov 20, 9:00 AM' })).toBeVisible()
    print('adding a task with date and level', `${count()} press, its text and Enter`)
    expect(count()).toBeLessThanOrEqual(1)
    await press('Enter')
    await expect
      .poll(() => storedTasks(page))
      .toContainEqual(
        expect.objectContaining({ title: 'Write offer', dueDate: '2026-11-20T09:00', priority: 3 }),
      )
    await page.keyboard.press('Escape')
  })

  await test.step('completing a task', async () => {
    const { count, click } = countPresses(page)
    await click('Complete Water filter')
    await expect(page.getByText('Task completed', { exact: true })).toBeVisible()
    print('completing a task', `${count()} press`)
    expect(count()).toBe(1)
  })

  await test.step('finding a task among 50,000', async () => {
    await insertCompleted(server, page, completedTasks(50_000, 48))
    const db = connectSqlite(join(server.dataDir, 'tenfold.db'))
    await db.transaction().execute(indexAllTasks)
    await db.destroy()
    const { count, press } = countPresses(page)
    await press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('finished 31415')
    await expect(palette.getByRole('option', { name: /Finished 31415/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await press('Enter')
    await expect(page.getByRole('dialog', { name: 'Finished 31415' })).toBeVisible()
    print('finding a task among 50,000', `${count()} presses and a part of its title`)
    expect(count()).toBeLessThanOrEqual(3)
  })
})
