import type { Locator, Page } from '@playwright/test'

import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { openBoard, registerByApi, seedTasks, storedTasks } from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import { SCRIPT, expectTexts, failOnPrograms, hostileTitles } from '../support/hostile-text.ts'
import { openEdit } from '../support/task-forms.ts'

/** A Thursday with 6 working hours, at 10:47 in the time zone of the stories. */
const NOW = new Date('2026-11-19T10:47:00+01:00')

/** What each story shows. */
const TITLE = (places: string) => `scripts, Hebrew and very long texts are shown as text in ${places}`

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function close(page: Page, part: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(part).toBeHidden()
}

test.beforeEach(({ page }) => failOnPrograms(page))

test.describe('offline', () => {
  test.use({ overLine: true, expectedConsoleErrors: /net::ERR_|status of 4/ })

  test(TITLE('the list of waiting changes and its notices'), async ({ page, line, server }) => {
    const titles = hostileTitles('task')
    await openBoard(
      page,
      titles.map((title) => ({ title })),
    )
    const tasks = await storedTasks(page)
    const picture = attachmentPath(tasks[0]?.id ?? 0, `${SCRIPT}.png`)
    expect((await page.request.put(picture, { data: testPicture('any').buffer })).status()).toBe(201)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await openOutbox(page, titles[0])
    line?.cut()
    const note = page.getByRole('status')
    await expect(note.getByText(/You’re offline/)).toBeVisible()
    await page.getByRole('button', { name: `Complete ${titles[1]}` }).click()
    await retitle(page, titles[0], `${titles[0]} mine`)
    await retitle(page, titles[2], `${titles[2]} mine`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const list = dialogOf(page, 'Waiting to be sent')
    await expectTexts(page, list, [titles[1], `${titles[0]} mine`, `${titles[2]} mine`])
    await list.getByRole('button', { name: `Discard: ${titles[2]} mine` }).click()
    await expectTexts(page, list, ['Discard this change?'])
    await list.getByRole('button', { name: 'Keep' }).click()
    await close(page, list)

    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: `${titles[0]} theirs` })
    const address = `${server.url}/api/tasks/${tasks.find(({ title }) => title === titles[0])?.id}`
    expect((await fetch(address, { method: 'PATCH', headers, body })).status).toBe(200)
    line?.pass()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(note.getByText('1 change was not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Show both versions', exact: true }).click()
    const versions = dialogOf(page, 'Two versions of this task')
    await expectTexts(page, versions, [`${titles[0]} mine`, `${titles[0]} theirs`])
  })
})

/** Waits until the page receives live changes and stores changes while it is offline, and has the code of the form. */
async function openOutbox(page: Page, title: string): Promise<void> {
  const follows = page.waitForResponse(/\/api\/events/)
  await page.reload()
  await follows
  await close(page, await openEdit(page, title))
}

async function retitle(page: Page, title: string, to: string): Promise<void> {
  const form = await openEdit(page, title)
  await form.getByRole('textbox', { name: 'Task Title' }).fill(to)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
}

test(TITLE('the dialog after days away, with a first name'), async ({ page }) => {
  const titles = [...hostileTitles('late'), ...hostileTitles('later')]
  await page.clock.setFixedTime(NOW)
  await registerByApi(page, newPerson(SCRIPT))
  await seedTasks(
    page,
    titles.map((title) => ({ title, priority: 6, dueDate: '2026-11-14' })),
  )
  const away = { since: '2026-11-14T09:00:00.000Z', until: '2026-11-19T09:47:00.000Z', askedOn: null }
  expect((await page.request.patch('/api/settings', { data: { away } })).status()).toBe(200)
  await page.goto('/')
  await expectTexts(page, page.getByRole('dialog', { name: /^Welcome back, / }), [SCRIPT, ...titles])
})
