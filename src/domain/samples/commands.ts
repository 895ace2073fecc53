import { defineCommand } from '../command.ts'
import type { Place } from '../tasks/level.ts'
import type { Level } from '../tasks/priority.ts'
import { createTasks } from '../tasks/task-rules.ts'
import type { Task } from '../tasks/task.ts'
import type { SeveralTasks } from '../tasks/task-draft.ts'
import { isUntouched } from './samples.ts'

type AddState = {
  /** The user's sample tasks that still exist. */
  present: readonly Task[]
  /** The last open task of each level that the samples use. */
  levels: ReadonlyMap<Level, readonly Place[]>
}

/** Adds the sample board, completely or not at all. Returns null if the user already has it. */
export const addSamples = defineCommand({
  name: 'sample.add',
  needs: ({ tasks }: SeveralTasks) => ({ lastPlaces: [...new Set(tasks.map(({ priority }) => priority))] }),
  rule: ({ present, levels }: AddState, { tasks }, author) => {
    if (present.length > 0) return null
    const drafts = tasks.map((task) => ({ ...task, dependencies: [], parentTaskId: null }))
    return createTasks(drafts, levels, author)
  },
})

type RemoveState = {
  /** The user's sample tasks that still exist. */
  present: readonly Task[]
  /** The sample tasks in the trash. */
  trashed: readonly Task[]
}

/** Removes the sample tasks for good. Tasks that the user edited or worked on stay and are no longer samples. */
export const removeSamples = defineCommand({
  name: 'sample.remove',
  needs: () => ({}),
  rule: ({ present, trashed }: RemoveState) => ({
    removed: present.filter(isUntouched).map(({ id }) => id),
    forgotten: trashed.filter(isUntouched).map(({ id }) => id),
  }),
})
