import type { Locator, Page } from '@playwright/test'

import type {
  Template,
  TemplateDraftInput,
  TemplateTaskDraftInput,
  TemplateWithTasks,
} from '#domain/templates/template.ts'

import { expect } from './browser-test.ts'

/** A template for the start of a story. */
export type TemplateSeed = TemplateDraftInput & { tasks?: TemplateTaskDraftInput[] }

const CLIENT: TemplateSeed = {
  name: 'Client onboarding',
  description: 'From signed contract to first invoice in ten working days.',
  category: 'Business',
  isPublic: true,
  tasks: [
    {
      title: 'Send the welcome pack',
      description: 'Contract, contacts and the first two dates.',
      priority: 2,
      estimatedTime: '45m',
      startDay: 0,
      endDay: 1,
    },
    {
      title: 'Kick-off call',
      priority: 3,
      category: 'Meeting',
      estimatedTime: '1h',
      dependencies: [0],
      dueDay: 4,
    },
    { title: 'First working review', priority: 6, category: 'Review', estimatedTime: '1h 30m' },
  ],
}

/** A template with three tasks, some of them with days, and templates without tasks. */
export const TEMPLATES: readonly TemplateSeed[] = [
  CLIENT,
  { name: 'Month-end close', category: 'Business' },
  {
    name: 'Design sprint',
    description: 'Five days: map, sketch, decide, prototype, test.',
    category: 'Design',
  },
]

/** Creates templates of the signed-in user through the API. */
export async function makeTemplates(page: Page, seeds = TEMPLATES): Promise<Template[]> {
  const made: Template[] = []
  for (const { tasks, ...data } of seeds) {
    const response = await page.request.post('/api/templates', { data })
    expect(response.status(), `making '${data.name}'`).toBe(201)
    const template = (await response.json()) as Template
    if (tasks) {
      const set = await page.request.post(`/api/templates/${template.id}/tasks`, { data: tasks })
      expect(set.status(), `the tasks of '${data.name}'`).toBe(201)
    }
    made.push(template)
  }
  return made
}

/** Returns the templates as the server lists them. */
export async function storedTemplates(page: Page): Promise<Template[]> {
  return (await (await page.request.get('/api/templates')).json()) as Template[]
}

/** Deletes the templates of the signed-in user, because public ones would appear in later stories on this server. */
export async function removeTemplates(page: Page): Promise<void> {
  if ((await page.request.get('/api/auth/user')).status() !== 200) return
  for (const { id } of await storedTemplates(page)) await page.request.delete(`/api/templates/${id}`)
}

/** Opens the dialog with the header's button. */
export async function openTemplates(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  return page.getByRole('dialog', { name: 'Project Templates' })
}

/** Returns the title field of a row in the form, counted from 1. */
export function titleOf(dialog: Locator, number: number): Locator {
  return dialog.getByRole('textbox', { name: `Title of task ${number}` })
}

/** Adds a task to the form's list: clicks the button, then types the title into the focused field. */
export async function addTask(dialog: Locator, title: string): Promise<void> {
  const before = await dialog.getByRole('textbox', { name: /^Title of task/ }).count()
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(titleOf(dialog, before + 1)).toBeFocused()
  await dialog.page().keyboard.type(title)
}

/** Fills the form from a project. */
export async function startFrom(page: Page, dialog: Locator, project: string): Promise<void> {
  await dialog.getByRole('button', { name: 'From a project' }).click()
  await page.getByRole('menuitem', { name: project }).click()
}

/** Returns the only template on the server, with its tasks, as soon as there is exactly one. */
export async function onlyTemplate(page: Page): Promise<TemplateWithTasks> {
  await expect.poll(() => storedTemplates(page)).toHaveLength(1)
  const [template] = await storedTemplates(page)
  if (!template) throw new Error('The only template is gone.')
  return (await (await page.request.get(`/api/templates/${template.id}`)).json()) as TemplateWithTasks
}
