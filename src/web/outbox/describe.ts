import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { TaskPatch } from '#domain/tasks/task.ts'
import type { SeveralTasksInput, TaskDraftInput } from '#domain/tasks/task-draft.ts'
import type { TrashRef } from '#domain/trash/trash.ts'

import type { WaitingFile } from '../attachments/commands.ts'
import type { SeenChange } from '../selection/commands.ts'
import type { PushDown, Swap } from '../slots/commands.ts'
import type { TaskChange } from '../tasks/data/commands.ts'
import { temporaryIdsOf } from './client-commands.ts'
import type { Waiting } from './waiting.ts'
import * as words from './words.ts'

/** The subject and the action of a waiting call, such as 'Weekly planning' and 'Move to level 2'. */
export type Description = {
  about: string
  does: string
  icon: 'add' | 'complete' | 'move' | 'edit' | 'remove'
}

/** The inputs of the commands that can wait, by name. */
type Inputs = {
  'task.create': TaskDraftInput
  'task.createSeveral': SeveralTasksInput
  'task.change': TaskChange
  'task.orderLevel': { level: Level }
  'task.duplicate': ShortTask
  'task.delete': ShortTask
  'task.restore': { id: number }
  'task.undo': { tasks: readonly ShortTask[] }
  'task.changeSeveral': { changes: readonly SeenChange[] }
  'task.deleteSeveral': readonly ShortTask[]
  'task.restoreSeveral': readonly ShortTask[]
  'task.swap': Swap
  'task.pushDown': PushDown
  'attachment.add': WaitingFile
  'attachment.remove': { taskId: number; name: string }
  'category.create': { name: string }
  'category.delete': { name: string }
  'category.restore': { name: string }
  'template.create': { name: string }
  'template.setTasks': { tasks: readonly unknown[] }
  'template.instantiate': { wanted: { projectName: string } }
  'template.delete': { id: number }
  'template.restore': { id: number }
  'trash.deleteForever': TrashRef
  'trash.empty': unknown
  'account.changeSettings': unknown
  'sample.add': SeveralTasksInput
  'sample.remove': readonly ShortTask[]
}

type Describe<Input> = {
  describe: (input: Input, titleOf: (id: number) => string) => Description
  /** The existing tasks that the call changes. */
  ids?: (input: Input) => readonly number[]
}

const idsOf = (tasks: readonly ShortTask[]) => tasks.map(({ id }) => id)
const several = (tasks: readonly { title: string }[]) =>
  tasks.length === 1 ? (tasks[0]?.title ?? '') : words.tasks(tasks.length)

