import type { Page } from '@playwright/test'

import { card, openBoard, registerByApi, seedTasks, storedTasks } from '../support/board-page.ts'
import { expect, newPerson, test as base, signIn, signOut } from '../support/browser-test.ts'
import { type ProgramCopy, copyProgram } from '../support/program-copy.ts'
import { startTestServer } from '../support/server.ts'

/** Every story has its own server, because the stories stop and update theirs. */
const test = base.extend<{ program: ProgramCopy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern.
  program: async ({}, provide) => {
    const program = await copyProgram()
    await provide(program)
    await program.remove()
  },
  server: async ({ program }, provide) => {
    const server = await startTestServer({}, program.root)
    await provide(server)
    await server.discard()
  },
})

test.use({ serviceWorkers: 'allow', expectedConsoleErrors: /ERR_CONNECTION_REFUSED|status of 404/ })

/** Waits until the browser has the files of this build, and the current tasks. */
async function untilInstalled(page: Page): Promise<void> {
  const build = await page.locator('meta[name="tenfold-build"]').getAttribute('content')
  const hasFiles = (build: string | null) =>
    page.evaluate(async (build) => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state === 'activated' && (await caches.has(`tenfold-files ${build}`))
    }, build)
  await expect.poll(() => hasFiles(build)).toBe(true)
  const change = Number((await page.request.get('/api/tasks')).headers()['x-change'])
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('tenfold:kept') ?? 'null') as object)
  await expect.poll(kept).toEqual(expect.objectContaining({ change, categories: expect.any(Array) }))
}

const line = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })

