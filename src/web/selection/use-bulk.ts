import type { BulkPatch } from '#domain/tasks/bulk.ts'
import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { offerRoom } from '../slots/rejected-move.ts'
import { secondsOf } from '../clock/clock.ts'
import { loadSaveWork } from '../clock/queries.ts'
import { saveFailed } from '../clock/words.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { endTasks } from '../tasks/data/task-ends.ts'
import { showError } from '../toasts/toast.ts'
import { changeSeveral, deleteSeveral } from './commands.ts'
import { rememberCard } from './return-focus.ts'
import { clearSelection, currentSelection, selectAll } from './selection.ts'
import * as words from './words.ts'

/** The bar's actions on the selected tasks. Each action is one command with one undo. */
export type Bulk = ReturnType<typeof bulkOf>

/** Returns the actions for the selected tasks, which must be in board order. */
export function bulkOf(selected: readonly ShortTask[]) {
  const change = (action: words.BulkAction, patch: BulkPatch) =>
    void act(selected, () =>
      runAndWait(changeSeveral, { action, changes: selected.map((task) => ({ task, patch })) }),
    )
  return {
    complete: () =>
      selected.some(({ id }) => secondsOf(id) > 0)
        ? void act(selected, () => completeTimed(selected))
        : change('complete', { completed: true }),
    move: (priority: Level) => change('move', { priority }),
    /** Offers ways to get a single task into a full level. Returns false if several tasks are selected or the board isn't shown. */
    makeRoom: (level: Level): boolean => {
      const [task, ...others] = selected
      if (!task || others.length > 0 || !offerRoom(task, level)) return false
      clearSelection()
      return true
    },
    setCategory: (category: string) => change('change', { category }),
    setProject: (projectName: string | null) =>
      change('change', projectName ? { category: CATEGORY_PROJECT, projectName } : { projectName }),
    setDueDate: (dueDate: string | null) => change('change', { dueDate }),
    plan: (day: string | null) => change(day ? 'plan' : 'unplan', { plannedFor: day }),
    remove: () => void act(selected, () => runAndWait(deleteSeveral, selected)),
  }
}

/** Completes tasks and saves the time of their timers in the same write. */
async function completeTimed(tasks: readonly ShortTask[]): Promise<void> {
  const onFailure = endTasks(tasks.map(({ id }) => id))
  const { changes, release, reject } = await loadSaveWork()
    .then(({ beginSaves }) => beginSaves(tasks))
    .catch((error: unknown) => {
      showError(saveFailed)
      onFailure(error)
      throw error
    })
  const completed = changes.map(({ patch, ...seen }) => ({ ...seen, patch: { ...patch, completed: true } }))
  try {
    await runAndWait(changeSeveral, { action: 'complete', changes: completed }, { onWaiting: release })
    release()
  } catch (error) {
    reject(error)
    onFailure(error)
    throw error
  }
}

/** Runs an action and clears the selection. If the action fails on the board, selects the same tasks again. */
async function act(selected: readonly ShortTask[], run: () => Promise<unknown>): Promise<void> {
  const { last } = currentSelection()
  const focusCard = rememberCard(last)
  const running = run()
  clearSelection()
  focusCard()
  try {
    await running
  } catch {
    // A toast has explained why. Other views don't show the selection, but the palette would use it.
    const ids = selected.map(({ id }) => id)
    if (document.querySelector('.board') && currentSelection().ids.size === 0) selectAll(ids, last)
  }
}
