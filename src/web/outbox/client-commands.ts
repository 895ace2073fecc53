import type { ChangedTask } from '#domain/tasks/change.ts'
import { createTask as createTaskRule, createTasks as createTasksRule } from '#domain/tasks/commands.ts'
import { openByLevel, openTasksAtLevel } from '#domain/tasks/level.ts'
import { initialFields } from '#domain/tasks/task-fields.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { TaskDraft } from '#domain/tasks/task.ts'
import type { SeveralTasksInput, TaskDraftInput } from '#domain/tasks/task-draft.ts'
import { instantiateTemplate as instantiateRule } from '#domain/templates/commands.ts'
import { linkTasks } from '#domain/templates/template-rules.ts'
import {
  type Template,
  type TemplateDraftInput,
  type TemplateWithTasks,
  instantiationSchema,
} from '#domain/templates/template.ts'

import { changeSettings } from '../account/commands.ts'
import { addAttachment, removeAttachment } from '../attachments/commands.ts'
import { createCategory, deleteCategory, restoreCategory } from '../categories/commands.ts'
import { addSamples, removeSamples } from '../first-steps/commands.ts'
import { createTasks } from '../quick-add/commands.ts'
import { changeSeveral, deleteSeveral, restoreSeveral } from '../selection/commands.ts'
import { pushDown, swapTasks } from '../slots/commands.ts'
import type { ClientCommand, Overlay } from '../sync/runner/command.ts'
import * as tasks from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { TASKS_KEY, isDeleted } from '../tasks/data/task-cache.ts'
import { authorOf, putInList } from '../tasks/data/task-list.ts'
import { TEMPLATES_KEY } from '../templates/changed-templates.ts'
import * as templates from '../templates/commands.ts'
import { waitingTemplate } from '../templates/waiting-template.ts'
import { deleteForever, emptyTrash } from '../trash/commands.ts'
import { temporaryId } from '../sync/runner/temporary-ids.ts'

/** A command whose types are unknown, because its name was read from storage. */
export type AnyCommand = ClientCommand<never, unknown, never, never, never>

/** How far the server's clock may be behind this browser's, in ms. */
const SKEW_MS = 2000

/**
 * Adds tasks that may have been created by a call whose response was lost. Each added task hides the copy that a live
 * update delivered, so that the task appears only once and keeps its id in open forms until the response arrives.
 */
function putCreated(list: readonly ShortTask[], created: readonly ShortTask[]): ShortTask[] {
  const twins = new Set<number>()
  for (const { title, priority, createdAt } of created) {
    const since = Date.parse(createdAt) - SKEW_MS
    const twin = list.find(
      (task) =>
        task.id > 0 &&
        !twins.has(task.id) &&
        task.title === title &&
        task.priority === priority &&
        Date.parse(task.createdAt) >= since,
    )
    if (twin) twins.add(twin.id)
  }
  return putInList(
    list.filter(({ id }) => !twins.has(id)),
    created,
  )
}

/** Shows a task that the server hasn't created yet, with a temporary id. */
const createOverlay: Overlay<TaskDraftInput, readonly ShortTask[]> = {
  queryKey: TASKS_KEY,
  apply: (list, draft, present, key) => {
    const whole = { ...initialFields(), ...draft } as TaskDraft
    const level = openTasksAtLevel(list, whole.priority)
    const task = createTaskRule.rule({ level, nodes: list, hasParent: true }, whole, authorOf(list, present))
    return putCreated(list, [{ ...task, id: temporaryId(key) }])
  },
}

const createSeveralOverlay: Overlay<SeveralTasksInput, readonly ShortTask[]> = {
  queryKey: TASKS_KEY,
  apply: (list, input, present, key) => {
    const drafts = input.tasks.map((draft) => ({ ...initialFields(), ...draft }) as TaskDraft)
    const levels = openByLevel(list)
    const created = createTasksRule.rule({ levels }, { tasks: drafts }, authorOf(list, present))
    return putCreated(
      list,
      created.map((task, place) => ({ ...task, id: temporaryId(key, place) })),
    )
  },
}

/** Shows a project's tasks if the page had loaded its template. */
const instantiateOverlay: Overlay<templates.Use, readonly ShortTask[]> = {
  queryKey: TASKS_KEY,
  apply: (list, { wanted, tasks = [] }, present, key) => {
    const levels = openByLevel(list)
    const template = { tasks } as TemplateWithTasks
    const use = { id: 0, wanted: instantiationSchema.parse(wanted) }
    const project = instantiateRule.rule({ template, levels }, use, authorOf(list, present))
    const made = project.tasks.map((task, place) => ({ ...task, id: temporaryId(key, place) }))
    const linkedById = new Map(linkTasks(made, project.templateTasks).map((task) => [task.id, task]))
    return putCreated(
      list,
      made.map((task) => linkedById.get(task.id) ?? task),
    )
  },
}

