import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { band, card, registerByApi, seedTasks, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, pastMidnight, test } from '../support/browser-test.ts'
import { handleOf, untilDraggable } from '../support/drag.ts'
import { pageToday } from '../support/days.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { noteFigures } from '../support/figures.ts'
import { type Kinds, storedNames, storyKinds } from '../support/offline-kinds.ts'
import { pasteText } from '../support/paste-text.ts'
import { openEdit } from '../support/task-forms.ts'
import { bar } from '../support/timeline-page.ts'
import { WAITING_COMMANDS } from '../../src/web/outbox/client-commands.ts'

/** Two stories with five network cuts each, because ten in one take too long on a busy machine. */
const STORIES = storyKinds()

/** A word for each network cut of each story. Every title in that cut begins with this word. */
const CUTS = [
  ['Alder', 'Birch', 'Cedar', 'Elm', 'Spruce'],
  ['Hazel', 'Larch', 'Maple', 'Oak', 'Pine'],
] as const

/** What happens to the tabs while each cut ends. */
const TABS: Partial<Record<string, 'close first' | 'close second' | 'reload first'>> = {
  Elm: 'close first',
  Larch: 'close second',
  Oak: 'reload first',
}

/** How long a page may take to notice that the connection broke or is back, and to send waiting changes, in ms. */
const NOTICED = { timeout: 30_000 }

test.use({ overLine: true, expectedConsoleErrors: /net::ERR_|status of 4/ })

const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })
/** Finds the status line by tag, not by role, because an open dialog hides its role. */
const offline = (page: Page, text: string | RegExp = /You’re offline/) =>
  page.locator('output').getByText(text)

async function openLine(page: Page, level: number): Promise<void> {
  // A click could miss the button: changes in the other tab move the cards.
  await page.getByRole('button', { name: `Add a task to level ${level}` }).press('Enter')
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
}

/** Adds tasks one by one in a level's new-task line, which stays open. */
async function add(page: Page, level: number, titles: readonly string[]): Promise<void> {
  await openLine(page, level)
  for (const title of titles) {
    await field(page).fill(title)
    await field(page).press('Enter')
    await expect(card(page, title)).toBeVisible()
  }
}

async function press(page: Page, title: string, key: string): Promise<void> {
  await card(page, title).focus()
  await page.keyboard.press(key)
}

async function remove(page: Page, title: string): Promise<void> {
  await press(page, title, 'Delete')
  await expect(card(page, title)).toHaveCount(0)
}

async function select(page: Page, ...titles: string[]): Promise<Locator> {
  for (const title of titles) await press(page, title, 'x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(toolbar).toContainText(`${titles.length} selected`)
  return toolbar
}

async function openCategories(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  await expect(dialog.getByRole('row', { name: 'Deadline' })).toBeVisible()
  return dialog
}

/** Shows the banner if it is hidden, and hides it if it is visible. */
async function switchBanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: /^(Show|Hide) the banner$/ }).click()
}

