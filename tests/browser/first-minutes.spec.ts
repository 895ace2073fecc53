import type { Locator, Page } from '@playwright/test'

import type { Settings } from '#domain/account/settings.ts'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { card, openBoard, registerByApi, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

test(
  'leads a new user to the first task, without a click on wide screens',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openEmpty(page)
    await expect(steps(page)).toHaveText([/1.*Type your first task/, /2.*sample/, /3.*template/, /4.*preset/])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, panel(page))
    if (isMobile) {
      await expect(page.locator('body')).toBeFocused()
      await page.getByRole('button', { name: /^Add a task, such as / }).click()
    }
    // Before its code has loaded, the new-task line accepts text but ignores Enter.
    await expect(
      page.getByRole(isMobile ? 'dialog' : 'group', { name: 'Add a task to level 5' }),
    ).toBeVisible()
    await expect(line(page)).toBeFocused()
    await page.keyboard.type('Call the dentist 15m p4')
    await page.keyboard.press('Enter')
    if (isMobile) {
      await expect(line(page)).toHaveValue('')
      await page.keyboard.press('Escape')
    } else {
      await expect(line(page)).toBeFocused()
      await expect(line(page)).toHaveValue('')
      await page.keyboard.press('Escape')
    }
    await expect(card(page, 'Call the dentist')).toBeVisible()
    await expect(panel(page).getByText('3 more steps')).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
    await expect.poll(() => doneSteps(page)).toEqual(['task'])

    await test.step('the row shows the remaining steps, and completed steps do not reappear', async () => {
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(steps(page)).toHaveText([/2.*sample/, /3.*template/, /4.*preset/])
      await expectAccessible(page, panel(page))
      await page.reload()
      await expect(panel(page).getByText('3 more steps')).toBeVisible()
    })

    await test.step('the close button hides them for the account', async () => {
      await page.getByRole('button', { name: 'Hide these steps' }).click()
      await expect(panel(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Add a task/ })).toBeFocused()
      await expect.poll(async () => (await storedSettings(page)).hidesSteps).toBe(true)
      await page.reload()
      await expect(card(page, 'Call the dentist')).toBeVisible()
      await expect(panel(page)).toHaveCount(0)
    })
  },
)

test(
  'adds a sample board with one click and removes it without a trace with another',
  { tag: '@narrow' },
  async ({ page }) => {
    await openEmpty(page)
    await page.getByRole('button', { name: 'Add sample tasks' }).click()
    await expect(page.getByText('12 open, 1 due today')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Priority / })).toHaveCount(8)
    await expect(panel(page)).toContainText('3 more steps')
    await expect(panel(page)).toContainText('12 sample tasks')
    await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Complete See the dentist' }).click()
    await expect(page.getByText('11 open')).toBeVisible()

    await page.getByRole('button', { name: 'Remove samples' }).click()
    await expect(page.getByText('0 open')).toBeVisible()
    await expect(steps(page)).toHaveText([/1.*first task/, /3.*template/, /4.*preset/])
    await expect.poll(() => storedTasks(page)).toEqual([])
    await expect
      .poll(async () => (await page.request.get('/api/tasks/completed')).text())
      .not.toContain('dentist')

    await test.step('undo restores them exactly', async () => {
      // Until this toast appears, Undo still applies to the completed task.
      await expect(page.getByText('Sample tasks removed', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByText('11 open')).toBeVisible()
      await expect(panel(page)).toContainText('12 sample tasks')
      const done = async () => (await storedTasks(page)).filter(({ completed }) => completed)
      await expect.poll(done).toMatchObject([{ title: 'See the dentist' }])
    })
  },
)

