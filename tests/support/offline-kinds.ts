import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import { card, seedTasks, storedTasks } from './board-page.ts'
import { expect } from './browser-test.ts'
import { pageToday } from './days.ts'
import { handleOf } from './drag.ts'
import { bar } from './timeline-page.ts'
import { addTask, makeTemplates, openTemplates, storedTemplates } from './template-page.ts'

/** Commands to run offline in addition to the usual ones, so that a story covers every kind that can be queued. */
export type Kind = {
  /** Prepares the tab while it is connected, and loads the code that the commands need. */
  prepare: (page: Page) => Promise<void>
  /** Runs the commands without a connection. Returns the number of queued changes. */
  run: (page: Page) => Promise<number>
  /** Checks the result on another device after reconnecting. */
  check: (device: Page) => Promise<void>
  /** The titles of tasks that exist afterwards. */
  titles?: readonly string[]
}

const press = async (page: Page, title: string, key: string) => {
  await card(page, title).focus()
  await page.keyboard.press(key)
}

/** Undoes a change that was sent before the connection was cut. */
const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z').then(() => 1)

/** Resolves when the response to a request that the action sends has arrived. */
async function sent(page: Page, method: string, action: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === method)
  await action()
  await answered
}

async function named(device: Page, title: string): Promise<Task[]> {
  return (await storedTasks(device)).filter((task) => task.title === title)
}

async function openTrash(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  return page.getByRole('dialog', { name: 'Trash' })
}

async function trashed(device: Page): Promise<string> {
  return (await device.request.get('/api/trash')).text()
}

async function seedTrash(page: Page, title: string): Promise<void> {
  const [task] = await seedTasks(page, [{ title, priority: 6 }])
  await page.request.delete(`/api/tasks/${task?.id}`)
  await expect((await openTrash(page)).getByText(title)).toBeVisible()
}