/** Opens the board in a tab, with the parts that load when they are first used. */
async function openTab(page: Page): Promise<void> {
  const follows = page.waitForRequest(/\/api\/events/)
  await page.goto('/')
  await follows
  await openEdit(page, 'Anchor nine')
  await page.keyboard.press('Escape')
  await openLine(page, 9)
  await pasteText(page, 'One\nTwo')
  await page.keyboard.press('Escape')
  await field(page).fill('')
  await page.keyboard.press('Escape')
  await openCategories(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByRole('grid', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await (await select(page, 'Anchor nine')).getByRole('button', { name: 'Category' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Meeting' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('Escape')
  await untilDraggable(page)
  await handleOf(page, 'Anchor nine').press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('menuitem', { name: /the banner$/ })).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Returns a function that makes the task titles of a cut. */
const namesOf = (tree: string) => (noun: string) => `${tree} ${noun}`

/** The first tab's commands during a network cut: 13. */
async function changeInFirst(page: Page, named: (noun: string) => string): Promise<void> {
  // Undoes a deletion that was sent before the cut.
  await page.keyboard.press('ControlOrMeta+z')
  await add(page, 9, ['badges', 'menus', 'chairs', 'lamps'].map(named))
  await pasteText(page, ['tents', 'flags', 'ropes'].map(named).join('\n'))
  await page.getByRole('button', { name: 'Add 3 tasks' }).press('Enter')
  await expect(card(page, named('ropes'))).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await press(page, named('menus'), 'Alt+ArrowUp')
  await press(page, named('lamps'), 'Alt+ArrowUp')
  await press(page, named('chairs'), 'c')
  await expect(card(page, named('chairs'))).toHaveCount(0)
  await press(page, named('lamps'), 'd')
  await page.getByRole('button', { name: `Edit ${named('tents')}`, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(named('large tents'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await handleOf(page, named('flags')).focus()
  for (const key of ['Space', '8', 'Space']) await page.keyboard.press(key)
  await expect(card(band(page, 8), named('flags'))).toBeVisible()
  await remove(page, named('ropes'))
}

/** The second tab's commands during a network cut: 9. */
async function changeInSecond(page: Page, named: (noun: string) => string, before: string): Promise<void> {
  await add(page, 10, ['boats', 'maps'].map(named))
  await page.keyboard.press('Escape')
  await press(page, named('boats'), 'c')
  await expect(card(page, named('boats'))).toHaveCount(0)
  const categories = await openCategories(page)
  await categories.getByRole('textbox', { name: 'New category name' }).fill(named('wood'))
  await page.keyboard.press('Enter')
  await expect(categories.getByRole('row', { name: named('wood') })).toBeVisible()
  await categories.getByRole('button', { name: `Remove ${before} wood`, exact: true }).press('Enter')
  await expect(categories.getByRole('row', { name: `${before} wood` })).toHaveCount(0)
  await categories.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(categories).toBeHidden()
  await switchBanner(page)
  // A task that the first tab created during this outage.
  await expect(card(page, named('large tents'))).toBeVisible()
  await (
    await select(page, named('badges'), named('menus'))
  )
    .getByRole('button', { name: 'Category' })
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toBeHidden()
  const toolbar = await select(page, named('oars'), named('sails'))
  await toolbar.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(card(page, named('oars'))).toHaveCount(0)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await bar(page, named('journey')).press('ArrowRight')
  await page.getByRole('tab', { name: 'Priority View' }).click()
}

/** The changes that the second device, which stays connected, makes during a cut. */
async function changeOnDevice(page: Page, named: (noun: string) => string): Promise<void> {
  await add(page, 10, [named('letters')])
  await page.keyboard.press('Escape')
  await press(page, named('parcel'), 'c')
  await expect(card(page, named('parcel'))).toHaveCount(0)
}

const IN_FIRST = 13
const IN_SECOND = 9

const storyName = ({ about }: Kinds) =>
  `more than 100 commands, some about ${about}, arrive once and in order from two tabs and a second device despite five cuts`

STORIES.forEach((kinds, nth) =>
  test(storyName(kinds), async ({ page, context, browser, server, line: cable }) => {
    // Five cuts take longer than other stories on a busy machine.
    test.slow()
    await pastMidnight(120_000)
    const cuts = CUTS[nth] ?? []
    await registerByApi(page)
    await kinds.seed(page)
    const today = pageToday()
    const [day, next] = [today.toString(), today.add({ days: 1 }).toString()]
    await seedTasks(page, [
      { title: 'Anchor seven', priority: 7, startDate: day },
      { title: 'Anchor eight', priority: 8 },
      { title: 'Anchor nine', priority: 9 },
      { title: 'Anchor ten', priority: 10 },
    ])
    await page.request.post('/api/categories', { data: { name: 'First wood' } })
    const away = await anotherBrowser(browser, page, server.url)
    const device = await away.newPage()
    await device.goto('/')
    await expect(card(device, 'Anchor nine')).toBeVisible()
    let first = page
    let second = await context.newPage()
    // One after the other, because tabs share the draft of the new-task line.
    for (const tab of [first, second]) await openTab(tab)

    /** The titles of every task that must exist. */
    const expected: string[] = ['Anchor seven', 'Anchor eight', 'Anchor nine', 'Anchor ten']
    let sent = 0
    const ran = new Set<string>()

    for (const [cut, tree] of cuts.entries()) {
      await test.step(`cut ${cut + 1}`, async () => {
        const named = namesOf(tree)
        const kind = kinds.byCut[cut]
        await seedTasks(device, [
          { title: named('rudder'), priority: 8 },
          { title: named('oars'), priority: 8 },
          { title: named('sails'), priority: 8 },
          { title: named('journey'), priority: 7, startDate: day, endDate: day },
          { title: named('parcel'), priority: 6 },
        ])
        await expect(card(second, named('parcel'))).toBeVisible()
        await expect(card(first, named('parcel'))).toBeVisible()
        await kind?.prepare(second)
        const deleted = first.waitForResponse((response) => response.request().method() === 'DELETE')
        await remove(first, named('rudder'))
        await deleted
        await expect(card(second, named('rudder'))).toHaveCount(0)

        cable?.cut()
        await Promise.all([first, second].map((tab) => expect(offline(tab)).toBeVisible(NOTICED)))
        const [more = 0] = await Promise.all([
          kind?.run(second).then(async (count) => {
            await changeInSecond(second, named, cuts[cut - 1] ?? 'First')
            return count
          }),
          changeInFirst(first, named),
          changeOnDevice(device, named),
        ])
        const count = IN_FIRST + IN_SECOND + more
        sent += count
        for (const tab of [first, second])
          await expect(offline(tab, `${count} changes are waiting.`)).toBeVisible()
        for (const name of await storedNames(second)) ran.add(name)

        // The other tab or the replacement tab sends a closed tab's changes.
        if (TABS[tree] === 'close first') await first.close({ runBeforeUnload: false })
        if (TABS[tree] === 'close second') await second.close({ runBeforeUnload: false })
        cable?.pass()
        if (TABS[tree] === 'close first') await openTab((first = await context.newPage()))
        if (TABS[tree] === 'close second') await openTab((second = await context.newPage()))
        if (TABS[tree] === 'reload first') await first.reload()

        // Browsers fire this event when a cable is plugged in. The event triggers the next retry early.
        for (const tab of [first, second]) await tab.evaluate(() => dispatchEvent(new Event('online')))

        const levels: [number, string[]][] = [
          [7, ['Anchor seven', named('journey')]],
          [8, ['Anchor eight', named('rudder'), named('flags')]],
          [9, ['Anchor nine', ...['menus', 'badges', 'lamps', 'lamps', 'large tents'].map(named)]],
          [10, ['Anchor ten', named('letters'), named('maps')]],
        ]
        for (const tab of [first, second, device]) {
          await expect(tab.getByText(/waiting|offline|Sending \d+/i)).toHaveCount(0, NOTICED)
          for (const [level, titles] of levels) await expect(titlesAt(tab, level)).toHaveText(titles)
        }
        const stored = await storedTasks(device)
        const open = stored.filter((task) => !task.completed)
        for (const [level, titles] of levels) expect(titlesOf(open, level)).toEqual(titles)
        expect(stored.filter(({ category }) => category === 'Meeting').map(({ title }) => title)).toEqual(
          expect.arrayContaining(['badges', 'menus'].map(named)),
        )
        expect(stored.find(({ title }) => title === named('journey'))).toMatchObject({
          startDate: next,
          endDate: next,
        })

        await kind?.check(device)
        expected.push(...(kind?.titles ?? []))
        const left = levels.flatMap(([, titles]) => titles).filter((title) => title.startsWith(tree))
        expected.push(...left, ...['chairs', 'boats', 'parcel'].map(named))
        expect(
          stored
            .filter((task) => task.completed)
            .map(({ title }) => title)
            .filter((title) => title.startsWith(tree))
            .toSorted(),
        ).toEqual(['boats', 'chairs', 'parcel'].map(named))
        // Completes this outage's tasks to make room for the next one.
        if (cut === cuts.length - 1) return
        for (const task of open.filter(({ title }) => title.startsWith(tree)))
          await device.request.patch(`/api/tasks/${task.id}`, { data: { completed: true } })
      })
    }

    const others = new Set(STORIES.flatMap((other) => (other === kinds ? [] : other.only)))
    // Another story covers attachments.
    const names = WAITING_COMMANDS.map(({ name }) => name).filter(
      (name) => !name.startsWith('attachment.') && !others.has(name),
    )
    expect([...ran].toSorted()).toEqual(names.toSorted())
    const stored = await storedTasks(device)
    const titles = stored.map(({ title }) => title)
    const lost = without(expected, titles)
    const extra = without(titles, expected)
    noteFigures({ runs: cuts.length, writes: sent, lost: lost.length, duplicated: extra.length })
    expect({ lost, extra }).toEqual({ lost: [], extra: [] })
    expect(await (await device.request.get('/api/categories')).json()).toEqual(
      expect.arrayContaining(['Task', `${cuts.at(-1)} wood`]),
    )
    await away.close()
  }),
)

function titlesOf(tasks: readonly Task[], level: number): string[] {
  return tasks.filter(({ priority }) => priority === level).map(({ title }) => title)
}

/** Returns `titles` after removing one copy of each of the `others`. */
function without(titles: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return titles.filter((title) => {
    const at = left.indexOf(title)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
