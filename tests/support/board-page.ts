import type { Locator, Page } from '@playwright/test'

import type { Task, TaskDraftInput } from '#domain/task.ts'

import { type Person, expect, newPerson } from './browser-test.ts'

/** A task to begin a story with; its level is 5 unless told. */
export type Seed = Partial<TaskDraftInput> & { title: string }

/** Makes an account through the API, for stories that are not about the form. The page is signed in from then on. */
export async function registerByApi(page: Page, person: Person = newPerson()): Promise<Person> {
  const response = await page.request.post('/api/register', { data: person })
  expect(response.status(), 'signing up').toBe(201)
  return person
}

/** Makes tasks through the API, one after the other. */
export async function seedTasks(page: Page, seeds: readonly Seed[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const data of seeds) {
    const response = await page.request.post('/api/tasks', { data })
    expect(response.status(), `making '${data.title}'`).toBe(201)
    tasks.push((await response.json()) as Task)
  }
  return tasks
}

/** Makes an account with these tasks and opens its board. */
export async function openBoard(page: Page, seeds: readonly Seed[]): Promise<Task[]> {
  await registerByApi(page)
  const tasks = await seedTasks(page, seeds)
  await page.goto('/')
  await expect(page.getByText(`${tasks.length} open`)).toBeVisible()
  return tasks
}

/** The titles of a level's open tasks as the server holds them, in order. */
export async function storedAt(page: Page, level: number): Promise<string[]> {
  const tasks = await storedTasks(page)
  return tasks.filter((task) => !task.completed && task.priority === level).map((task) => task.title)
}

/** Every task as the server holds it. */
export async function storedTasks(page: Page): Promise<Task[]> {
  return (await (await page.request.get('/api/tasks')).json()) as Task[]
}

/** From its next opening on, the page hears nothing of what changes elsewhere, as on a line that is slow. */
export async function deafen(page: Page): Promise<void> {
  await page.route(/\/api\/events/, () => undefined)
}

/** Changes a task behind the page's back, as another window does. */
export async function changeElsewhere(page: Page, task: Task, data: Partial<Task>): Promise<void> {
  const response = await page.request.patch(`/api/tasks/${task.id}`, { data })
  expect(response.status(), `changing '${task.title}'`).toBe(200)
}

/** The band of a level, by its number: its full name also says how many slots are taken. */
export function band(page: Page, level: number): Locator {
  return page.getByRole('region', { name: `Priority ${level}, ` })
}

/** The button that is a card's title, in a part of the page or anywhere. */
export function card(within: Page | Locator, title: string): Locator {
  return within.getByRole('button', { name: title, exact: true })
}

/** The titles of the cards of a band, from top to bottom. */
export function titlesAt(page: Page, level: number): Locator {
  return band(page, level).getByRole('heading', { level: 3 })
}

/** Every change the page asks the server for from now on, as 'PATCH /api/tasks/7'. */
export function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return writes
}
