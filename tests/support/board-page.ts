import type { Locator, Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import { type Person, expect, newPerson } from './browser-test.ts'

/** A task for the start of a story, at level 5 by default. */
export type Seed = Partial<TaskDraftInput> & { title: string }

/** Creates an account through the API and signs the page in, for stories that are not about the form. */
export async function registerByApi(page: Page, person: Person = newPerson()): Promise<Person> {
  const response = await page.request.post('/api/register', { data: person })
  expect(response.status(), 'signing up').toBe(201)
  return person
}

/** Creates tasks through the API, one after the other. */
export async function seedTasks(page: Page, seeds: readonly Seed[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const data of seeds) {
    const response = await page.request.post('/api/tasks', { data })
    expect(response.status(), `making '${data.title}'`).toBe(201)
    tasks.push((await response.json()) as Task)
  }
  return tasks
}

/** Creates an account with these tasks and opens its board. */
export async function openBoard(page: Page, seeds: readonly Seed[]): Promise<Task[]> {
  await registerByApi(page)
  const tasks = await seedTasks(page, seeds)
  await page.goto('/')
  await expect(page.getByText(`${tasks.length} open`)).toBeVisible()
  return tasks
}

/** Waits for the deferred code that stores changes while the server can't be reached. */
export async function untilOutboxIsOpen(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(names).toContain('tenfold-outbox')
}

/** Returns the number of changes or files that the browser stores until the server has responded. */
export function countInOutbox(page: Page, store: 'calls' | 'files'): Promise<number> {
  return page.evaluate(
    (store) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('tenfold-outbox')
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(store).objectStore(store).count()
          counting.addEventListener('success', () => {
            opening.result.close()
            resolve(counting.result)
          })
        })
      }),
    store,
  )
}

/** Returns the titles of a level's open tasks on the server, in order. */
export async function storedAt(page: Page, level: number): Promise<string[]> {
  const tasks = await storedTasks(page)
  return tasks.filter((task) => !task.completed && task.priority === level).map((task) => task.title)
}

/** Returns every task on the server. */
export async function storedTasks(page: Page): Promise<Task[]> {
  return (await (await page.request.get('/api/tasks')).json()) as Task[]
}

/** For each page without live updates, a promise that resolves when it has finished loading its tasks. */
const lastReads = new WeakMap<Page, Promise<unknown>>()

/** Cuts the page off from live updates, from the next time it opens. */
export async function deafen(page: Page): Promise<void> {
  await page.route(/\/api\/events/, () => undefined)
  const read = page
    .waitForResponse(/\/api\/tasks\?(completed=true|since=)/)
    // A page whose tasks have long texts loads a second list. The page caches its tasks only after the last list.
    .then(() => page.waitForFunction(() => localStorage.getItem('tenfold:kept') !== null))
  lastReads.set(
    page,
    read.catch(() => undefined),
  )
}

/** Waits until a page without live updates has finished loading its tasks. Such a page doesn't notice later changes. */
export async function untilDeaf(page: Page): Promise<void> {
  await lastReads.get(page)
}

/** Changes a task outside the page, as another window does. A page without live updates doesn't notice the change. */
export async function changeElsewhere(page: Page, task: Task, data: Partial<Task>): Promise<void> {
  await untilDeaf(page)
  const response = await page.request.patch(`/api/tasks/${task.id}`, { data })
  expect(response.status(), `changing '${task.title}'`).toBe(200)
}

/** Deletes a task outside the page, as another window does. A page without live updates doesn't notice the deletion. */
export async function deleteElsewhere(page: Page, task: Task): Promise<void> {
  await untilDeaf(page)
  expect((await page.request.delete(`/api/tasks/${task.id}`)).status()).toBe(204)
}

/** Returns the band of a level, by its number. The region's full name also includes the slots in use. */
export function band(page: Page, level: number): Locator {
  return page.getByRole('region', { name: `Priority ${level}, ` })
}

/** Returns the title button of a card, in part of the page or in all of it. */
export function card(within: Page | Locator, title: string): Locator {
  return within.getByRole('button', { name: title, exact: true })
}

/** Returns the titles of a band's cards, from top to bottom. */
export function titlesAt(page: Page, level: number): Locator {
  return band(page, level).getByRole('heading', { level: 3 })
}

/**
 * Rests the pointer on the toast's Undo button, because the toast stays open for as long as the pointer is on it.
 * @returns the button
 */
export async function restOnUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  return undo
}

/**
 * Starts recording the page's writes.
 * @returns a function that returns the recorded writes, such as 'PATCH /api/tasks/7'
 */
export function watchWrites(page: Page): () => Promise<string[]> {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return async () => {
    // The server can receive a request before its event arrives here; events precede the page's next result.
    await page.evaluate(() => null)
    return writes
  }
}
