import { card, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { openEdit } from '../support/task-forms.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

/** How long a page may take to find out that the line is there again, in milliseconds. */
const HEALED = { timeout: 20_000 }

test.use({
  overLine: true,
  expectedConsoleErrors: /net::ERR_|status of 401/,
})

test('what was missed is there once it is healed, and what comes then too', async ({
  page,
  browser,
  line,
  server,
}) => {
  await openBoard(page, SEEDS)
  const elsewhere = await anotherBrowser(browser, page, server.url)
  line?.cut()
  const change = (title: string) => elsewhere.request.post('/api/tasks', { data: { title } })
  for (let number = 1; number <= 3; number++) expect((await change(`Missed ${number}`)).status()).toBe(201)
  await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
  line?.pass()
  await expect(titlesAt(page, 5)).toHaveText(['Water filter', 'Missed 1', 'Missed 2', 'Missed 3'], HEALED)
  await change('Later')
  await expect(card(page, 'Later')).toBeVisible()
  await elsewhere.close()
})

test('what is typed stays, and is saved upon what was changed meanwhile', async ({
  page,
  line,
  server,
  browser,
}) => {
  const [task] = await openBoard(page, SEEDS)
  const elsewhere = await anotherBrowser(browser, page, server.url)
  const dialog = await openEdit(page, 'Water filter')
  line?.cut()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Kitchen and bath')
  await elsewhere.request.patch(`/api/tasks/${task?.id}`, { data: { title: 'Water filters' } })
  line?.pass()
  await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Water filters', HEALED)
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Kitchen and bath')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect(await storedTasks(page)).toMatchObject([
    { title: 'Payroll' },
    { title: 'Water filters', description: 'Kitchen and bath' },
  ])
  await elsewhere.close()
})

test('a line that is held up without a word is given up, and another one asked for', async ({
  page,
  line,
  server,
  browser,
}) => {
  await page.clock.install()
  await openBoard(page, SEEDS)
  const elsewhere = await anotherBrowser(browser, page, server.url)
  line?.stall()
  await elsewhere.request.post('/api/tasks', { data: { title: 'Missed' } })
  await page.clock.fastForward(60_000)
  line?.pass()
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(card(page, 'Missed')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await elsewhere.close()
})

test('a server that is restarted is found again', async ({ page, server }) => {
  await openBoard(page, SEEDS)
  await server.restart()
  await page.request.post('/api/tasks', { data: { title: 'After the restart' } })
  await expect(card(page, 'After the restart')).toBeVisible(HEALED)
})
