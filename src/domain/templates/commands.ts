import { defineCommand } from '../command.ts'
import { requireFound } from '../error.ts'
import type { Place } from '../tasks/level.ts'
import type { Level } from '../tasks/priority.ts'
import { createTasks } from '../tasks/task-rules.ts'
import {
  canChangeTemplate,
  createTemplate as draftToTemplate,
  requireOwnTemplate,
  setTemplateTasks as draftsToTasks,
  templateTaskToDraft,
} from './template-rules.ts'
import type {
  Instantiation,
  Template,
  TemplateDraft,
  TemplateTaskDraft,
  TemplateWithTasks,
} from './template.ts'

type ById = { id: number }

/** Creates a template without tasks. */
export const createTemplate = defineCommand({
  name: 'template.create',
  needs: () => ({}),
  rule: (_state: object, draft: TemplateDraft, author) => draftToTemplate(draft, author),
})

/**
 * Deletes a template and its tasks, but not the projects created from it. The template can be restored for 30 days.
 * Throws `not_found` and `refused`.
 */
export const deleteTemplate = defineCommand({
  name: 'template.delete',
  needs: ({ id }: ById) => ({ templateWithTasks: id }),
  rule: ({ template }: { template: TemplateWithTasks | null }, _input, { userId }) => {
    const found = requireFound(template)
    requireOwnTemplate(found, userId)
    return found
  },
})

type RestoreState = { template: Template | null; trashed: TemplateWithTasks | null }

/** Restores a deleted template with its tasks. Returns null if it is not deleted. Throws `not_found`. */
export const restoreTemplate = defineCommand({
  name: 'template.restore',
  needs: ({ id }: ById) => ({ template: id, trashed: id }),
  rule: ({ template, trashed }: RestoreState, _input, author): TemplateWithTasks | null => {
    if (template && canChangeTemplate(template, author.userId)) return null
    const found = requireFound(trashed)
    return { ...found, version: found.version + 1, updatedAt: author.now }
  },
})

/**
 * Replaces the tasks of a template. Returns null if nothing changes.
 * Throws `not_found`, `refused`, `unknown_dependency` and `dependency_cycle`.
 */
export const setTemplateTasks = defineCommand({
  name: 'template.setTasks',
  needs: ({ id }: ById & { tasks: readonly TemplateTaskDraft[] }) => ({ templateWithTasks: id }),
  rule: ({ template }: { template: TemplateWithTasks | null }, { tasks }, author) => {
    const found = requireFound(template)
    requireOwnTemplate(found, author.userId)
    return draftsToTasks(found, tasks, author)
  },
})

type Instantiated = {
  template: TemplateWithTasks | null
  /** The last open task of each level that the template uses. */
  levels: ReadonlyMap<Level, readonly Place[]>
}

/** Creates the tasks of a project, each at the end of its level, even if the level is full. Throws `not_found`. */
export const instantiateTemplate = defineCommand({
  name: 'template.instantiate',
  needs: ({ id }: ById & { wanted: Instantiation }) => ({ templateWithTasks: id }),
  rule: ({ template, levels }: Instantiated, { wanted }, author) => {
    const templateTasks = requireFound(template).tasks
    const drafts = templateTasks.map((task) => templateTaskToDraft(task, wanted))
    const tasks = createTasks(drafts, levels, author)
    return { tasks, templateTasks }
  },
})
