import type { Locator, Page } from '@playwright/test'

import type { Template, TemplateDraftInput, TemplateTaskDraftInput } from '#domain/template.ts'

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

/** Opens the dialog by the header's button. */
export async function openTemplates(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  return page.getByRole('dialog', { name: 'Project Templates' })
}
