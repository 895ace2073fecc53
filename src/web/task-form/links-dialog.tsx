import { useLayoutEffect, useState } from 'react'

import { requireDependencies } from '#domain/tasks/dependency.ts'

import { useStore } from '../state/store.ts'
import { errorText } from '../sync/error-text.ts'
import { findById } from '../sync/runner/outbox.ts'
import { run } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { linksStore } from './open-links.ts'
import { DependencyPicker } from './fields/dependency-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import * as words from './words.ts'

/** A dialog that picks a task's dependencies by title. The dialog saves each choice immediately, and rejects cycles. */
export function LinksDialog() {
  const { tasks = NO_TASKS } = useTasks(false)
  const { isOpen, taskId, onOpenerGone } = useStore(linksStore)
  const task = findById(tasks, taskId)
  const [error, setError] = useState<string | undefined>()
  const close = () => {
    setError(undefined)
    linksStore.set({ isOpen: false, taskId, onOpenerGone })
  }
  const isGone = isOpen && tasks.length > 0 && !task
  // Otherwise the dialog would reopen when the task returns.
  useLayoutEffect(() => {
    if (isGone) linksStore.set({ isOpen: false, taskId, onOpenerGone })
  }, [isGone, taskId, onOpenerGone])
  const set = (dependencies: string[]) => {
    if (!task) return
    try {
      requireDependencies(task.id, dependencies, tasks)
    } catch (fault) {
      return setError(errorText(fault))
    }
    setError(undefined)
    run(changeTask, { task, patch: { dependencies } })
  }
  return (
    <Dialog
      open={isOpen && task !== undefined}
      onClose={close}
      onOpenerGone={onOpenerGone}
      title={words.dependenciesOf(task?.title ?? '')}
      width="categories"
      footer={
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            {words.done}
          </Button>
        </DialogFooter>
      }
    >
      {task && (
        <DependencyPicker
          ids={task.dependencies}
          ownId={task.id}
          tasks={tasks}
          error={error}
          set={(_, value) => set(value as string[])}
        />
      )}
    </Dialog>
  )
}
