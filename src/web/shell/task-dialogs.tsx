import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { focusCard } from '../board/card/focus-card.ts'
import { startClock } from '../clock/clock.ts'
import { AskedReset } from '../clock/reset-button.tsx'
import { useCurrentTask } from '../tasks/data/queries.ts'
import { withTexts } from '../tasks/data/load-texts.ts'
import {
  DetailsDialog,
  EditTaskDialog,
  LinksDialog,
  TaskAddress,
  WorkCanvasDialog,
} from './deferred-parts.tsx'

export type TaskDialogsState = ReturnType<typeof useTaskDialogs>

export function useTaskDialogs(tasks: readonly ShortTask[] | undefined) {
  const client = useQueryClient()
  const [detailsOf, setDetailsOf] = useState<Task | null>(null)
  const [opened, setOpened] = useState<Task | null>(null)
  const [workingOn, setWorkingOn] = useState<Task | null>(null)
  const openerGone = useRef<() => void>(undefined)
  // Opening a dialog renders only that dialog, because the others get the same functions.
  const actions = useMemo(() => {
    const openWork = (task: ShortTask) => withTexts(client, task, setWorkingOn)
    return {
      openDetails: (task: ShortTask) => withTexts(client, task, setDetailsOf),
      closeDetails: () => setDetailsOf(null),
      openEdit: (task: ShortTask, whenGone?: () => void) => {
        openerGone.current = whenGone ?? (() => focusCard(task.id, 'title'))
        withTexts(client, task, setOpened)
      },
      closeEdit: () => setOpened(null),
      afterEdit: () => openerGone.current?.(),
      openWork,
      closeWork: () => setWorkingOn(null),
      startWork: (task: ShortTask) => {
        startClock(task.id)
        openWork(task)
      },
    }
  }, [client])
  return {
    detailed: useCurrentTask(detailsOf, tasks),
    editing: useCurrentTask(opened, tasks),
    workingOn: useCurrentTask(workingOn, tasks),
    addresses: { task: detailsOf?.id, edit: opened?.id },
    ...actions,
  }
}

export function TaskDialogs({ of }: { of: TaskDialogsState }) {
  return (
    <>
      <DetailsDialog
        task={of.detailed}
        onClose={of.closeDetails}
        onOpen={of.openDetails}
        onEdit={of.openEdit}
        onStartWork={of.startWork}
      />
      <EditTaskDialog task={of.editing} onClose={of.closeEdit} onOpenerGone={of.afterEdit} />
      <TaskAddress name="task" openedId={of.addresses.task} onOpen={of.openDetails} />
      <TaskAddress name="edit" openedId={of.addresses.edit} onOpen={of.openEdit} />
      <LinksDialog />
      <WorkCanvasDialog task={of.workingOn} onClose={of.closeWork} />
      <AskedReset />
    </>
  )
}
