import { useState } from 'react'

import { requireDependencies } from '#domain/tasks/dependency.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { errorText } from '../../sync/error-text.ts'
import { run } from '../../sync/runner/run.ts'
import { changeTask } from '../../tasks/data/commands.ts'
import { DependencyPicker } from '../../task-form/fields/dependency-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import * as words from '../words.ts'

type Props = {
  task: ShortTask | null
  tasks: readonly ShortTask[]
  onClose: () => void
  /** Focuses the bar, because the menu that opened the dialog is gone. */
  onOpenerGone: () => void
}

/** A dialog that picks a task's dependencies by title. It saves each choice immediately and rejects cycles. */
export function LinksDialog({ task, tasks, onClose, onOpenerGone }: Props) {
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
      return setError(errorText(fault))
    }
    setError(undefined)
    run(changeTask, { task, patch: { dependencies } })
  }
  return (
    <Dialog
      open={task !== null}
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
