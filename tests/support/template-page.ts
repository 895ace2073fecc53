import type { Locator, Page } from '@playwright/test'

import type {
  Template,
  TemplateDraftInput,
  TemplateTaskDraftInput,
  TemplateWithTasks,
} from '#domain/template.ts'

import { expect } from './browser-test.ts'

/** A template to begin a story with. */
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

/** One with three tasks and days, and some without. */
export const TEMPLATES: readonly TemplateSeed[] = [
  CLIENT,
  { name: 'Month-end close', category: 'Business' },
  {
    name: 'Design sprint',
    description: 'Five days: map, sketch, decide, prototype, test.',
    category: 'Design',
  },
]

/** Makes templates of the signed-in person through the API. */
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

/** The templates as the server lists them. */
export async function storedTemplates(page: Page): Promise<Template[]> {
  return (await (await page.request.get('/api/templates')).json()) as Template[]
}

/** Deletes the templates of the signed-in person: public ones would show in the stories that follow on this server. */
export async function removeTemplates(page: Page): Promise<void> {
  if ((await page.request.get('/api/auth/user')).status() !== 200) return
  for (const { id } of await storedTemplates(page)) await page.request.delete(`/api/templates/${id}`)
}

/** Opens the dialog by the header's button. */
export async function openTemplates(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  return page.getByRole('dialog', { name: 'Project Templates' })
}

/** The title of a row of the form, counted from 1. */
export function titleOf(dialog: Locator, number: number): Locator {
  return dialog.getByRole('textbox', { name: `Title of task ${number}` })
}

/** Adds a task to the form's list, by the button and the field that it puts the focus in. */
export async function addTask(dialog: Locator, title: string): Promise<void> {
  const before = await dialog.getByRole('textbox', { name: /^Title of task/ }).count()
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(titleOf(dialog, before + 1)).toBeFocused()
  await dialog.page().keyboard.type(title)
}

/** Fills the form with a project. */
export async function startFrom(page: Page, dialog: Locator, project: string): Promise<void> {
  await dialog.getByRole('button', { name: 'From a project' }).click()
  await page.getByRole('menuitem', { name: project }).click()
}

/** The one template there is, with its tasks, as the server holds it. */
export async function onlyTemplate(page: Page): Promise<TemplateWithTasks> {
  const [template, ...others] = await storedTemplates(page)
  if (!template || others.length > 0) throw new Error('There is not one template.')
  return (await (await page.request.get(`/api/templates/${template.id}`)).json()) as TemplateWithTasks
}
