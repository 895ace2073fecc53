import * as definitions from '#domain/templates/commands.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import type {
  InstantiationInput,
  Template,
  TemplateDraftInput,
  TemplateTask,
  TemplateTaskDraftInput,
  TemplateWithTasks,
} from '#domain/templates/template.ts'

import { deletingLeft } from '../quick-add/commands.ts'
import { isNotFound } from '../sync/api.ts'
import { rejectionText, serverText } from '../sync/error-text.ts'
import { readAgain } from '../sync/read-again.ts'
import { defineClientCommand } from '../sync/runner/command.ts'
import { showCreated } from '../tasks/data/task-cache.ts'
import { TEMPLATES_KEY } from './changed-templates.ts'
import * as words from './words.ts'

const templateScope = (id: number) => `template:${id}`

export const failedToCreate = (error: unknown) => serverText(error, words.createFailed)

export const createTemplate = defineClientCommand({
  name: definitions.createTemplate.name,
  scopes: () => [],
  request: (draft: TemplateDraftInput) => ({ method: 'POST', path: '/api/templates', body: draft }),
  settle: (client, { body }: { body: Template }) => {
    client.setQueryData<Template[]>(
      TEMPLATES_KEY,
      (templates) => templates && [...templates.filter(({ id }) => id !== body.id), body],
    )
    return body
  },
  failure: failedToCreate,
})

export const setTemplateTasks = defineClientCommand({
  name: definitions.setTemplateTasks.name,
  scopes: ({ id }: { id: number; tasks: readonly TemplateTaskDraftInput[] }) => [templateScope(id)],
  request: ({ id, tasks }) => ({ method: 'POST', path: `/api/templates/${id}/tasks`, body: tasks }),
  settle: (_client, { body }: { body: TemplateTask[] }) => body,
  failure: failedToCreate,
})

/** Deletes a template. The template can be restored for 30 days. Projects created from the template stay. */
export const deleteTemplate = defineClientCommand({
  name: definitions.deleteTemplate.name,
  scopes: ({ id }: { id: number }) => [templateScope(id)],
  request: ({ id }) => ({ method: 'DELETE', path: `/api/templates/${id}` }),
  settle: (client, _answer, { id }) => {
    client.setQueryData<Template[]>(TEMPLATES_KEY, (list) => list?.filter((one) => one.id !== id))
  },
  // Another device may have restored it since a deletion whose response was lost.
  afterwards: (client) => readAgain(client, { queryKey: TEMPLATES_KEY, exact: true }),
  inverse: (_client, template) => async (run) => void (await run(restoreTemplate, template)),
  success: () => words.deleted,
  failure: (error) => (isNotFound(error) ? words.gone : serverText(error, words.deleteFailed)),
})

export const restoreTemplate = defineClientCommand({
  name: definitions.restoreTemplate.name,
  scopes: ({ id }: { id: number }) => [templateScope(id), 'trash'],
  request: ({ id }) => ({ method: 'POST', path: `/api/templates/${id}/restore` }),
  settle: (_client, { body }: { body: TemplateWithTasks }) => body,
  afterwards: (client) => readAgain(client, { queryKey: TEMPLATES_KEY }),
  inverse:
    (_client, template) =>
    (run): Promise<void> =>
      run(deleteTemplate, template),
  success: ({ name }) => words.restored(name),
  failure: (error) => (isNotFound(error) ? words.gone : serverText(error, words.restoreFailed)),
})

/** A use of a template. `tasks` are its tasks if the page has loaded them, to show the project while the call waits. */
export type Use = { id: number; wanted: InstantiationInput; tasks?: readonly TemplateTask[] | undefined }

export const instantiateTemplate = defineClientCommand({
  name: definitions.instantiateTemplate.name,
  scopes: ({ id }: Use) => [templateScope(id)],
  request: ({ id, wanted }) => ({ method: 'POST', path: `/api/templates/${id}/instantiate`, body: wanted }),
  settle: (client, { body }: { body: { tasks: ChangedTask[] } }) => showCreated(client, body.tasks),
  inverse: (client, _use, _before, created) => deletingLeft(client, created),
  created: (tasks) => tasks.map(({ id }) => id),
  success: (tasks) => words.projectCreated(tasks.length),
  failure: (error) => (isNotFound(error) ? words.gone : rejectionText(error, words.projectFailed)),
})
