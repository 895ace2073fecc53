import {
  type TemplateFormValues,
  formToTemplate,
  formToTemplateTasks,
  isTemplateOfForm,
} from '#domain/template-form.ts'
import type { Template, TemplateTask, TemplateWithTasks } from '#domain/template.ts'

import { ApiError, request } from '../api.ts'
import { askAgain } from '../ask-again.ts'

export type Attempt = {
  values: TemplateFormValues
  /** Whether it was sent before, and may have been made in part. */
  isRetry: boolean
  /** Begins another attempt, and answers its key. */
  startAnew: () => string
}

/**
 * Makes a template and sets its tasks. Sent again under the same `attempt`, it finishes the template that was made then:
 * one form never makes two. When the form says something else by then, or that template is gone, it is made anew.
 * @throws ApiError of either call
 */
export async function makeTemplate({ values, isRetry, startAnew }: Attempt): Promise<void> {
  const made = await createTemplate(values)
  const isWanted = isTemplateOfForm(made, values)
  if (isWanted && (await setTasks(made.id, values, isRetry))) return
  if (!isWanted) await removeUnfinished(made.id)
  const anew = await createTemplate({ ...values, attempt: startAnew() })
  await setTasks(anew.id, values, false)
}

async function createTemplate(values: TemplateFormValues): Promise<Template> {
  const headers = { 'Idempotency-Key': values.attempt }
  return askAgain(() => request<Template>('POST', '/api/templates', formToTemplate(values), headers))
}

/** Answers whether the template is still there. The same list may be set twice. */
async function setTasks(id: number, { tasks }: TemplateFormValues, isRetry: boolean): Promise<boolean> {
  if (tasks.length === 0 && !isRetry) return true
  try {
    const list = formToTemplateTasks(tasks)
    await askAgain(() => request<TemplateTask[]>('POST', `/api/templates/${id}/tasks`, list))
    return true
  } catch (error) {
    if (isRetry && error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** What an earlier attempt left without its tasks is nobody's template. One that has tasks was finished, and stays. */
async function removeUnfinished(id: number): Promise<void> {
  try {
    const { tasks } = await request<TemplateWithTasks>('GET', `/api/templates/${id}`)
    if (tasks.length === 0) await request<undefined>('DELETE', `/api/templates/${id}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
