import type { Page } from '@playwright/test'

import { band, card, changeElsewhere, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { bar } from '../support/timeline-page.ts'

/** A Thursday, at 10:47 in the time zone of the stories. */
const NOW = '2026-11-19T10:47:00+01:00'
/** 26 h 13 min of work are left until Tuesday evening, and 38 h 13 min until Thursday evening. */
const SEEDS = [
  { title: 'Write the runbook', priority: 3 as const, dueDate: '2026-11-24', estimatedTime: '26 hours' },
  { title: 'Publish the programme', priority: 5 as const, dueDate: '2026-11-26', estimatedTime: '34 hours' },
  { title: 'Pay the deposit', priority: 8 as const, dueDate: '2026-11-18' },
  { title: 'Sketch the beds', priority: 5 as const },
  {
    title: 'Sort the receipts',
    priority: 1 as const,
    startDate: '2026-11-17',
    endDate: '2026-11-20',
    dueDate: '2026-11-26',
  },
]

test(
  'marks cards whose level is too low, moves them and dismisses the mark',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await page.clock.setFixedTime(new Date(NOW))
    await openBoard(page, SEEDS)
    const [runbook, programme, deposit] = [
      page.getByRole('button', { name: 'No slack. Belongs in 2.' }),
      page.getByRole('button', { name: '4 h of slack. Belongs in 3.' }),
      page.getByRole('button', { name: '3 h late. Belongs in 1.' }),
    ]
    for (const mark of [runbook, programme, deposit]) await expect(mark).toBeVisible()

    await test.step('the details explain the mark', async () => {
      await runbook.click()
      const details = page.getByRole('dialog', { name: 'Slack of Write the runbook' })
      await expect(details.getByRole('definition')).toHaveText([
        'Tue, Nov 24',
        '26 h',
        '26 h 13 m',
        'Today, 11:00 AM',
      ])
      await details.getByRole('button', { name: 'Move to 2' }).click()
      await expect(titlesAt(page, 2)).toHaveText(['Write the runbook'])
      await expect(runbook).toHaveCount(0)
    })

    await test.step('a key moves the card and keeps focus, and undo brings it back', async () => {
      if (isMobile) return
      // The Undo button in the first move's toast would undo that move instead.
      const toastBefore = await page.getByText('Task updated', { exact: true }).elementHandle()
      await card(page, 'Publish the programme').focus()
      await page.keyboard.press('b')
      await expect(titlesAt(page, 3)).toHaveText(['Publish the programme'])
      await expect(card(page, 'Publish the programme')).toBeFocused()
      await toastBefore?.waitForElementState('hidden')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(programme).toBeVisible()
    })

    await test.step('a dismissed mark stays hidden for a week, on every device', async () => {
      if (isMobile) {
        await programme.click()
        await page.getByRole('button', { name: 'Dismiss for a week' }).last().click()
      } else {
        await card(page, 'Publish the programme').focus()
        await page.keyboard.press('Shift+B')
      }
      await expect(programme).toHaveCount(0)
      await expect.poll(() => dismissedOf(page)).toHaveLength(1)
      await page.goto('about:blank')
      await page.clock.setFixedTime(new Date('2026-11-25T10:47:00+01:00'))
      await page.goto('/')
      await expect(
        deposit.or(page.getByRole('button', { name: / late. Belongs in 1/ })).first(),
      ).toBeVisible()
      await expect(card(band(page, 5), 'Publish the programme')).toBeVisible()
      await expect(band(page, 5).getByRole('button', { name: /Belongs in/ })).toHaveCount(0)
      await page.goto('about:blank')
      await page.clock.setFixedTime(new Date('2026-11-26T10:48:00+01:00'))
      await page.goto('/')
      await expect(band(page, 5).getByRole('button', { name: /Belongs in 1/ })).toBeVisible()
    })

    await test.step('the timeline shows the same slack', async () => {
      await page.goto('about:blank')
      await page.clock.setFixedTime(new Date(NOW))
      await page.goto('/?view=timeline')
      await expect(bar(page, 'Publish the programme')).toHaveAccessibleDescription(/ 4 h slack$/)
      await expect(bar(page, 'Pay the deposit')).toHaveAccessibleDescription(/ 3 h late$/)
      await expect(bar(page, 'Sort the receipts')).toHaveAccessibleDescription(/ 7 d slack$/)
      await expect(page.locator('.tl-tail-line')).toHaveCount(1)
      // On a phone, the end of the line is out of view.
      await expect(page.getByText('7 d slack')).toBeInViewport({ ratio: 1 })
    })
  },
)

