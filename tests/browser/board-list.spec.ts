import type { Page } from '@playwright/test'

import { registerByApi, seedTasks, storedTasks, untilOutboxIsOpen } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openCanvas, saveButton, textOf } from '../support/canvas.ts'
import { holdResponse } from '../support/hold-response.ts'
import { openDetails, openEdit } from '../support/task-forms.ts'

/** How long a page may take to notice that the connection broke or is back, in ms. */
const NOTICED = { timeout: 20_000 }

const TEXTS = {
  description: 'Two pages, no appendix.',
  clearGoals: 'A signed lease.',
  notes: `Ask about parking. ${'And so on. '.repeat(180)}`,
  nextSteps: 'Call the owner.',
}

test.use({ overLine: true, expectedConsoleErrors: /net::ERR_/ })

/** Delays the requests for long text until the returned function is called. */
async function holdTexts(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?completed=true/, async (route) => {
    await mayCome
    await route.continue()
  })
  return letCome
}

const isKept = (page: Page) => page.evaluate(() => localStorage.getItem('tenfold:kept') !== null)

test('the board loads without long text, and no text is lost before it arrives', async ({
  page,
  line: cable,
}) => {
  await registerByApi(page)
  await seedTasks(page, [
    { title: 'Lease', ...TEXTS },
    { title: 'Movers', ...TEXTS },
    { title: 'Keys', priority: 6, ...TEXTS },
    { title: 'Paint', ...TEXTS },
    { title: 'Boxes' },
  ])
  const letCome = await holdTexts(page)
  const listed = page.waitForResponse(/\/api\/tasks\?completed=false&fields=board/)
  await page.goto('/')
  const list = await (await listed).text()
  expect(JSON.parse(list)).toHaveLength(5)
  for (const text of Object.values(TEXTS)) expect(list).not.toContain(text)
  await untilOutboxIsOpen(page)

  await test.step('the details load the texts and save only the edited one', async () => {
    const details = await openDetails(page, 'Lease')
    await details.getByRole('button', { name: /^Description/ }).click()
    const field = details.getByRole('textbox', { name: 'Description' })
    await expect(field).toHaveValue(TEXTS.description)
    await field.fill('One page.')
    await field.press('ControlOrMeta+Enter')
    await expect(details.getByText('Saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })
  await test.step('the work canvas loads the texts too', async () => {
    const canvas = await openCanvas(page, 'Movers')
    await expect(textOf(canvas, 'Notes')).toHaveValue(TEXTS.notes)
    await expect(textOf(canvas, 'Clear Goals')).toHaveValue(TEXTS.clearGoals)
    await textOf(canvas, 'Next Steps').fill('Compare prices.')
    await saveButton(canvas).click()
    await expect(canvas).toBeHidden()
  })
  await test.step('undoing a change made on the card keeps the texts', async () => {
    await page.getByRole('button', { name: 'Complete Paint' }).click()
    await expect(page.getByText('4 open')).toBeVisible()
    const undone = page.waitForResponse('**/api/undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    await expect(page.getByText('5 open')).toBeVisible()
  })

  cable?.cut()
  await expect(page.getByText('You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await test.step('offline, a task whose texts haven’t loaded shows a message, and one without texts opens', async () => {
    await page.getByRole('button', { name: 'Edit Keys', exact: true }).click()
    await expect(page.getByText('Not on this device yet', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openDetails(page, 'Boxes')
    await page.keyboard.press('Escape')
  })
  expect(await isKept(page)).toBe(false)

  cable?.pass()
  letCome()
  await expect.poll(() => isKept(page), NOTICED).toBe(true)
  cable?.cut()
  await expect(page.getByText('You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await test.step('offline, texts that have loaded can be found, viewed and edited', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('owner')
    await expect(page.getByRole('option', { name: /Keys.*Call the owner/ })).toBeVisible()
    // The first Escape clears the text.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const form = await openEdit(page, 'Keys')
    const field = form.getByRole('textbox', { name: 'Description' })
    await expect(field).toHaveValue(TEXTS.description)
    await field.fill('Three pages.')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
  })
  await expect(page.getByText('You’re offline. 1 change is waiting.')).toBeVisible()
  cable?.pass()
  // Browsers fire this event when a cable is plugged in. The event triggers the next retry early.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const description = async () => (await storedTasks(page)).find(({ title }) => title === 'Keys')?.description
  await expect.poll(description, NOTICED).toBe('Three pages.')
  expect((await storedTasks(page)).toSorted((a, b) => a.id - b.id)).toMatchObject([
    { title: 'Lease', ...TEXTS, description: 'One page.' },
    { title: 'Movers', ...TEXTS, nextSteps: 'Compare prices.' },
    { title: 'Keys', ...TEXTS, description: 'Three pages.', completed: false },
    { title: 'Paint', ...TEXTS, completed: false },
    { title: 'Boxes', description: null, notes: null },
  ])
})

test('a task in the URL doesn’t open over text that the user has started typing', async ({ page }) => {
  await registerByApi(page)
  const [task] = await seedTasks(page, [{ title: 'Lease', ...TEXTS }])
  const letTexts = await holdTexts(page)
  const letCome = await holdResponse(page, `**/api/tasks/${task?.id}`)
  const asked = page.waitForRequest(`**/api/tasks/${task?.id}`)
  await page.goto(`/?task=${task?.id}`)
  await asked
  await page.keyboard.press('q')
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('Book the movers')
  letCome()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Book the movers')
  letTexts()
})
