import type { Locator, Page } from '@playwright/test'

import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import {
  type Seed,
  band,
  card,
  changeElsewhere,
  deafen,
  deleteElsewhere,
  openBoard,
  registerByApi,
  seedTasks,
  storedTasks,
  titlesAt,
} from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import { startWork } from '../support/clock-page.ts'
import { handleOf } from '../support/drag.ts'
import { SCRIPT, expectTexts, failOnPrograms, hostileTitles } from '../support/hostile-text.ts'
import { openDetails, openEdit } from '../support/task-forms.ts'
import { makeTemplates } from '../support/template-page.ts'

/** A Thursday with 6 working hours, at 10:47 in the time zone of the stories. */
const NOW = new Date('2026-11-19T10:47:00+01:00')
const MINUTE = 60_000

/** Returns the title of a story that checks these places. */
const TITLE = (places: string) => `scripts, Hebrew and very long texts are shown as text in ${places}`

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const notices = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first()
const at = (priority: Seed['priority'], titles: readonly string[]): Seed[] =>
  titles.map((title) => ({ title, priority }))

async function close(page: Page, part: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(part).toBeHidden()
}

test.beforeEach(({ page }) => failOnPrograms(page))

test(TITLE('the palette'), async ({ page }) => {
  const titles = hostileTitles('task')
  await openBoard(
    page,
    titles.map((title) => ({ title, notes: title, category: 'Project', projectName: title.slice(0, 200) })),
  )
  await page.keyboard.press('ControlOrMeta+k')
  const palette = dialogOf(page, 'Search')
  await expectTexts(page, palette, titles)
  const field = palette.getByRole('combobox')
  for (const title of titles) {
    await field.fill(title.slice(0, 30))
    await expect(palette.getByRole('group', { name: 'Tasks', exact: true })).toContainText(title)
    await expectTexts(page, palette.getByRole('group', { name: 'Projects' }), [title.slice(0, 200)])
  }
  await field.fill(`${SCRIPT} nowhere`)
  await expectTexts(page, palette, [`${SCRIPT} nowhere`])
})

test(TITLE('the tray of a full level'), async ({ page }) => {
  const [urgent, high] = [hostileTitles('urgent'), hostileTitles('high')]
  const titles = hostileTitles('task')
  await openBoard(page, [...at(2, urgent), ...at(3, [...high, 'Payroll']), ...at(5, titles)])
  const tray = dialogOf(page, 'Level 2 is full')
  for (const title of titles) {
    await handleOf(page, title).click()
    await page.getByRole('menuitem', { name: '2, full' }).click()
    await expectTexts(page, tray.getByRole('button', { name: /^Push down/ }), [urgent[2], 'Payroll'])
    await tray.getByRole('button', { name: /^Push down/ }).click()
    await expectTexts(page, tray.getByRole('list', { name: 'Tasks that will move' }), [title, urgent[2]])
    await page.keyboard.press('Escape')
    await tray.getByRole('button', { name: /^Swap with…/ }).click()
    for (const other of urgent)
      await expect(band(page, 2).getByRole('button', { name: `Swap with ${other}` })).toBeVisible()
    await expectTexts(page, tray, ['Pick the card to swap with.'])
    await page.keyboard.press('Escape')
    await close(page, tray)
  }
  await handleOf(page, titles[0]).click()
  await page.getByRole('menuitem', { name: '2, full' }).click()
  await tray.getByRole('button', { name: /^Swap with…/ }).click()
  await band(page, 2)
    .getByRole('button', { name: `Swap with ${urgent[0]}` })
    .click()
  await expectTexts(page, notices(page), [urgent[0]])
})

test(TITLE('the chips and suggestions of the new-task line'), async ({ page }) => {
  const projects = hostileTitles('2').map((title) => title.slice(0, 200))
  await openBoard(
    page,
    projects.map((projectName) => ({ title: 'Task', category: 'Project', projectName })),
  )
  expect((await page.request.post('/api/categories', { data: { name: SCRIPT } })).status()).toBe(201)
  await page.reload()
  await expect(card(page, 'Task').first()).toBeVisible()
  await page.keyboard.press('q')
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  const chips = page.getByRole('list', { name: 'What will be saved' })
  for (const project of projects) {
    await field.fill(`Buy milk +${project}`)
    await expectTexts(page, chips, [project])
    await field.fill('')
    await field.pressSequentially(`+${project.slice(0, 4)}`)
    await expectTexts(page, page.getByRole('listbox'), [project])
  }
  await field.fill(`Buy milk #${SCRIPT}`)
  await expectTexts(page, chips, [SCRIPT])
})

test.describe('the selection bar', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test(TITLE('the menus of the selection bar and its toasts'), async ({ page }) => {
    const titles = hostileTitles('task')
    await deafen(page)
    await registerByApi(page)
    const late = ['Late 1', 'Late 2', 'Late 3']
    const tasks = await seedTasks(page, [
      ...titles.map((title) => ({
        title,
        priority: 3 as const,
        category: 'Project',
        projectName: title.slice(0, 200),
      })),
      ...at(5, ['One', 'Two', 'Three']),
      ...at(9, late),
    ])
    expect((await page.request.post('/api/categories', { data: { name: SCRIPT } })).status()).toBe(201)
    await page.goto('/')
    for (const title of titles) await card(page, title).click({ modifiers: ['ControlOrMeta'] })
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await expect(bar).toContainText('3 selected')
    await bar.getByRole('button', { name: 'Category', exact: true }).click()
    await expectTexts(page, page.getByRole('menu'), [SCRIPT])
    await close(page, page.getByRole('menu'))
    await bar.getByRole('button', { name: 'Project', exact: true }).click()
    const projects = dialogOf(page, 'Project of 3 tasks')
    await expectTexts(
      page,
      projects,
      titles.map((title) => title.slice(0, 200)),
    )
    await close(page, projects)
    for (const task of tasks.slice(-late.length)) await changeElsewhere(page, task, { priority: 5 })
    await bar.getByRole('button', { name: 'Move to level', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Level 5 / }).click()
    await expectTexts(page, notices(page), titles)
  })
})