test('opens without the server, with the stored data, until the user signs out', async ({ page, server }) => {
  const person = newPerson('Mara')
  await registerByApi(page, person)
  const [done] = await seedTasks(page, [
    { title: 'Paid the invoice' },
    { title: 'Water filter', priority: 2, startDate: '2026-11-23', endDate: '2026-11-30' },
  ])
  await page.request.patch(`/api/tasks/${done?.id}`, { data: { completed: true } })
  await page.request.post('/api/categories', { data: { name: 'Garden' } })
  await page.goto('/')
  await expect(card(page, 'Water filter')).toBeVisible()
  await untilInstalled(page)

  await server.stop()
  await page.reload()
  await expect(card(page, 'Water filter')).toBeVisible()
  await expect(page.getByRole('button', { name: /Mara/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByRole('button', { name: /Water filter/ }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('Paid the invoice')).toBeVisible()
  await expect(page.getByText('1 completed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Paid the invoice')).toBeVisible()
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await expect(page.getByText('Garden')).toBeVisible()
  await page.keyboard.press('Escape')

  const cached = await page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return kept.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/shell.html')
  expect(cached.filter((path) => /^\/(api|audio)|^\/$/.test(path))).toEqual([])

  await server.start()
  await seedTasks(page, [{ title: 'Added elsewhere' }])
  // After several failures, the page waits up to 15 s before the next retry.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(card(page, 'Added elsewhere')).toBeVisible()

  await signOut(page)
  await server.stop()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tenfold can’t reach its data right now.' })).toBeVisible()
  await expect(page.getByText('Water filter')).toBeHidden()
  const left = () =>
    page.evaluate(async () => ({
      record: localStorage.getItem('tenfold:kept'),
      rows: (await indexedDB.databases()).filter(({ name }) => name === 'tenfold'),
      pages: await Promise.all(
        (await caches.keys()).map(async (name) => {
          const shell = await (await caches.open(name)).match('/shell.html', { ignoreSearch: true })
          return (await shell?.text())?.includes('@example.com')
        }),
      ),
    }))
  // The browser deletes the database in the background.
  await expect.poll(left).toEqual({ record: null, rows: [], pages: [false] })
  await server.start()
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible({ timeout: 20_000 })
})

test('opens a shared link without the server', async ({ page, server }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await untilInstalled(page)
  await server.stop()
  await page.goto('/?share-url=https%3A%2F%2Fexample.com%2Fbees.html')
  await expect(line(page)).toHaveValue('https://example.com/bees.html')
  await expect(card(page, 'Water filter')).toBeVisible()
  await server.start()
})

test('can be installed: the manifest is valid, and its icons load', async ({ page }) => {
  await openBoard(page, [])
  const devTools = await page.context().newCDPSession(page)
  const { url, errors } = await devTools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const answer = await page.request.get(url)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { name: string }[]
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Add task', 'Start work'])
  const sizes = await page.evaluate(async (icons) => {
    const loaded = icons.map(async ({ src }) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    })
    return Promise.all(loaded)
  }, manifest.icons)
  expect(sizes.slice(1)).toEqual(manifest.icons.slice(1).map((icon) => icon.sizes))
  const maskable = manifest.icons.filter(({ purpose }) => purpose === 'maskable')
  expect(maskable.map((icon) => icon.sizes)).toEqual(['192x192', '512x512'])
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('opens shared text whose address is too long for the server, even after signing in', async ({
  page,
}) => {
  const person = newPerson()
  await registerByApi(page, person)
  await page.goto('/')
  await untilInstalled(page)
  const text = 'Как ухаживать за пчёлами зимой. '.repeat(100).trim()
  const address = `/?${new URLSearchParams({ 'share-text': text })}`
  expect((await page.request.get(address)).status()).toBe(431)
  await page.goto(address)
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  const description = form.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue(text)

  await page.goto('/')
  await signOut(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  await signIn(page, person)
  await expect(description).toHaveValue(text)
})

test('opens shared text in the new-task line, even after signing in, and opens the app shortcuts @narrow', async ({
  page,
}) => {
  const person = newPerson()
  await registerByApi(page, person)
  await seedTasks(page, [{ title: 'Water filter' }])
  const shared = new URLSearchParams({
    'share-title': 'A guide to bees',
    'share-text': 'A guide to bees https://example.com/bees',
    'share-url': 'https://example.com/bees',
  })
  await page.goto(`/?${shared}`)
  await expect(line(page)).toHaveValue('A guide to bees https://example.com/bees')
  await expect(page).toHaveURL('/')
  await expect.poll(() => storedTasks(page)).toHaveLength(1)
  // Before its code has loaded, the new-task line accepts text but ignores Enter.
  const name = /^Add a task to level/
  await expect(page.getByRole('group', { name }).or(page.getByRole('dialog', { name }))).toBeVisible()
  await line(page).press('Enter')
  const stored = async () => (await storedTasks(page)).map(({ title }) => title)
  await expect.poll(stored).toContain('A guide to bees https://example.com/bees')

  const title = 'A long article. '.repeat(31)
  const text = `${title}👨‍👩‍👧 and more`
  await page.goto(`/?${new URLSearchParams({ 'share-text': text })}`)
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Description')).toHaveValue(text)
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue(title)

  await page.context().clearCookies()
  await page.goto('/?share-text=Call+the+bank')
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  await signIn(page, person)
  await expect(line(page)).toHaveValue('Call the bank')
  await page.goto('/?add')
  await expect(line(page)).toBeFocused()
  await page.goto('/?work')
  const palette = page.getByRole('dialog')
  await palette.getByRole('option', { name: /Water filter/ }).click()
  await expect(page.getByRole('dialog', { name: /Water filter/ })).toBeVisible()
})

test('reports a new version without reloading over typed text', async ({ page, server, program }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await untilInstalled(page)
  const build = () => page.locator('meta[name="tenfold-build"]').getAttribute('content')
  const update = async (version: string, hash: string) => {
    await server.stop()
    await program.release(version, hash)
    await server.start()
  }
  const reload = page.getByRole('button', { name: 'Reload' })

  await update('9.0.0', 'aaaaaaaa')
  await expect(page.getByText('A new version of Tenfold is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(reload).toBeHidden()
  await expect(page.getByRole('button', { name: 'Focus Mode' })).toBeFocused()

  await update('9.0.1', 'bbbbbbbb')
  await expect(page.getByText('A new version of Tenfold is ready.')).toBeVisible()
  await page.keyboard.press('q')
  await line(page).pressSequentially('Half a tho')
  await expect(page.getByText('A new version is ready. Save your text before you reload.')).toBeVisible()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await reload.click()
  await expect(line(page)).toHaveValue('Half a tho')
  expect(await build()).not.toContain('9.0.1')
  await line(page).fill('')
  await expect(page.getByText('A new version of Tenfold is ready.')).toBeVisible()
  await reload.click()
  await expect.poll(build).toContain('9.0.1 bbbbbbbb')
  await expect(card(page, 'Water filter')).toBeVisible()
  await expect(reload).toBeHidden()
  await untilInstalled(page)

  await update('8.0.0', 'cccccccc')
  await expect(page.getByText('This page is newer than the server. Reload to continue.')).toBeVisible()
  await update('9.1.0', 'dddddddd')
  await expect(page.getByText('A new version of Tenfold is ready.')).toBeVisible()
  // An API request that the new server doesn't support.
  await page.route(/\/api\/tasks\/\d+/, (route) => route.continue({ url: `${server.url}/api/old/tasks` }))
  await page.getByRole('button', { name: 'Complete Water filter' }).click()
  await expect(page.getByText('The server was updated. Reload to continue.')).toBeVisible()
})