async function closeDialogs(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Saves a timer's time, which must be added only once. */
function timer(): Kind {
  let seconds = 0
  return {
    prepare: async (page) => {
      await page
        .getByRole('button', { name: 'Start Work on Anchor ten' })
        .and(page.locator(':visible'))
        .first()
        .press('Enter')
      await expect(page.getByRole('dialog', { name: 'Anchor ten' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('timer', { name: 'Running' })).toHaveText(/[1-9]$/)
    },
    run: async (page) => {
      // The other tab's changes move the cards, so that a click can miss the button, and a key can miss the focus.
      const pause = page.getByRole('button', { name: 'Pause the timer for Anchor ten' })
      const paused = page.getByRole('timer', { name: 'Paused' })
      await expect(async () => {
        if ((await paused.count()) === 0) await pause.first().press('Enter')
        await expect(paused).toBeVisible({ timeout: 1000 })
      }).toPass()
      const text = await paused.innerText()
      seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      await page.getByRole('button', { name: 'Save the time for Anchor ten' }).press('Enter')
      await expect(page.getByRole('timer')).toHaveCount(0)
      return 1
    },
    check: async (device) => {
      expect(seconds).toBeGreaterThan(0)
      expect(await named(device, 'Anchor ten')).toMatchObject([{ elapsedTime: seconds, progress: 10 }])
    },
  }
}

const restoreSeveral: Kind = {
  prepare: async (page) => {
    const titles = ['Twin one', 'Twin two']
    await seedTasks(
      page,
      titles.map((title) => ({ title, priority: 6 as const })),
    )
    for (const title of titles) await press(page, title, 'x')
    const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await sent(page, 'POST', () => toolbar.getByRole('button', { name: 'Delete', exact: true }).click())
    await expect(card(page, 'Twin one')).toHaveCount(0)
  },
  run: undo,
  check: async (device) => expect(await named(device, 'Twin one')).toHaveLength(1),
  titles: ['Twin one', 'Twin two'],
}

/** Restores a category, and moves a bar back behind the task it depends on. */
const restoreCategoryAndMoveBack: Kind = {
  prepare: async (page) => {
    const day = pageToday().toString()
    const [draft] = await seedTasks(page, [{ title: 'Draft', priority: 3, startDate: day, endDate: day }])
    const dependencies = [String(draft?.id)]
    await seedTasks(page, [{ title: 'Review', priority: 3, startDate: day, endDate: day, dependencies }])
    await expect(card(page, 'Review')).toBeVisible()
    await page.request.post('/api/categories', { data: { name: 'Elder wood' } })
    await page.getByRole('button', { name: 'Categories' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
    await sent(page, 'DELETE', () =>
      dialog.getByRole('button', { name: 'Remove Elder wood', exact: true }).press('Enter'),
    )
    await closeDialogs(page)
  },
  run: async (page) => {
    await undo(page)
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await bar(page, 'Review').press('ArrowLeft')
    await page.getByRole('button', { name: /^Move it to/ }).click()
    await page.getByRole('tab', { name: 'Priority View' }).click()
    return 3
  },
  check: async (device) => {
    expect(await (await device.request.get('/api/categories')).json()).toContain('Elder wood')
    const [draft] = await named(device, 'Draft')
    const startDate = Temporal.PlainDate.from(draft?.endDate ?? '')
      .add({ days: 1 })
      .toString()
    expect(await named(device, 'Review')).toMatchObject([{ startDate, version: 3 }])
  },
  titles: ['Draft', 'Review'],
}

const restoreTemplate: Kind = {
  prepare: async (page) => {
    await makeTemplates(page, [{ name: 'Old plan' }])
    const dialog = await openTemplates(page)
    page.once('dialog', (question) => void question.accept())
    await sent(page, 'DELETE', () => dialog.getByRole('button', { name: 'Delete Old plan' }).click())
    await closeDialogs(page)
  },
  run: undo,
  check: async (device) => expect(await storedTemplates(device)).toMatchObject([{ name: 'Old plan' }]),
}

/** Creates a template and uses it before the server has created it. */
const createTemplate: Kind = {
  prepare: async (page) => {
    const dialog = await openTemplates(page)
    await expect(dialog.getByRole('button', { name: 'Use Old plan' })).toBeVisible()
    await closeDialogs(page)
  },
  run: async (page) => {
    const dialog = await openTemplates(page)
    await dialog.getByRole('tab', { name: 'Create Template' }).click()
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill('New plan')
    await addTask(dialog, 'Dig the beds')
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await dialog.getByRole('button', { name: 'Use New plan' }).click()
    const use = page.getByRole('dialog', { name: 'New plan' })
    await use.getByRole('textbox', { name: 'Project Name' }).fill('Garden')
    await use.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Project: Garden' })).toBeVisible()
    await expect(card(page, 'Dig the beds')).toBeVisible()
    await page.goBack()
    await expect(card(page, 'Anchor ten')).toBeVisible()
    return 3
  },
  check: async (device) => {
    expect((await storedTemplates(device)).map(({ name }) => name)).toEqual(['Old plan', 'New plan'])
    expect(await named(device, 'Dig the beds')).toMatchObject([{ projectName: 'Garden' }])
  },
  titles: ['Dig the beds'],
}

const deleteTemplateAndReopen: Kind = {
  prepare: async (page) => {
    const dialog = await openTemplates(page)
    await expect(dialog.getByRole('button', { name: 'Delete New plan' })).toBeVisible()
    await closeDialogs(page)
    await seedTasks(page, [{ title: 'Shed', priority: 4 }])
    await expect(card(page, 'Shed')).toBeVisible()
    await sent(page, 'PATCH', () => press(page, 'Shed', 'c'))
    await expect(card(page, 'Shed')).toHaveCount(0)
  },
  run: async (page) => {
    await undo(page)
    await expect(card(page, 'Shed')).toBeVisible()
    const dialog = await openTemplates(page)
    page.once('dialog', (question) => void question.accept())
    await dialog.getByRole('button', { name: 'Delete New plan' }).click()
    await expect(dialog.getByRole('button', { name: 'Use New plan' })).toHaveCount(0)
    await closeDialogs(page)
    return 2
  },
  check: async (device) => {
    expect((await storedTemplates(device)).map(({ name }) => name)).toEqual(['Old plan'])
    expect(await named(device, 'Shed')).toMatchObject([{ completed: false }])
  },
  titles: ['Shed'],
}

const deleteForever: Kind = {
  prepare: (page) => seedTrash(page, 'Litter one'),
  run: async (page) => {
    await page.getByRole('button', { name: 'Delete Litter one forever' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click()
    await expect(page.getByRole('button', { name: 'Delete Litter one forever' })).toHaveCount(0)
    await closeDialogs(page)
    return 1
  },
  check: async (device) => expect(await trashed(device)).not.toContain('Litter one'),
}

const emptyTrash: Kind = {
  prepare: (page) => seedTrash(page, 'Litter two'),
  run: async (page) => {
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Delete|Empty/ })
      .click()
    await expect(page.getByText('Litter two')).toHaveCount(0)
    await closeDialogs(page)
    return 1
  },
  check: async (device) => expect(await trashed(device)).not.toContain('Litter two'),
}

/** A task of the sample board. The app doesn't remove samples that differ from the original. */
const SAMPLE = {
  title: 'Send the signed contract to Acme',
  description: 'The legal team has approved the last changes.',
  priority: 1,
  category: 'Deadline',
  estimatedTime: '30 minutes',
}

const removeSamples = (page: Page) => page.getByRole('button', { name: 'Remove samples' }).press('Enter')

const addSamples: Kind = {
  prepare: async (page) => {
    await page.request.post('/api/samples', { data: { tasks: [SAMPLE] } })
    await sent(page, 'DELETE', () => removeSamples(page))
    await expect(card(page, SAMPLE.title)).toHaveCount(0)
  },
  run: undo,
  check: async (device) => expect(await named(device, SAMPLE.title)).toHaveLength(1),
}

const removeSamplesAgain: Kind = {
  prepare: (page) => expect(page.getByRole('button', { name: 'Remove samples' })).toBeVisible(),
  run: async (page) => {
    await removeSamples(page)
    await expect(card(page, SAMPLE.title)).toHaveCount(0)
    return 1
  },
  check: async (device) => expect(await named(device, SAMPLE.title)).toEqual([]),
}

const ROOM = ['Ladder', 'Bucket', 'Spade', 'Rake', 'Hose']

/** Undoes a swap, swaps again, and pushes a task down. */
const makeRoom: Kind = {
  prepare: async (page) => {
    await seedTasks(
      page,
      ['Ladder', 'Bucket', 'Spade'].map((title) => ({ title, priority: 2 as const })),
    )
    await seedTasks(page, [
      { title: 'Rake', priority: 5 },
      { title: 'Hose', priority: 5 },
    ])
    await expect(card(page, 'Hose')).toBeVisible()
    await sent(page, 'POST', () => swapWith(page, 'Rake', 'Ladder'))
  },
  run: async (page) => {
    await undo(page)
    await expect(handleOf(page, 'Rake').locator('xpath=ancestor::section')).toHaveAttribute('data-level', '5')
    await swapWith(page, 'Rake', 'Bucket')
    await openTray(page, 'Hose')
    await page.keyboard.press('p')
    await page.getByRole('button', { name: 'Push down' }).press('Enter')
    return 3
  },
  check: async (device) => {
    const stored = await storedTasks(device)
    const at = (level: number) =>
      stored.flatMap(({ title, priority }) => (priority === level && ROOM.includes(title) ? [title] : []))
    expect([at(2), at(3), at(5)]).toEqual([['Ladder', 'Rake', 'Hose'], ['Spade'], ['Bucket']])
  },
  titles: ROOM,
}

async function openTray(page: Page, title: string): Promise<void> {
  await handleOf(page, title).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.getByRole('menuitem', { name: '2, full' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Swap with…/ })).toBeFocused()
}

async function swapWith(page: Page, title: string, other: string): Promise<void> {
  await openTray(page, title)
  await page.keyboard.press('s')
  await page.getByRole('button', { name: `Swap with ${other}` }).press('Enter')
}

/** Runs two kinds during one network cut. */
function both(one: Kind, other: Kind): Kind {
  return {
    prepare: async (page) => {
      await one.prepare(page)
      await other.prepare(page)
    },
    run: async (page) => (await one.run(page)) + (await other.run(page)),
    check: async (device) => {
      await one.check(device)
      await other.check(device)
    },
    titles: [...(one.titles ?? []), ...(other.titles ?? [])],
  }
}

/** A story's additional commands, one entry per network cut. */
export type Kinds = {
  about: string
  byCut: readonly Kind[]
  /** Prepares the account. */
  seed: (page: Page) => Promise<unknown>
  /** The names of the commands that only this story runs. */
  only: readonly string[]
}

/** Returns the additional commands, split into two stories because a single one takes too long on a busy machine. */
export const storyKinds = (): readonly Kinds[] => [
  {
    about: 'timers and templates',
    byCut: [timer(), restoreSeveral, restoreCategoryAndMoveBack, restoreTemplate, createTemplate],
    seed: () => Promise.resolve(),
    only: [
      'category.restore',
      'task.changeDates',
      'task.restoreSeveral',
      'template.create',
      'template.instantiate',
      'template.restore',
      'template.setTasks',
    ],
  },
  {
    about: 'the trash, samples and full levels',
    byCut: [
      deleteTemplateAndReopen,
      deleteForever,
      emptyTrash,
      addSamples,
      both(makeRoom, removeSamplesAgain),
    ],
    seed: (page) => makeTemplates(page, [{ name: 'Old plan' }, { name: 'New plan' }]),
    only: [
      'sample.add',
      'sample.remove',
      'task.pushDown',
      'task.swap',
      'task.undo',
      'template.delete',
      'trash.deleteForever',
      'trash.empty',
    ],
  },
]

/** Returns the names of the commands in the outbox. */
export async function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('tenfold-outbox')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const asked = opened.result.transaction('calls').objectStore('calls').getAll()
    await new Promise((resolve) => asked.addEventListener('success', resolve))
    opened.result.close()
    return (asked.result as { name: string }[]).map(({ name }) => name)
  })
}
