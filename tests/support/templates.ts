import type {
  Template,
  TemplateDraftInput,
  TemplateTask,
  TemplateTaskDraftInput,
  TemplateWithTasks,
} from '#domain/templates/template.ts'

import type { Client } from './build-app.ts'

/**
 * Creates a template of the client's user through the API, with its tasks. The template's name is 'A template' by
 * default.
 */
export async function makeTemplate(
  client: Client,
  fields: Partial<TemplateDraftInput> = {},
  tasks: TemplateTaskDraftInput[] = [],
): Promise<TemplateWithTasks> {
  const response = await client.post('/api/templates', { name: 'A template', ...fields })
  if (response.statusCode !== 201) {
    throw new Error(`creating a template returned ${response.statusCode}: ${response.body}`)
  }
  const template = response.json<Template>()
  if (tasks.length > 0) await setTasks(client, template.id, tasks)
  return readTemplate(client, template.id)
}

/** Replaces a template's tasks. */
export async function setTasks(
  client: Client,
  id: number,
  tasks: TemplateTaskDraftInput[],
): Promise<TemplateTask[]> {
  const response = await client.post(`/api/templates/${id}/tasks`, tasks)
  if (response.statusCode !== 201) {
    throw new Error(`setting tasks returned ${response.statusCode}: ${response.body}`)
  }
  return response.json<TemplateTask[]>()
}

/** Returns the template's current state from the API. */
export async function readTemplate(client: Client, id: number): Promise<TemplateWithTasks> {
  const response = await client.get(`/api/templates/${id}`)
  if (response.statusCode !== 200) {
    throw new Error(`reading template ${id} returned ${response.statusCode}: ${response.body}`)
  }
  return response.json<TemplateWithTasks>()
}
