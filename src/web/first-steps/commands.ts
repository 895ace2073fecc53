import type { FirstStep } from '#domain/account/first-steps.ts'
import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import type { Settings } from '#domain/account/settings.ts'
import * as definitions from '#domain/samples/commands.ts'
import type { RemovedSamples } from '#domain/samples/samples-schema.ts'
import { isUntouched } from '#domain/samples/samples.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import { DRAFT_FIELD_NAMES } from '#domain/tasks/task-fields.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { SeveralTasksInput, TaskDraftInput } from '#domain/tasks/task-draft.ts'

import { changeSettings } from '../account/commands.ts'
import { currentSettings, settingsQuery } from '../account/settings.ts'
import { uploads } from '../attachments/uploads.ts'
import { saveTimes } from '../clock/follow-tasks.ts'
import { createTasks } from '../quick-add/commands.ts'
import { ApiError } from '../sync/api.ts'
import { rejectionText } from '../sync/error-text.ts'
import { queryClient } from '../sync/query-client.ts'
import { type RunQuietly, defineClientCommand } from '../sync/runner/command.ts'
import { run, runQuietly } from '../sync/runner/run.ts'
import { readTexts } from '../tasks/data/load-texts.ts'
import {
  TASKS_KEY,
  isDeleted,
  listedTasks,
  showChanged,
  showCreated,
  shownTasks,
  taskScope,
} from '../tasks/data/task-cache.ts'
import { reportTaskEnd } from '../tasks/data/task-ends.ts'
import { projectCreated, projectFailed } from '../templates/words.ts'
import * as words from './words.ts'

type Client = typeof queryClient

export const addSamples = defineClientCommand({
  name: definitions.addSamples.name,
  scopes: () => ['settings'],
  request: (input: SeveralTasksInput) => ({ method: 'POST', path: '/api/samples', body: input }),
  settle: (client, { body }: { body: ChangedTask[] }) => {
    // Set the samples first, or the tasks would count as the user's own. If all were deleted, others may have been added.
    const ids = body.map(({ id }) => id)
    if (!body.every(isDeleted)) setSamples(client, ids)
    return showCreated(client, body)
  },
  inverse: (client, _input, _before, added) => async (run) => {
    const ids = new Set(added.map(({ id }) => id))
    const samples = listedTasks(client).filter(({ id }) => ids.has(id))
    await removeWithTimes(samples, (whole) => run(removeSamples, whole))
  },
  success: (tasks) => words.samplesAdded(tasks.length),
  failure: (error) => rejectionText(error, words.samplesNotAdded),
})

const removal = defineClientCommand({
  name: definitions.removeSamples.name,
  scopes: (samples: readonly Task[]) => ['settings', ...samples.map(({ id }) => taskScope(id))],
  request: () => ({ method: 'DELETE', path: '/api/samples' }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], samples) => {
      const ids = new Set(samples.map(({ id }) => id))
      return tasks.filter((task) => !ids.has(task.id) || !hasTexts(task) || !isUntouched(task))
    },
  },
  settle: (client, { body: { removed } }: { body: RemovedSamples }) => {
    const deleted = removed.map((id) => ({ id, deleted: true as const }))
    showChanged(client, deleted)
    setSamples(client, [])
    for (const id of removed) reportTaskEnd('delete', id)
    return removed
  },
  remember: shownTasks,
  inverse: (_client, samples, before, removed) => async (run) => {
    const ids = new Set(removed)
    // Undo gives the samples new ids, so redo removes tasks that the input doesn't list.
    const tasks = before
      .filter(({ id }) => ids.has(id))
      .map((task) => ({ ...samples.find(({ title }) => title === task.title), ...task }) as Task)
      .toSorted((a, b) => a.position - b.position)
      .map(taskToDraft)
    if (tasks.length > 0) await run(addSamples, { tasks })
  },
  success: (removed, samples) => words.samplesRemoved(samples.length - removed.length),
  failure: (error) => rejectionText(error, words.samplesNotRemoved),
})

/** Removes the sample tasks for good. The input lists the samples that still exist. Undo adds them back. */
export const removeSamples = {
  ...removal,
  // A timer may have been started since.
  redo: (run: RunQuietly) => {
    const ids = new Set(currentSettings().sampleTasks)
    const samples = listedTasks(queryClient).filter(({ id }) => ids.has(id))
    return removeWithTimes(samples, (whole) => run(removal, whole, { isAction: true }))
  },
}

/**
 * Saves the samples' timers, then removes the samples. Samples with logged time count as the user's own tasks and stay.
 * @throws ApiError if a sample can't be loaded or its time can't be saved, and during an upload to one, because undo
 *   couldn't bring the file back; status 0 keeps an undo for another attempt
 */
export async function removeWithTimes<T>(
  samples: readonly ShortTask[],
  remove: (whole: readonly Task[]) => Promise<T>,
): Promise<T> {
  const ids = new Set(samples.map(({ id }) => id))
  const message = words.sampleUploading
  if (uploads.get().uploads.some(({ taskId }) => ids.has(taskId)))
    throw new ApiError(0, message, { code: 'cannot_undo', message })
  const whole = await readTexts(queryClient, samples)
  await saveTimes(whole)
  return remove(whole)
}

export const createProject = {
  ...createTasks,
  success: (tasks: readonly Task[]) => projectCreated(tasks.length),
  failure: (error: unknown) => rejectionText(error, projectFailed),
}

export function hideSteps(): void {
  run(changeSettings, { hidesSteps: true })
}

/** Records that a step is done. Has no undo, because a finished step doesn't come back. */
export async function noteDone(step: FirstStep): Promise<void> {
  if (currentSettings().doneSteps.includes(step)) return
  // Until this is saved, another browser may still offer the step, which is harmless.
  await runQuietly(changeSettings, { doneSteps: [step] }).catch(() => undefined)
}

function setSamples(client: Client, sampleTasks: number[]): void {
  client.setQueryData<Settings>(settingsQuery.queryKey, (settings = DEFAULT_SETTINGS) => ({
    ...settings,
    sampleTasks,
  }))
}

function taskToDraft(task: Task): TaskDraftInput {
  const fields = DRAFT_FIELD_NAMES.filter((name) => name !== 'position')
  return Object.fromEntries(fields.map((name) => [name, task[name]])) as unknown as TaskDraftInput
}
