import { useState } from 'react'

import type { User } from '#domain/account.ts'
import type { Level } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { Board } from '../board/board.tsx'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { CompletedList } from '../completed/completed-list.tsx'
import { ShortcutSheet } from '../keys/shortcut-sheet.tsx'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { AddTaskDialog } from '../tasks/add-task-dialog.tsx'
import { EditTaskDialog } from '../tasks/edit-task-dialog.tsx'
import { useTasks } from '../tasks/queries.ts'
import { undoByKey } from '../tasks/task-toasts.ts'
import { DatedTasks } from '../timeline/dated-tasks.tsx'
import { useToday } from '../today.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Header } from './header.tsx'
import { TaskTitle } from './task-title.tsx'
import { ViewTabs } from './view-tabs.tsx'

/** What the add dialog is open for: no level chosen yet, or one. */
type Adding = { level?: Level }

/** The main page: the person's tasks in three views, and the dialogs that change them. */
export function HomePage({ user }: { user: User }) {
  const { tasks, error, refetch } = useTasks()
  const today = useToday()
  const [adding, setAdding] = useState<Adding | null>(null)
  const [editingId, setEditingId] = useState<number | null>(null)
  const editing = tasks?.find((task) => task.id === editingId) ?? null
  const openEdit = (task: Task) => setEditingId(task.id)
  const [showsKeys, setShowsKeys] = useState(false)
  useShortcuts({
    n: tasks && (() => setAdding({})),
    '?': () => setShowsKeys(true),
    'Mod+z': undoByKey,
  })

  if (!tasks && error) {
    return (
      <Page user={user}>
        <ErrorState
          title="Your tasks could not be loaded."
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Page>
    )
  }
  return (
    <Page user={user} onAddTask={() => setAdding({})}>
      <TaskTitle tasks={tasks} today={today} />
      <ViewTabs
        onShowKeys={() => setShowsKeys(true)}
        priority={
          tasks ? (
            <Board tasks={tasks} today={today} onEdit={openEdit} onAdd={(level) => setAdding({ level })} />
          ) : (
            <BoardSkeleton />
          )
        }
        timeline={<DatedTasks tasks={tasks} onEdit={openEdit} />}
        completed={<CompletedList tasks={tasks} today={today} onEdit={openEdit} />}
      />
      <AddTaskDialog open={adding !== null} level={adding?.level} onClose={() => setAdding(null)} />
      <EditTaskDialog task={editing} onClose={() => setEditingId(null)} />
      <ShortcutSheet open={showsKeys} onClose={() => setShowsKeys(false)} />
    </Page>
  )
}

function Page({
  user,
  onAddTask,
  children,
}: {
  user: User
  onAddTask?: () => void
  children: React.ReactNode
}) {
  return (
    <>
      <Header user={user} onAddTask={onAddTask} />
      <main className="mx-auto w-full max-w-(--page) px-4 pb-16 sm:px-6 lg:px-8">{children}</main>
    </>
  )
}
