import {
  type Template,
  type TemplateDraftInput,
  type TemplateTaskDraftInput,
  type TemplateWithTasks,
  templateDraftSchema,
  templateTaskListSchema,
} from '#domain/templates/template.ts'

import { temporaryId } from '../sync/runner/temporary-ids.ts'
import type { Call } from '../sync/runner/calls.ts'
import type { Present } from '../sync/runner/command.ts'
import { createTemplate, setTemplateTasks } from './commands.ts'

/** Returns a template that the server hasn't created yet, with a temporary id. */
export function waitingTemplate(
  draft: TemplateDraftInput,
  { now }: Pick<Present, 'now'>,
  key: string,
): Template {
  const whole = templateDraftSchema.parse(draft)
  return { ...whole, id: temporaryId(key), createdBy: '', version: 1, createdAt: now, updatedAt: now }
}

/** Returns a template that waits in the outbox, with its tasks; undefined if it no longer waits. */
export function findWaitingTemplate(calls: readonly Call[], id: number): TemplateWithTasks | undefined {
  const creation = calls.find(
    ({ command, key }) => command.name === createTemplate.name && temporaryId(key) === id,
  )
  if (!creation) return undefined
  const template = waitingTemplate(creation.input as TemplateDraftInput, creation.present, creation.key)
  const list = calls
    .filter(({ command }) => command.name === setTemplateTasks.name)
    .map(({ input }) => input as { id: number; tasks: readonly TemplateTaskDraftInput[] })
    .findLast((one) => one.id === id)
  const tasks = templateTaskListSchema.parse(list?.tasks ?? [])
  const { createdAt } = template
  return {
    ...template,
    tasks: tasks.map((task, position) => ({ ...task, id: position, templateId: id, position, createdAt })),
  }
}