const DESCRIBE: { [Name in keyof Inputs]: Describe<Inputs[Name]> } = {
  'task.create': { describe: ({ title }) => ({ about: title, does: words.addTask, icon: 'add' }) },
  'task.createSeveral': {
    describe: ({ tasks }) => ({ about: several(tasks), does: words.addTasks(tasks.length), icon: 'add' }),
  },
  'task.change': {
    describe: ({ task, patch }) => ({ about: patch.title ?? task.title, ...describePatch(patch) }),
    ids: ({ task }) => [task.id],
  },
  'task.orderLevel': {
    describe: ({ level }) => ({ about: words.level(level), does: words.order, icon: 'move' }),
  },
  'task.duplicate': {
    describe: ({ title }) => ({ about: title, does: words.duplicate, icon: 'add' }),
    ids: ({ id }) => [id],
  },
  'task.delete': {
    describe: ({ title }) => ({ about: title, does: words.remove, icon: 'remove' }),
    ids: ({ id }) => [id],
  },
  'task.restore': {
    describe: ({ id }, titleOf) => ({ about: titleOf(id), does: words.restore, icon: 'add' }),
    ids: ({ id }) => [id],
  },
  'task.undo': {
    describe: ({ tasks }) => ({ about: several(tasks), does: words.undo, icon: 'edit' }),
    ids: ({ tasks }) => idsOf(tasks),
  },
  'task.changeSeveral': {
    describe: ({ changes }) => ({
      about: several(changes.map(({ task }) => task)),
      ...describePatch(changes[0]?.patch ?? {}),
    }),
    ids: ({ changes }) => changes.map(({ task }) => task.id),
  },
  'task.deleteSeveral': {
    describe: (tasks) => ({ about: several(tasks), does: words.remove, icon: 'remove' }),
    ids: idsOf,
  },
  'task.restoreSeveral': {
    describe: (tasks) => ({ about: several(tasks), does: words.restore, icon: 'add' }),
    ids: idsOf,
  },
  'task.swap': {
    describe: ({ task, other }) => ({ about: task.title, does: words.swapWith(other.title), icon: 'move' }),
    ids: ({ task, other }) => [task.id, other.id],
  },
  'task.pushDown': {
    describe: ({ task, level }) => ({ about: task.title, does: words.moveToLevel(level), icon: 'move' }),
    ids: ({ moves }) => moves.map(({ id }) => id),
  },
  'attachment.add': {
    describe: ({ taskId, name, size }, titleOf) => ({
      about: name,
      does: words.attachTo(titleOf(taskId), size),
      icon: 'add',
    }),
    ids: ({ taskId }) => [taskId],
  },
  'attachment.remove': {
    describe: ({ taskId, name }, titleOf) => ({
      about: titleOf(taskId),
      does: words.removeFile(name),
      icon: 'remove',
    }),
    ids: ({ taskId }) => [taskId],
  },
  'category.create': { describe: ({ name }) => ({ about: name, does: words.addCategory, icon: 'add' }) },
  'category.delete': {
    describe: ({ name }) => ({ about: name, does: words.removeCategory, icon: 'remove' }),
  },
  'template.create': { describe: ({ name }) => ({ about: name, does: words.addTemplate, icon: 'add' }) },
  'template.setTasks': {
    describe: ({ tasks }) => ({ about: words.template, does: words.addTasks(tasks.length), icon: 'add' }),
  },
  'template.instantiate': {
    describe: ({ wanted }) => ({ about: wanted.projectName, does: words.createProject, icon: 'add' }),
  },
  'template.delete': {
    describe: () => ({ about: words.template, does: words.remove, icon: 'remove' }),
  },
  'category.restore': { describe: ({ name }) => ({ about: name, does: words.restore, icon: 'add' }) },
  'template.restore': {
    describe: () => ({ about: words.template, does: words.restore, icon: 'add' }),
  },
  'trash.deleteForever': {
    describe: ({ kind, id }) => ({
      about: kind === 'category' ? String(id) : words.trash,
      does: words.deleteForever,
      icon: 'remove',
    }),
  },
  'trash.empty': { describe: () => ({ about: words.trash, does: words.emptyTrash, icon: 'remove' }) },
  'account.changeSettings': {
    describe: () => ({ about: words.settings, does: words.edit, icon: 'edit' }),
  },
  'sample.add': { describe: () => ({ about: words.samples, does: words.add, icon: 'add' }) },
  'sample.remove': {
    describe: () => ({ about: words.samples, does: words.remove, icon: 'remove' }),
    ids: idsOf,
  },
}

/** @param titleOf returns the title of a task, for calls that store only its id */
export function describeWaiting({ name, input }: Waiting, titleOf: (id: number) => string): Description {
  const entry = entryOf(name)
  return entry?.describe(input as never, titleOf) ?? { about: name, does: words.edit, icon: 'edit' }
}

/** Returns the ids of the tasks that a call creates or changes. */
export function taskIdsOf({ name, input, key }: Pick<Waiting, 'name' | 'input' | 'key'>): readonly number[] {
  return [...temporaryIdsOf(name, input, key), ...(entryOf(name)?.ids?.(input as never) ?? [])]
}

function entryOf(name: string): Describe<never> | undefined {
  return (DESCRIBE as Partial<Record<string, Describe<never>>>)[name]
}

function describePatch(patch: TaskPatch): Omit<Description, 'about'> {
  const { completed, priority } = patch
  if (completed !== undefined) return { does: completed ? words.complete : words.reopen, icon: 'complete' }
  const isTime = 'elapsedTime' in patch && Object.keys(patch).every((field) => TIME_FIELDS.has(field))
  if (isTime) return { does: words.saveTime, icon: 'edit' }
  if ('plannedFor' in patch && Object.keys(patch).length === 1)
    return { does: patch.plannedFor ? words.plan : words.unplan, icon: 'edit' }
  const isMove = priority !== undefined && Object.keys(patch).every((field) => MOVE_FIELDS.has(field))
  return isMove ? { does: words.moveToLevel(priority), icon: 'move' } : { does: words.edit, icon: 'edit' }
}

const TIME_FIELDS = new Set(['elapsedTime', 'progress'])
const MOVE_FIELDS = new Set(['priority', 'position'])