test('nothing moves by itself, and a full level offers ways to make room', async ({ page }) => {
  await page.clock.setFixedTime(new Date(NOW))
  const full = [1, 2, 3].map((number) => ({ title: `Call ${number}`, priority: 2 as const }))
  await openBoard(page, [...full, ...SEEDS])
  await page.getByRole('button', { name: 'Move to 2' }).click()
  await expect(page.getByText('Level 2 is full (3 of 3). Choose how to make room.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(titlesAt(page, 3)).toHaveText(['Write the runbook'])
  const levels = (await storedTasks(page)).map(({ title, priority }) => [title, priority])
  expect(Object.fromEntries(levels)).toMatchObject(
    Object.fromEntries([...full, ...SEEDS].map(({ title, priority }) => [title, priority])),
  )

  await test.step('the palette applies one mark and dismisses another', async () => {
    const choices = page.getByRole('group', { name: 'Recent tasks' }).getByRole('option')
    const choose = async (command: string, count: number, title: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('combobox', { name: 'Search tasks and commands' })).toBeFocused()
      await page.keyboard.type('slack mark')
      await page.getByRole('option', { name: command }).click()
      await expect(choices).toHaveCount(count)
      await choices.filter({ hasText: title }).click()
    }
    await choose('Apply a slack mark…', 3, 'Publish the programme')
    await expect(titlesAt(page, 3)).toHaveText(['Write the runbook', 'Publish the programme'])
    await choose('Dismiss a slack mark…', 2, 'Pay the deposit')
    await expect(page.getByText('Slack mark dismissed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '3 h late. Belongs in 1.' })).toHaveCount(0)
  })
})

async function dismissedOf(page: Page): Promise<unknown[]> {
  const settings = (await (await page.request.get('/api/settings')).json()) as {
    dismissedSlack: unknown[]
  }
  return settings.dismissedSlack
}

test('a resting mouse shows the details of the mark instead of the card’s summary, and the I key opens them', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date(NOW))
  await openBoard(page, SEEDS)
  const mark = page.getByRole('button', { name: 'No slack. Belongs in 2.' })
  const details = page.getByRole('dialog', { name: 'Slack of Write the runbook' })
  await mark.hover()
  await expect(details).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await details.getByText('Latest start', { exact: true }).hover()
  await mark.click()
  await page.mouse.move(2, 2)
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await mark.hover()
  await expect(details).toBeVisible()
  await page.mouse.move(2, 2)
  await expect(details).toHaveCount(0)
  await mark.focus()
  await page.keyboard.press('i')
  await expect(details.getByRole('button', { name: 'Move to 2' })).toBeFocused()
})

test('a card keeps focus when its mark is dismissed, or when a button in the mark’s details moves it', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date(NOW))
  await openBoard(page, SEEDS)
  const marks = page.getByRole('button', { name: /Belongs in/ })
  await expect(marks).toHaveCount(3)
  await band(page, 5).getByRole('button', { name: 'Dismiss for a week' }).focus()
  await page.keyboard.press('Enter')
  await expect(marks).toHaveCount(2)
  await expect(card(page, 'Publish the programme')).toBeFocused()
  await page.getByRole('button', { name: 'No slack. Belongs in 2.' }).focus()
  await page.keyboard.press('i')
  const details = page.getByRole('dialog', { name: 'Slack of Write the runbook' })
  await expect(details.getByRole('button', { name: 'Move to 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titlesAt(page, 2)).toHaveText(['Write the runbook'])
  await expect(card(page, 'Write the runbook')).toBeFocused()
})

test('a card keeps focus when a key or another device removes its focused mark', async ({ page }) => {
  await page.clock.setFixedTime(new Date(NOW))
  const seeds = await openBoard(page, SEEDS)
  const marks = page.getByRole('button', { name: /Belongs in/ })
  await expect(marks).toHaveCount(3)
  await band(page, 5)
    .getByRole('button', { name: /Belongs in/ })
    .focus()
  await page.keyboard.press('Shift+B')
  await expect(marks).toHaveCount(2)
  await expect(card(page, 'Publish the programme')).toBeFocused()
  await page.getByRole('button', { name: 'No slack. Belongs in 2.' }).focus()
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog', { name: 'Slack of Write the runbook' })).toBeVisible()
  const task = seeds.find(({ title }) => title === 'Write the runbook')
  if (task) await changeElsewhere(page, task, { dueDate: null })
  await expect(marks).toHaveCount(1)
  await expect(card(page, 'Write the runbook')).toBeFocused()
})
