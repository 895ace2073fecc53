import { useState } from 'react'

import { requireDependencies } from '#domain/dependency.ts'
import type { Task } from '#domain/task.ts'

import { useChangeTask } from '../tasks/queries.ts'
import { DependencyPicker } from '../tasks/fields/dependency-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'

type Props = {
  task: Task | null
  tasks: readonly Task[]
  onClose: () => void
  /** Puts the focus on the bar again: the menu that opened this is gone. */
  onOpenerGone: () => void
}

/** Chooses what a task depends on, by title. Each choice is saved at once; a circle is refused at the field. */
export function LinksDialog({ task, tasks, onClose, onOpenerGone }: Props) {
  const { mutate: change } = useChangeTask()
  const [error, setError] = useState<string | undefined>()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const set = (dependencies: string[]) => {
    if (!task) return
    try {
      requireDependencies(task.id, dependencies, tasks)
    } catch (fault) {
      return setError(fault instanceof Error ? fault.message : String(fault))
    }
    setError(undefined)
    change({ task, patch: { dependencies } })
  }
  return (
    <Dialog
      open={task !== null}
      onClose={close}
      onOpenerGone={onOpenerGone}
      title={`What “${task?.title ?? ''}” depends on`}
      width="categories"
      footer={
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            Done
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
