import { expect, test } from '../support/browser-test.ts'
import {
  band,
  deafen,
  openBoard,
  seedTasks,
  storedAt,
  titlesAt,
  untilDeaf,
  untilOutboxIsOpen,
} from '../support/board-page.ts'
import { drag, handleOf, rungOf, untilDraggable } from '../support/drag.ts'

const SEEDS = [
  { title: 'Board memo', priority: 2 as const },
  { title: 'Call the doctor', priority: 2 as const },
  { title: 'Water filter' },
  { title: 'Payroll', priority: 4 as const },
]

test.describe('when another window was faster', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test('the server rejects a move into a full level: its message is shown, and the board offers to make room', async ({
    page,
  }) => {
    await deafen(page)
    await openBoard(page, SEEDS)
    await untilDeaf(page)
    // The level fills up while the request is in flight, so the page cannot know.
    await page.route(
      '**/api/tasks/*',
      async (route) => {
        await seedTasks(page, [{ title: 'Interview panel', priority: 2 }])
        await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor', 'Water filter'])
        await route.continue()
      },
      { times: 1 },
    )
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2))
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Level 2 is full (3 of 3).', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    const tray = page.getByRole('dialog', { name: 'Level 2 is full' })
    await expect(tray).toContainText('The board changed. Check again.')
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor', 'Interview panel'])
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await expect.poll(() => storedAt(page, 2)).toEqual(['Board memo', 'Call the doctor', 'Interview panel'])
    await expect.poll(() => storedAt(page, 5)).toEqual(['Water filter'])
  })

  test('a rejection that arrives while the user types leaves the focus in the text field', async ({
    page,
  }) => {
    await deafen(page)
    await openBoard(page, SEEDS)
    await untilDeaf(page)
    const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
    await page.route(
      '**/api/tasks/*',
      async (route) => {
        await seedTasks(page, [{ title: 'Interview panel', priority: 2 }])
        await typed
        await route.continue()
      },
      { times: 1 },
    )
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2))
    await band(page, 4).getByRole('button', { name: 'Add a task to level 4' }).click()
    const field = page.getByRole('textbox', { name: 'Task', exact: true })
    await expect(field).toBeFocused()
    await page.keyboard.type('Call ')
    answer()
    await expect(page.getByText('Level 2 is full (3 of 3).', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor', 'Interview panel'])
    // In the choices, W would put the task into the waiting line.
    await page.keyboard.type('the new owner')
    await expect(field).toHaveValue('Call the new owner')
    await expect(page.getByRole('dialog', { name: 'Level 2 is full' })).toHaveCount(0)
    expect(await storedAt(page, 5)).toEqual(['Water filter'])
  })
})

test.describe('when the server is unreachable', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a move waits, and is saved when the server is back', async ({ page, context }) => {
    await openBoard(page, SEEDS)
    await untilDraggable(page)
    await untilOutboxIsOpen(page)
    await context.setOffline(true)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
    await expect.poll(() => storedAt(page, 4)).toEqual(['Payroll'])

    await context.setOffline(false)
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await expect(band(page, 4)).toHaveAccessibleName('Priority 4, Medium, 2 of 4')
    await expect.poll(() => storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
  })
})