const createTemplateOverlay: Overlay<TemplateDraftInput, readonly Template[]> = {
  queryKey: TEMPLATES_KEY,
  apply: (list, draft, present, key) => [...list, waitingTemplate(draft, present, key)],
}

const deleteTemplateOverlay: Overlay<{ id: number }, readonly Template[]> = {
  queryKey: TEMPLATES_KEY,
  apply: (list, { id }) => list.filter((template) => template.id !== id),
}

export const WAITING_COMMANDS = [
  createTask,
  tasks.changeTask,
  tasks.orderLevel,
  tasks.duplicateTask,
  tasks.deleteTask,
  tasks.restoreTask,
  tasks.undoCall,
  createTasks,
  changeSeveral,
  deleteSeveral,
  restoreSeveral,
  swapTasks,
  pushDown,
  addAttachment,
  removeAttachment,
  createCategory,
  deleteCategory,
  restoreCategory,
  templates.createTemplate,
  templates.setTemplateTasks,
  templates.instantiateTemplate,
  templates.deleteTemplate,
  templates.restoreTemplate,
  deleteForever,
  emptyTrash,
  changeSettings,
  addSamples,
  removeSamples,
] as unknown as readonly AnyCommand[]

const commandByName = new Map<string, AnyCommand>(WAITING_COMMANDS.map((command) => [command.name, command]))

const overlayByName = new Map<string, unknown>([
  [createTask.name, createOverlay],
  [createTasks.name, createSeveralOverlay],
  [addSamples.name, createSeveralOverlay],
  [templates.createTemplate.name, createTemplateOverlay],
  [templates.deleteTemplate.name, deleteTemplateOverlay],
  [templates.instantiateTemplate.name, instantiateOverlay],
])

/** Returns a command that can wait, with its overlay while it waits; undefined for any other command. */
export function findCommand(name: string): AnyCommand | undefined {
  const command = commandByName.get(name)
  const overlay = overlayByName.get(name)
  return command && overlay ? { ...command, overlay: overlay as AnyCommand['overlay'] } : command
}

/** Returns the server's ids for the tasks or the template of a call; undefined for a task that wasn't created. */
export function createdIds(name: string, input: unknown, body: unknown): readonly (number | undefined)[] {
  if (name === createTask.name || name === templates.createTemplate.name) return [(body as { id: number }).id]
  if (name === createTasks.name) return (body as ChangedTask[]).map(({ id }) => id)
  if (name === addSamples.name) return idsOf(draftsOf(name, input), body as ChangedTask[])
  if (name !== templates.instantiateTemplate.name) return []
  return idsOf(draftsOf(name, input), (body as { tasks: ChangedTask[] }).tasks)
}

/** Returns the temporary ids of the tasks or the template that a call creates. */
export function temporaryIdsOf(name: string, input: unknown, key: string): readonly number[] {
  if (name === createTask.name || name === templates.createTemplate.name) return [temporaryId(key)]
  return draftsOf(name, input).map((_, place) => temporaryId(key, place))
}

function draftsOf(name: string, input: unknown): readonly { title: string }[] {
  if (name === templates.instantiateTemplate.name) return (input as templates.Use).tasks ?? []
  return name === createTasks.name || name === addSamples.name ? (input as SeveralTasksInput).tasks : []
}

/**
 * Returns the ids of the tasks that drafts became. The indexes differ if the template changed or the samples were added
 * elsewhere, so titles decide. If both lists have the same length, the rest match in order: they were renamed or deleted.
 */
function idsOf(
  drafts: readonly { title: string }[],
  created: readonly ChangedTask[],
): (number | undefined)[] {
  const inPlace = drafts.map(({ title }, place) => created.slice(place, place + 1).find(titled(title))?.id)
  const left = created.filter(({ id }) => !inPlace.includes(id))
  const ids = drafts.map(({ title }, place) => {
    if (inPlace[place] !== undefined) return inPlace[place]
    const found = left.findIndex(titled(title))
    return found < 0 ? undefined : left.splice(found, 1)[0]?.id
  })
  return drafts.length === created.length ? ids.map((id) => id ?? left.shift()?.id) : ids
}

const titled = (title: string) => (task: ChangedTask) => !isDeleted(task) && task.title === title
