import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import {
  band,
  card,
  changeElsewhere,
  openBoard,
  restOnUndo,
  storedAt,
  storedTasks,
  titlesAt,
  untilOutboxIsOpen,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { pageToday } from '../support/days.ts'
import {
  drag,
  handleOf,
  middleOf,
  rungOf,
  scrollByFinger,
  spoken,
  sweep,
  swipeRight,
  untilDraggable,
} from '../support/drag.ts'

const SEEDS = [
  { title: 'Redline the contract', priority: 1 as const },
  { title: 'Call the notary', priority: 1 as const },
  { title: 'Rewrite the checklist' },
  { title: 'Water filter' },
  { title: 'Sketch the allotment' },
  { title: 'Read the manual', priority: 10 as const },
]

test.beforeEach(({ page }) => openBoard(page, SEEDS))

const control = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Complete ${title}`, exact: true })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
const find = async (page: Page, title: string) =>
  (await storedTasks(page)).find((task) => task.title === title)

/** Starts a task's timer on its card and waits for the first second. */
const startWork = async (page: Page, title: string) => {
  await page
    .getByRole('button', { name: `Start Work on ${title}` })
    .filter({ visible: true })
    .click()
  const canvas = page.getByRole('dialog', { name: title, exact: true })
  await expect(canvas).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  await expect(page.getByRole('timer', { name: 'Running' })).not.toHaveText('00:00:00')
}

test(
  'one click on the round control completes a task, and Undo reopens it in its place',
  { tag: '@narrow' },
  async ({ page }) => {
    const writes = watchWrites(page)
    await control(page, 'Water filter').click()
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Sketch the allotment'])
    await expect(toast(page)).toContainText('Task completed')
    const undo = await restOnUndo(page)
    await expect(toast(page)).toContainText('Water filter')
    await expect(spoken(page, 'Completed Water filter. 2 of 6 slots taken.')).toHaveCount(1)
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(true)
    expect(await writes()).toHaveLength(1)
    await undo.click()
    await expect(titlesAt(page, 5)).toHaveText([
      'Rewrite the checklist',
      'Water filter',
      'Sketch the allotment',
    ])
    await expect
      .poll(() => storedAt(page, 5))
      .toEqual(['Rewrite the checklist', 'Water filter', 'Sketch the allotment'])
  },
)

test('cards of every size have the control beside the title', { tag: '@narrow' }, async ({ page }) => {
  for (const { title } of SEEDS) {
    const ring = await control(page, title).boundingBox()
    const text = await card(page, title).boundingBox()
    expect(ring && text && ring.x < text.x, title).toBe(true)
    await expect(control(page, title)).toHaveAttribute('aria-keyshortcuts', 'C')
  }
  await expectAccessible(page, control(page, 'Water filter'))
})

test('c completes the focused card, and the focus goes to the next card, else to the previous card, else to the level', async ({
  page,
}) => {
  await card(page, 'Water filter').focus()
  await page.keyboard.press('c')
  await expect(card(page, 'Sketch the allotment')).toBeFocused()
  await page.keyboard.press('c')
  await expect(card(page, 'Rewrite the checklist')).toBeFocused()
  // Responses to changes to different tasks can arrive in any order.
  await expect(toast(page)).toContainText('Sketch the allotment')
  await page.keyboard.press('c')
  await expect(band(page, 5)).toHaveCount(0)
  await expect(toast(page)).toContainText('Rewrite the checklist')
  const level = page.getByRole('button', { name: 'Level 5 Medium 0 of 6, add a task' })
  await expect(level).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})

test('completing the last card of a level keeps its open new-task line', async ({ page }) => {
  await band(page, 10).getByRole('button', { name: 'Add a task to level 10' }).click()
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  // Enter does nothing until the new-task line has loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await line.fill('Read the appendix')
  const last = await find(page, 'Read the manual')
  if (last) await changeElsewhere(page, last, { completed: true })
  await expect(card(page, 'Read the manual')).toHaveCount(0)
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titlesAt(page, 10)).toHaveText(['Read the appendix'])
})

test('closing the new-task line of an empty level moves the focus to the level in the rail', async ({
  page,
}) => {
  await band(page, 10).getByRole('button', { name: 'Add a task to level 10' }).click()
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(line).toBeFocused()
  const last = await find(page, 'Read the manual')
  if (last) await changeElsewhere(page, last, { completed: true })
  await expect(card(page, 'Read the manual')).toHaveCount(0)
  await line.press('Escape')
  await expect(band(page, 10)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Level 10 .*, add a task$/ })).toBeFocused()
})

test('c does nothing while single-key shortcuts are off', async ({ page }) => {
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card(page, 'Water filter').focus()
  await page.keyboard.press('c')
  await control(page, 'Call the notary').click()
  await expect(titlesAt(page, 1)).toHaveText(['Redline the contract'])
  // The key would have removed its card first.
  await expect(titlesAt(page, 5)).toHaveText([
    'Rewrite the checklist',
    'Water filter',
    'Sketch the allotment',
  ])
})

test('completing a recurring task says when the next one is due', async ({ page }) => {
  const { id = 0 } = (await find(page, 'Water filter')) ?? {}
  await page.request.patch(`/api/tasks/${id}`, {
    data: { isRecurring: true, recurrenceFrequency: 'Yearly', dueDate: '2040-05-02' },
  })
  await expect(band(page, 5).getByText('Yearly')).toHaveCount(1)
  await control(page, 'Water filter').click()
  await expect(toast(page)).toContainText('Task completed')
  await expect(toast(page)).toContainText('Next one is due on May 2, 2041.')
  await expect(titlesAt(page, 5)).toHaveCount(3)
  await expect(spoken(page, 'Completed Water filter. 3 of 6 slots taken.')).toHaveCount(1)
})

test.describe('when the server is unreachable', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('the task is completed once the server is reachable again', async ({ page, context }) => {
    await untilOutboxIsOpen(page)
    await context.setOffline(true)
    await control(page, 'Water filter').click()
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Sketch the allotment'])
    await expect(page.getByText('1 change is waiting', { exact: false })).toBeVisible()
    expect((await find(page, 'Water filter'))?.completed).toBe(false)
    await context.setOffline(false)
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(true)
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Sketch the allotment'])
  })
})

test.describe('the running timer', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ })

  test('is saved by the same write', { tag: '@narrow' }, async ({ page }) => {
    await startWork(page, 'Water filter')
    const writes = watchWrites(page)
    await control(page, 'Water filter').click()
    await expect(toast(page)).toContainText(/Logged \d+s. Water filter/)
    const undo = await restOnUndo(page)
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(true)
    const saved = await find(page, 'Water filter')
    expect(saved?.elapsedTime).toBeGreaterThan(0)
    expect(await writes()).toHaveLength(1)
    await expect(page.getByRole('region', { name: 'Timer' })).toHaveCount(0)

    await undo.click()
    await expect(card(page, 'Water filter')).toBeVisible()
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(false)
    expect((await find(page, 'Water filter'))?.elapsedTime, 'undo keeps the time').toBe(saved?.elapsedTime)
  })

  test('adds its time only once if the response is lost', async ({ page }) => {
    await startWork(page, 'Water filter')
    const sent: unknown[] = []
    await page.route('**/api/tasks/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      sent.push(route.request().postDataJSON())
      if (sent.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await control(page, 'Water filter').click()
    await expect(toast(page)).toContainText(/Logged \d+s. Water filter/)
    await expect.poll(() => sent).toHaveLength(2)
    const [{ elapsedTime }] = sent as [{ elapsedTime: number }]
    await expect.poll(async () => (await find(page, 'Water filter'))?.elapsedTime).toBe(elapsedTime)
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the card shows a confirmation before it disappears, and a second click after 300 ms cancels the completion', async ({
    page,
  }) => {
    const writes = watchWrites(page)
    await control(page, 'Water filter').evaluate((button: HTMLElement) => {
      button.click()
      const now = performance.now.bind(performance)
      performance.now = () => now() + 301
      button.click()
      performance.now = now
    })
    await expect(page.locator('[data-completing]')).toHaveCount(0)
    // Runs in one step, because the card disappears within half a second.
    const isConfirming = await control(page, 'Call the notary').evaluate((button: HTMLElement) => {
      button.click()
      button.click()
      return button.closest('li')?.dataset['completing'] !== undefined
    })
    expect(isConfirming).toBe(true)
    await expect(titlesAt(page, 1)).toHaveText(['Redline the contract'])
    await expect(toast(page)).toContainText('Call the notary')
    await expect.poll(writes).toHaveLength(1)
    expect((await find(page, 'Water filter'))?.completed).toBe(false)
  })

  test('Ctrl+Z while a completed card disappears keeps its task open and undoes no other change', async ({
    page,
  }) => {
    const writes = watchWrites(page)
    // Both keys are pressed before the card has disappeared.
    await card(page, 'Water filter').evaluate((title) => {
      const options = { bubbles: true, cancelable: true }
      title.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', ...options }))
      const undo = { key: 'z', code: 'KeyZ', ctrlKey: true, ...options }
      title.dispatchEvent(new KeyboardEvent('keydown', undo))
    })
    await card(page, 'Call the notary').press('c')
    await expect(toast(page)).toContainText('Call the notary')
    expect(await writes()).toHaveLength(1)
    await expect(card(page, 'Water filter')).toBeVisible()
  })

  test('Delete while a completed card disappears only deletes its task', async ({ page }) => {
    const writes = watchWrites(page)
    // Both keys are pressed before the card has disappeared.
    await card(page, 'Water filter').evaluate((title) => {
      const options = { bubbles: true, cancelable: true }
      title.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', ...options }))
      title.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', code: 'Delete', ...options }))
    })
    await expect(card(page, 'Water filter')).toHaveCount(0)
    await card(page, 'Call the notary').press('c')
    await expect(toast(page)).toContainText('Call the notary')
    expect(await writes()).toHaveLength(2)
  })
})

test.describe('a swipe to the right', { tag: '@touch' }, () => {
  test('completes the task from 40% of the width, and the card springs back below that', async ({ page }) => {
    await untilDraggable(page)
    await swipeRight(page, card(page, 'Water filter'), 60, { isSlow: true })
    await expect(page.locator('.swipe-panel')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(titlesAt(page, 5)).toHaveText([
      'Rewrite the checklist',
      'Water filter',
      'Sketch the allotment',
    ])
    await swipeRight(page, card(page, 'Water filter'), 150, { isSlow: true })
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Sketch the allotment'])
    await expect(toast(page)).toContainText('Water filter')
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(true)
  })

  test('does nothing if another device has moved the card to another level', async ({ page }) => {
    const writes = watchWrites(page)
    await untilDraggable(page)
    await card(page, 'Water filter').scrollIntoViewIfNeeded()
    const from = await middleOf(card(page, 'Water filter'))
    const task = await find(page, 'Water filter')
    let steps = 0
    await sweep(page, from, { x: from.x + 200, y: from.y }, async () => {
      if (++steps !== 8 || !task) return
      await expect(page.locator('.swipe-panel[data-armed=true]')).toHaveCount(1)
      await changeElsewhere(page, task, { priority: 9 })
      await expect(titlesAt(page, 9)).toHaveText(['Water filter'])
    })
    await card(page, 'Call the notary').press('c')
    await expect(toast(page)).toContainText('Call the notary')
    expect(await writes()).toHaveLength(1)
  })

  test('does not start at the edge of the screen or from a scroll, and dragging still works', async ({
    page,
  }) => {
    await untilDraggable(page)
    await card(page, 'Water filter').scrollIntoViewIfNeeded()
    const { y: top = 0 } = (await card(page, 'Water filter').boundingBox()) ?? {}
    const y = top + 8
    await sweep(page, { x: 20, y }, { x: 300, y })
    await scrollByFinger(page, { x: 150, y }, { x: 300, y: y - 200 })
    await drag(page, handleOf(page, 'Sketch the allotment'), rungOf(page, 2))
    await expect(titlesAt(page, 2)).toHaveText(['Sketch the allotment'])
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Water filter'])
    expect((await find(page, 'Water filter'))?.completed).toBe(false)
  })
})

test(
  'a timeline row has the round control, and C on the task’s bar activates it',
  { tag: '@narrow' },
  async ({ page }) => {
    const { id = 0 } = (await find(page, 'Water filter')) ?? {}
    const day = pageToday().toString()
    await page.request.patch(`/api/tasks/${id}`, { data: { startDate: day, endDate: day } })
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect(page.getByRole('grid', { name: 'Timeline' })).toBeVisible()
    await control(page, 'Water filter').evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByRole('button', { name: 'Reopen Water filter', exact: true })).toBeVisible()
    await expect(toast(page)).toContainText('Task completed')
    // A click within 300 ms of another is ignored.
    const pressedAt = Date.now()
    await expect.poll(() => Date.now() - pressedAt).toBeGreaterThan(300)
    await page.getByRole('gridcell').getByRole('button', { name: 'Water filter, ' }).press('c')
    await expect(toast(page)).toContainText('Task reopened')
    await expect(control(page, 'Water filter')).toBeVisible()
    await expect.poll(async () => (await find(page, 'Water filter'))?.completed).toBe(false)
  },
)

test(
  'a completed task can be reopened in the Completed view, with Undo',
  { tag: '@narrow' },
  async ({ page }) => {
    for (const title of ['Water filter', 'Call the notary']) {
      await control(page, title).click()
      await expect(toast(page)).toContainText(title)
    }
    await page.getByRole('tab', { name: 'Completed' }).click()
    await page.getByRole('button', { name: 'Reopen Water filter', exact: true }).click()
    await expect(toast(page)).toContainText('Task reopened')
    await expect(page.getByRole('heading', { name: 'Water filter' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Water filter' })).toBeVisible()
    await card(page, 'Call the notary').press('c')
    await expect(page.getByRole('heading', { name: 'Call the notary' })).toHaveCount(0)
    await expect(card(page, 'Water filter')).toBeFocused()
  },
)

test('the control has a tooltip with its key, on hover and focus', async ({ page }) => {
  const tip = page.getByRole('tooltip', { name: 'Complete C' })
  await control(page, 'Call the notary').focus()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tip).toHaveCount(0)
  await control(page, 'Water filter').hover()
  await expect(tip).toBeVisible()
  await control(page, 'Water filter').click()
  await expect(tip).toHaveCount(0)
})
