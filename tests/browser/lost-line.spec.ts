import { card, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { noteFigures } from '../support/figures.ts'
import { lowest, timeOf } from '../support/measure.ts'
import { openEdit } from '../support/task-forms.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

/** How long a page may take to notice that the connection is back, in ms. */
const HEALED = { timeout: 20_000 }

/** How long the page may take to show that it's offline after a cut, and after the last byte, in ms. */
const SHOWN_MS_MAX = 3000
const NOTICED_MS_MAX = 40_000
const STEP_MS = 250

test.use({
  overLine: true,
  // The server returns 408 to a request that a stall cut off.
  expectedConsoleErrors: /net::ERR_|status of 40[18]/,
})

test('catches up after a lost connection and stays in sync', async ({ page, browser, line, server }) => {
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

test(
  'shows a line under the header while offline; nothing moves and nothing is covered',
  { tag: '@narrow' },
  async ({ page, line }) => {
    await openBoard(page, SEEDS)
    const follows = page.waitForResponse(/\/api\/events/)
    await page.reload()
    await follows
    const place = await card(page, 'Payroll').boundingBox()
    const note = page.getByText('You’re offline. Nothing is waiting.', { exact: true })
    await expect(note).toBeHidden()
    line?.cut()
    await expect(note).toBeVisible()
    expect(await card(page, 'Payroll').boundingBox()).toEqual(place)
    const [noteBox, heading] = [
      await note.boundingBox(),
      await page.getByRole('heading', { name: 'All Tasks' }).boundingBox(),
    ]
    expect(heading?.y, 'the line covers nothing').toBeGreaterThan((noteBox?.y ?? 0) + (noteBox?.height ?? 0))
    line?.pass()
    await expect(note).toBeHidden(HEALED)
  },
)

test('shows the line within 3 s if the connection is lost just after the page has loaded', async ({
  page,
  line,
}) => {
  await openBoard(page, SEEDS)
  const ms = await lowest(SHOWN_MS_MAX, async () => {
    line?.pass()
    await page.reload()
    // The last parts that the page loads by itself.
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    line?.cut()
    return timeOf(() => page.getByText('You’re offline. Nothing is waiting.', { exact: true }).waitFor())
  })
  expect(ms).toBeLessThan(SHOWN_MS_MAX)
})

test('shows the line within 40 s if the connection stays open but carries no data', async ({
  page,
  line,
  server,
  browser,
}) => {
  await page.clock.install()
  await openBoard(page, SEEDS)
  const elsewhere = await anotherBrowser(browser, page, server.url)
  // `pauseAt` fails if its time has already passed, which can happen on a busy machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  // From here on, the page's time passes only in steps. The last bytes arrive now.
  await elsewhere.request.post('/api/tasks', { data: { title: 'Last news' } })
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(card(page, 'Last news')).toBeVisible({ timeout: 1000 })
  }).toPass()
  line?.stall()
  let silentMs = 0
  const note = page.getByText('You’re offline. Nothing is waiting.', { exact: true })
  for (; silentMs < 2 * NOTICED_MS_MAX && !(await note.isVisible()); silentMs += STEP_MS)
    await page.clock.runFor(STEP_MS)
  await expect(note).toBeVisible()
  expect(silentMs).toBeLessThanOrEqual(NOTICED_MS_MAX)
  await elsewhere.close()
})

test('keeps typed text and saves it on top of changes made elsewhere', async ({
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
  // The change made elsewhere and the edit each add one version.
  await expect
    .poll(() => storedTasks(page))
    .toMatchObject([
      { title: 'Payroll' },
      { title: 'Water filters', description: 'Kitchen and bath', version: 3 },
    ])
  noteFigures({ runs: 1, writes: 2, lost: 0, duplicated: 0 })
  await elsewhere.close()
})

test('reconnects when the connection stalls without an error', async ({ page, line, server, browser }) => {
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

test('reconnects to a restarted server', async ({ page, server }) => {
  await openBoard(page, SEEDS)
  await server.restart()
  await page.request.post('/api/tasks', { data: { title: 'After the restart' } })
  await expect(card(page, 'After the restart')).toBeVisible(HEALED)
})
