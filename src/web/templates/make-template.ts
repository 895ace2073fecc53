import {
  type TemplateFormValues,
  formToTemplate,
  formToTemplateTasks,
  isTemplateOfForm,
} from './template-form.ts'
import type { Template, TemplateDraftInput, TemplateWithTasks } from '#domain/templates/template.ts'

import { ApiError, request } from '../sync/api.ts'
import { runQuietly, unlessWaiting } from '../sync/runner/run.ts'
import { createTemplate, deleteTemplate, setTemplateTasks } from './commands.ts'
import { waitingTemplate } from './waiting-template.ts'

export type Attempt = {
  values: TemplateFormValues
  /** Whether the form was sent before, so that the template may already exist, without its tasks. */
  isRetry: boolean
  /** Starts another attempt. Returns the attempt's key. */
  startOver: () => string
}

/** Whether the template was created, or waits in the outbox until the server can be reached. */
export type Made = 'made' | 'waiting'

/**
 * Creates a template and sets its tasks. Without the server, both requests wait. A retry with the same `attempt`
 * finishes the template created before, so one form never creates two. If the form has changed or that template was
 * deleted, creates a new one.
 * @throws ApiError if either request fails
 */
export async function makeTemplate({ values, isRetry, startOver }: Attempt): Promise<Made> {
  const made = await findOrCreate(values, isRetry)
  if (made) {
    const isWanted = isTemplateOfForm(made, values)
    const result = isWanted && (await setTasks(made, values, isRetry))
    if (result) return result
    if (!isWanted) await removeUnfinished(made.id)
  }
  return (await setTasks(await postTemplate(formToTemplate(values), startOver()), values, false)) || 'made'
}

/** Returns the template of this attempt, which may exist already; null if it was deleted or can't be found. */
async function findOrCreate(values: TemplateFormValues, isRetry: boolean): Promise<Template | null> {
  const bodies = [
    formToTemplate(values),
    ...(values.sent ? [JSON.parse(values.sent) as TemplateDraftInput] : []),
  ]
  for (const body of bodies) {
    try {
      return await postTemplate(body, values.attempt, isRetry)
    } catch (error) {
      if (!isRetry || !(error instanceof ApiError)) throw error
      if (error.status === 404) return null
      if (error.code !== 'key_reused') throw error
    }
  }
  return null
}

/**
 * Returns the template, with a temporary id if its call is stored in the outbox. A retry isn't stored, because its
 * result depends on the response.
 */
async function postTemplate(body: TemplateDraftInput, key: string, isRetry = false): Promise<Template> {
  const options = { key, canWait: !isRetry, isAction: true }
  const made = await unlessWaiting(options, (options) => runQuietly(createTemplate, body, options))
  return made ?? waitingTemplate(body, { now: new Date().toISOString() }, key)
}

/** Sets the tasks. Safe to repeat. Returns false if the template doesn't exist anymore. */
async function setTasks(
  { id }: Template,
  { tasks }: TemplateFormValues,
  isRetry: boolean,
): Promise<Made | false> {
  if (tasks.length === 0 && !isRetry) return id < 0 ? 'waiting' : 'made'
  const input = { id, tasks: formToTemplateTasks(tasks) }
  try {
    const made = await unlessWaiting({}, (options) => runQuietly(setTemplateTasks, input, options))
    return made === null ? 'waiting' : 'made'
  } catch (error) {
    if (isRetry && error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** Deletes the template of an earlier attempt, unless it has tasks, because then it is complete. */
async function removeUnfinished(id: number): Promise<void> {
  try {
    const { tasks } = await request<TemplateWithTasks>('GET', `/api/templates/${id}`)
    if (tasks.length === 0) await runQuietly(deleteTemplate, { id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
