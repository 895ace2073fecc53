import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'

import type { User } from '#domain/account.ts'
import { NO_FILTER, filterTasks, showsTask } from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { UploadsPanel } from '../attachments/uploads-panel.tsx'
import { Board } from '../board/board.tsx'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { ClockPill } from '../clock/clock-pill.tsx'
import { ClockTitle } from '../clock/clock-title.tsx'
import { openClock, startClock, useHasSessions } from '../clock/clock.ts'
import { GapQuestion } from '../clock/gap-question.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { NoTasksShown } from '../filters/no-tasks-shown.tsx'
import { pathOfProject, useTaskFilter } from '../filters/use-task-filter.ts'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { useCurrentTask, useTasks } from '../tasks/queries.ts'
import { undoByKey } from '../tasks/task-toasts.ts'
import { useToday } from '../today.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useNoteShown } from '../use-note-shown.ts'
import { Banner } from './banner.tsx'
import {
  AddTaskDialog,
  CategoriesDialog,
  CompletedTasks,
  EditTaskDialog,
  FocusBar,
  ShortcutSheet,
  TemplatesDialog,
  Timeline,
  WorkCanvasDialog,
} from './deferred-parts.tsx'
import { Header } from './header.tsx'
import { TaskTitle } from './task-title.tsx'
import { useDrawn } from './use-drawn.ts'
import { useHeaderDialogs } from './use-header-dialogs.ts'
import { ViewTabs } from './view-tabs.tsx'

export { beginTasks } from './begin-tasks.ts'

/** The main page: the person's tasks in three views, and the dialogs that change them. */
export function HomePage({ user }: { user: User }) {
  useState(() => openClock(user.id))
  useLiveUpdates(user.id)
  const { view, filter: drawnFilter, showOnBoard } = useDrawn()
  // The completed tasks are read for themselves, page by page, however many there are.
  const showsList = view !== 'completed'
  const hasSessions = useHasSessions()
  const { tasks, error, refetch } = useTasks(showsList || hasSessions)
  useNoteShown(!showsList || tasks !== undefined || error !== null)
  const today = useToday()
  const [, navigate] = useLocation()
  const [filter, setFilter] = useTaskFilter()
  // The completed tasks have filters of their own.
  const used = showsList ? drawnFilter : NO_FILTER
  const shown = useMemo(() => tasks && filterTasks(tasks, used), [tasks, used])
  const { adding, setAdding, showsCategories, setShowsCategories, templates, setTemplates } =
    useHeaderDialogs()
  const [opened, setOpened] = useState<Task | null>(null)
  const editing = useCurrentTask(opened, tasks)
  const openerGone = useRef<(() => void) | undefined>(undefined)
  const openEdit = (task: Task, whenGone?: () => void) => {
    openerGone.current = whenGone
    setOpened(task)
  }
  const [workingOnId, setWorkingOnId] = useState<number | null>(null)
  const workingOn = tasks?.find((task) => task.id === workingOnId) ?? null
  const openWork = (task: Task) => setWorkingOnId(task.id)
  const startWork = (task: Task) => {
    startClock(task.id)
    openWork(task)
  }
  const [showsKeys, setShowsKeys] = useState(false)
  useShortcuts({
    n: tasks || !showsList ? () => setAdding({}) : undefined,
    '?': () => setShowsKeys(true),
    'Mod+z': undoByKey,
  })
  const wayTo = (task: Task) => (showsTask(filter, task) ? undefined : () => showOnBoard(task))
  const noTasks = used.category === null ? undefined : <NoTasksShown filter={used} onFilter={setFilter} />

  if (showsList && !tasks && error) {
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
    <Page
      user={user}
      clock={tasks && <ClockPill tasks={tasks} onOpen={openWork} />}
      onAddTask={() => setAdding({})}
      onOpenCategories={() => setShowsCategories(true)}
      onOpenTemplates={() => setTemplates({ project: null })}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-5 sm:pt-7">
        <TaskTitle tasks={shown} filter={used} view={view} today={today} />
        {showsList && (
          <FilterBar
            tasks={tasks ?? NO_TASKS}
            filter={filter}
            onFilter={setFilter}
            onSaveAsTemplate={(project) => setTemplates({ project })}
          />
        )}
      </div>
      <ViewTabs
        drawn={view}
        onShowKeys={() => setShowsKeys(true)}
        priority={
          tasks ? (
            <Board
              tasks={tasks}
              shown={shown}
              today={today}
              onEdit={openEdit}
              onStartWork={startWork}
              onAdd={(level) => setAdding({ level })}
              empty={noTasks}
            />
          ) : (
            <BoardSkeleton />
          )
        }
        timeline={<Timeline tasks={tasks} shown={shown} today={today} onEdit={openEdit} empty={noTasks} />}
        completed={<CompletedTasks today={today} onEdit={openEdit} />}
      />
      <AddTaskDialog
        open={adding !== null}
        level={adding?.level}
        wayTo={wayTo}
        onClose={() => setAdding(null)}
      />
      <EditTaskDialog
        task={editing}
        onClose={() => setOpened(null)}
        onOpenerGone={() => openerGone.current?.()}
      />
      <WorkCanvasDialog task={workingOn} onClose={() => setWorkingOnId(null)} />
      <CategoriesDialog open={showsCategories} onClose={() => setShowsCategories(false)} />
      <TemplatesDialog
        open={templates !== null}
        project={templates?.project ?? null}
        onMade={(project) => navigate(pathOfProject(project))}
        onClose={() => setTemplates(null)}
      />
      <ShortcutSheet open={showsKeys} onClose={() => setShowsKeys(false)} />
      {tasks && <ClockTitle tasks={tasks} />}
      {tasks && <GapQuestion tasks={tasks} />}
      <UploadsPanel tasks={tasks} shownElsewhere={editing?.id ?? workingOn?.id} />
    </Page>
  )
}

const NO_TASKS: readonly Task[] = []

function Page({
  user,
  children,
  ...actions
}: {
  user: User
  clock?: React.ReactNode
  onAddTask?: () => void
  onOpenCategories?: () => void
  onOpenTemplates?: () => void
  children: React.ReactNode
}) {
  return (
    <>
      <Banner />
      <FocusBar />
      <Header user={user} {...actions} />
      <main className="mx-auto w-full max-w-(--page) px-4 pb-16 sm:px-6 lg:px-8">{children}</main>
    </>
  )
}