test(TITLE('the trash, its confirmations and its toasts'), async ({ page }) => {
  const titles = hostileTitles('task')
  await registerByApi(page)
  const tasks = await seedTasks(
    page,
    titles.map((title) => ({ title, category: SCRIPT })),
  )
  const names = hostileTitles('template').map((name) => name.slice(0, 200))
  const templates = await makeTemplates(
    page,
    names.map((name) => ({ name })),
  )
  expect((await page.request.post('/api/categories', { data: { name: SCRIPT } })).status()).toBe(201)
  const gone = [
    ...tasks.map(({ id }) => `tasks/${id}`),
    ...templates.map(({ id }) => `templates/${id}`),
    `categories/${encodeURIComponent(SCRIPT)}`,
  ]
  for (const path of gone) expect((await page.request.delete(`/api/${path}`)).status()).toBe(204)
  await page.goto('/')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const trash = dialogOf(page, 'Trash')
  await expect(trash.getByRole('button', { name: `Restore ${SCRIPT}`, exact: true })).toBeVisible()
  await expectTexts(page, trash, [...titles, ...names])
  for (const title of [...titles, ...names, SCRIPT]) {
    await trash.getByRole('button', { name: `Delete ${title} forever`, exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expectTexts(page, question, [title])
    await close(page, question)
  }
  const [script] = titles
  await trash.getByRole('button', { name: `Restore ${script}`, exact: true }).click()
  await expectTexts(page, notices(page), [script])
  await trash.getByRole('searchbox', { name: 'Search the trash' }).fill(`${SCRIPT} nowhere`)
  await expectTexts(page, trash, [`${SCRIPT} nowhere`])
})

test.describe('two versions', () => {
  test.use({ expectedConsoleErrors: /status of 4(12|04)/ })

  test(TITLE('both versions of a task, and in the notes about a deleted one'), async ({ page }) => {
    await deafen(page)
    const [theirs, mine] = [hostileTitles('there'), hostileTitles('here')]
    const [task] = await openBoard(page, [{ title: 'Memo', category: 'Project', projectName: 'Harbor' }])
    if (!task) throw new Error('There is no task.')
    const form = await openEdit(page, 'Memo')
    await form.getByRole('textbox', { name: 'Task Title' }).fill(mine[2])
    await form.getByRole('textbox', { name: 'Description' }).fill(mine[1])
    await form.getByLabel('Project Name').fill(mine[0])
    const [projectName, description, title] = theirs
    await changeElsewhere(page, task, { title, description, projectName })
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await form.getByRole('button', { name: 'Show both versions' }).click()
    const versions = dialogOf(page, 'Two versions of this task')
    await expectTexts(page, versions, [...mine, ...theirs])
    await versions.getByRole('button', { name: 'Keep all saved' }).click()
    await versions.getByRole('button', { name: 'Save choices' }).click()
    await expect(form).toBeHidden()
    const details = await openDetails(page, title)
    await details.getByRole('button', { name: /^Description/ }).click()
    await details.getByRole('textbox', { name: 'Description' }).fill(mine[0])
    await deleteElsewhere(page, task)
    await details.getByRole('textbox', { name: 'Description' }).press('Control+Enter')
    await expectTexts(page, details, ['This task was deleted on another device.', title])
  })
})

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

/** Waits until the page receives live changes, can store changes offline, and has loaded the form's code. */
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

test(TITLE('the prompt about time away'), async ({ page, context }) => {
  await context.clock.install({ time: NOW })
  const titles = hostileTitles('task')
  await openBoard(
    page,
    titles.map((title) => ({ title })),
  )
  for (const title of titles) {
    await startWork(page, title)
    await context.clock.runFor(2 * MINUTE)
    await context.clock.fastForward(110 * MINUTE)
    const question = page.getByRole('alertdialog', { name: 'Were you still working?' })
    await expectTexts(page, question, [title])
    await close(page, question)
  }
})

test(TITLE('the panels about an absence and about yesterday’s plans'), async ({ page }) => {
  const titles = hostileTitles('task')
  await page.clock.setFixedTime(new Date(NOW.getTime() - 16 * 60 * MINUTE))
  const [first, ...others] = await openBoard(page, [
    ...titles.map((title) => ({ title, dueDate: '2026-11-18', plannedFor: '2026-11-18' })),
    ...at(2, ['One', 'Two', 'Three', 'Moved up']),
  ])
  await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
  await page.goto('about:blank')
  const change = async (id: number | undefined, data: object) =>
    expect((await page.request.patch(`/api/tasks/${id}`, { data })).status()).toBe(200)
  await change(first?.id, { dueDate: SCRIPT })
  await change(others[2]?.id, { completed: true })
  await page.clock.setFixedTime(NOW)
  await page.goto('/')
  const leftOver = page.getByRole('region', { name: /left from/ })
  await expectTexts(page, leftOver, titles)
  await leftOver.getByRole('button', { name: 'All today' }).click()
  const away = page.getByRole('region', { name: 'Since you were away' })
  await expectTexts(page, away, [`due Nov 18 → ${SCRIPT}`, ...titles])
  await expect(titlesAt(page, 5)).toHaveCount(3)
})

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