test('the first tasks can be typed one after the other', async ({ page }) => {
  await openEmpty(page)
  await expect(page.getByRole('group', { name: 'Add a task to level 5' })).toBeVisible()
  await expect(line(page)).toBeFocused()
  for (const title of ['Call the dentist', 'Send the offer', 'Water the plants']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await expect(line(page)).toBeFocused()
  const titles = async () => (await storedTasks(page)).map(({ title }) => title)
  await expect.poll(titles).toEqual(['Call the dentist', 'Send the offer', 'Water the plants'])
})

test('samples that another device adds don’t count as the first task', async ({ page }) => {
  await openEmpty(page)
  await page.request.post('/api/samples', { data: { tasks: [{ title: 'See the dentist' }] } })
  await expect(panel(page)).toContainText('1 sample task')
  await expect(panel(page)).toContainText('4 more steps')
  expect(await doneSteps(page)).toEqual([])
})

test('keeps an edited sample as the user’s own task', async ({ page }) => {
  await openEmpty(page)
  await page.getByRole('button', { name: 'Add sample tasks' }).click()
  await expect(panel(page)).toContainText('12 sample tasks')
  const [first] = await storedTasks(page)
  await page.request.patch(`/api/tasks/${first?.id}`, { data: { title: 'Send the offer' } })
  await expect(card(page, 'Send the offer')).toBeVisible()
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect(page.getByText('1 open')).toBeVisible()
  await expect(page.getByText('1 task you worked on was kept.', { exact: true })).toBeVisible()
  await expect(card(page, 'Send the offer')).toBeVisible()
  await expect(panel(page)).not.toContainText('sample')
})

test('removing the samples keeps focus in the first steps if there are other tasks', async ({ page }) => {
  await openEmpty(page)
  await page.request.post('/api/tasks', { data: { title: 'Call the dentist' } })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('button', { name: 'Add sample tasks' }).click()
  await expect(panel(page)).toContainText('2 more steps')
  await expect.poll(() => doneSteps(page)).toEqual(['task', 'samples'])
  await page.getByRole('button', { name: 'Remove samples' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).not.toContainText('sample')
  await expect(steps(page).first().locator('button').first()).toBeFocused()
})

test('removing the samples after hiding the steps moves the focus to adding a task', async ({ page }) => {
  await openEmpty(page)
  await page.getByRole('button', { name: 'Add sample tasks' }).click()
  await expect(panel(page)).toContainText('12 sample tasks')
  await page.getByRole('button', { name: 'Hide these steps' }).press('Enter')
  await expect(panel(page)).not.toContainText('more steps')
  await expect(page.getByRole('button', { name: 'Remove samples' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: 'Add Task', exact: true })).toBeFocused()
})

test('saves a running timer before it removes the samples, and keeps its task', async ({ page }) => {
  await openEmpty(page)
  await page.getByRole('button', { name: 'Add sample tasks' }).click()
  await expect(panel(page)).toContainText('12 sample tasks')
  await page.getByRole('button', { name: 'Start Work on See the dentist' }).filter({ visible: true }).click()
  const canvas = page.getByRole('dialog', { name: 'See the dentist', exact: true })
  await expect(canvas).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  await expect(page.getByRole('timer', { name: 'Running' })).not.toHaveText('00:00:00')
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect(page.getByText('1 task you worked on was kept.', { exact: true })).toBeVisible()
  await expect(card(page, 'See the dentist')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect.poll(() => storedTasks(page)).toMatchObject([{ title: 'See the dentist' }])
  await expect.poll(async () => (await storedTasks(page))[0]?.elapsedTime).toBeGreaterThan(0)
})

for (const [name, count] of [
  ['Product launch', 9],
  ['Move house', 14],
  ['Weekly review', 6],
] as const) {
  test(`creates the project ${name} from its template, with one undo`, async ({ page }) => {
    await openEmpty(page)
    const templates = await (await page.request.get('/api/templates')).json()
    await page.getByRole('button', { name: `${name} ${count} tasks` }).click()
    await expect(page.getByText(`Created ${count} tasks from template.`, { exact: true })).toBeVisible()
    await expect(page.getByText(`${count} open`)).toBeVisible()
    const projects = async () => (await storedTasks(page)).map(({ projectName }) => projectName)
    await expect.poll(projects).toEqual(Array.from({ length: count }, () => name))
    expect(await (await page.request.get('/api/templates')).json()).toEqual(templates)
    await expect(panel(page)).toContainText('2 more steps')
    await page.locator('body').press('ControlOrMeta+z')
    await expect(page.getByText('0 open')).toBeVisible()
    await expect(steps(page)).toHaveText([/2.*sample/, /4.*preset/])
  })
}

test('plays Deep Work, and continues with the next step', { tag: '@narrow' }, async ({ page }) => {
  await openEmpty(page)
  await page.getByRole('button', { name: 'Play Deep Work' }).click()
  await expect(steps(page)).toHaveText([/1.*first task/, /2.*sample/, /3.*template/])
  await expect(steps(page).first().locator('textarea, button').first()).toBeFocused()
  await expect.poll(() => doneSteps(page)).toEqual(['preset'])
  await page.reload()
  await expect(steps(page)).toHaveCount(3)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('fades a completed step', async ({ page }) => {
    await openEmpty(page)
    const fading = await steps(page)
      .last()
      .evaluate((item) => {
        item.querySelector('button')?.click()
        return item.getAnimations().length
      })
    expect(fading).toBe(1)
    await expect(steps(page)).toHaveCount(3)
  })
})

test(
  'hides the steps of an empty account until they are shown again',
  { tag: '@narrow' },
  async ({ page }) => {
    await openEmpty(page)
    await page.getByRole('button', { name: 'Hide these steps' }).click()
    await expect(page.getByText('No tasks found.')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Add Task' }).last()).toBeFocused()
    await page.locator('body').press('ControlOrMeta+z')
    await expect(steps(page)).toHaveCount(4)
    await page.getByRole('button', { name: 'Hide these steps' }).click()
    await expect(panel(page)).toHaveCount(0)
    await page.locator('body').press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('first steps')
    await page.getByRole('option', { name: 'Show first steps' }).click()
    await expect(steps(page)).toHaveCount(4)
  },
)

test('shows no steps to an account with tasks', async ({ page }) => {
  await openBoard(page, [{ title: 'Renew passports' }])
  await expect(card(page, 'Renew passports')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete Renew passports' }).click()
  await expect(page.getByText('0 open')).toBeVisible()
  await expect(page.getByText('No tasks found.')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})

async function openEmpty(page: Page): Promise<void> {
  await registerByApi(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No tasks found.' })).toBeVisible()
  await expect(steps(page)).toHaveCount(4)
}

function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'First steps' })
}

function steps(page: Page): Locator {
  return panel(page).getByRole('listitem')
}

function line(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Task', exact: true })
}

async function storedSettings(page: Page): Promise<Settings> {
  return (await (await page.request.get('/api/settings')).json()) as Settings
}

async function doneSteps(page: Page): Promise<Settings['doneSteps']> {
  return (await storedSettings(page)).doneSteps
}
