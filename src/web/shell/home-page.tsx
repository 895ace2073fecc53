import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'wouter'

import type { User } from '#domain/account/account.ts'
import { NO_FILTER, filterTasks, isFiltering, showsTask } from '../filters/task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Board } from '../board/board.tsx'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { ClockPill } from '../clock/clock-pill.tsx'
import { ClockTitle } from '../clock/clock-title.tsx'
import { openClock, useHasSessions } from '../clock/clock.ts'
import { GapQuestion } from '../clock/gap-question.tsx'
import { errorText } from '../sync/error-text.ts'
import { pageUser } from '../sync/page-user.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { NoTasksShown } from '../filters/no-tasks-shown.tsx'
import { pathOfProject, useTaskFilter } from '../filters/use-task-filter.ts'
import { openPalette } from '../palette/open.ts'
import { openQuickAdd } from '../quick-add/open.ts'
import { QuickAdd } from '../quick-add/quick-add.tsx'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { NO_TASKS, useTasks } from '../tasks/data/queries.ts'
import { useToday } from '../ui/today.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useNoteShown } from '../boot/use-note-shown.ts'
import { AddButton } from './add-button.tsx'
import { Banner } from './banner.tsx'
import {
  AddTaskDialog,
  ComingBack,
  CategoriesDialog,
  CompletedTasks,
  DayPanels,
  StatusLine,
  FocusBar,
  Installed,
  PageTrash,
  ShortcutSheet,
  TemplatesDialog,
  Timeline,
  UploadsPanel,
} from './deferred-parts.tsx'
import { Header, type HeaderProps } from './header.tsx'
import { PagePalette } from './page-palette.tsx'
import { TaskDialogs, useTaskDialogs } from './task-dialogs.tsx'
import { TaskTitle } from './task-title.tsx'
import { useDrawn } from './use-drawn.ts'
import { useHeaderDialogs } from './use-header-dialogs.ts'
import { usePageCommands } from './use-page-commands.ts'
import { ViewTabs } from './view-tabs.tsx'
import * as words from './words.ts'

export { beginTasks } from './begin-tasks.ts'

const PAGE_TITLES = { priority: null, timeline: words.timeline, completed: words.completed }
const openLine = () => openQuickAdd()

export function HomePage({ user }: { user: User }) {
  useState(() => pageUser.set(user.id))
  useState(() => openClock(user.id))
  useLiveUpdates(user.id)
  const { view, filter: drawnFilter, showOnBoard } = useDrawn()
  // The Completed view fetches its own tasks page by page.
  const showsList = view !== 'completed'
  const hasSessions = useHasSessions()
  const { tasks, error, refetch } = useTasks(showsList || hasSessions)
  useNoteShown(!showsList || tasks !== undefined || error !== null)
  const today = useToday()
  const [, navigate] = useLocation()
  const [filter, setFilter] = useTaskFilter()
  // The Completed view has its own filters.
  const used = showsList ? drawnFilter : NO_FILTER
  const viewer = useMemo(() => ({ today, zone: Temporal.Now.timeZoneId() }), [today])
  const shown = useMemo(() => tasks && filterTasks(tasks, used, viewer), [tasks, used, viewer])
  const { adding, setAdding, showsCategories, setShowsCategories, templates, setTemplates } =
    useHeaderDialogs()
  const openForm = () => setAdding({})
  const dialogs = useTaskDialogs(tasks)
  const [showsKeys, setShowsKeys] = useState(false)
  const canAdd = tasks !== undefined || !showsList
  const commands = usePageCommands({
    addTask: canAdd ? openLine : undefined,
    addTaskWithFields: canAdd ? openForm : undefined,
    openCategories: () => setShowsCategories(true),
    openTemplates: () => setTemplates({ project: null }),
    showShortcuts: () => setShowsKeys(true),
  })
  const wayTo = (task: ShortTask) => (showsTask(filter, task, viewer) ? undefined : () => showOnBoard(task))
  const noTasks = isFiltering(used) ? <NoTasksShown filter={used} onFilter={setFilter} /> : undefined

  if (showsList && !tasks && error) {
    return (
      <Page user={user}>
        <ErrorState title={words.tasksNotLoaded} text={errorText(error)} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <Page
      user={user}
      clock={tasks && <ClockPill tasks={tasks} onOpen={dialogs.openWork} />}
      onSearch={openPalette}
      onAddTask={openForm}
      onOpenCategories={commands.openCategories}
      onOpenTemplates={commands.openTemplates}
    >
      <div className="flex min-h-12.5 flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-0.5 pb-1 sm:min-h-10.5 sm:pt-2.5 sm:pb-0">
        <TaskTitle tasks={tasks} shown={shown} filter={used} view={view} today={today} />
        {showsList && (
          <FilterBar
            tasks={tasks ?? NO_TASKS}
            filter={filter}
            today={today}
            onFilter={setFilter}
            onSaveAsTemplate={(project) => setTemplates({ project })}
          />
        )}
      </div>
      <QuickAdd wayTo={wayTo} openForm={(filled) => setAdding({ filled })}>
        <ViewTabs
          drawn={view}
          onShowKeys={commands.showShortcuts}
          addButton={<AddButton onAdd={openLine} onLongPress={openForm} />}
          priority={
            tasks ? (
              <>
                <DayPanels tasks={tasks} today={today} showsDay={used.day !== null} onShow={showOnBoard} />
                <Board
                  tasks={tasks}
                  shown={shown}
                  today={today}
                  onOpen={dialogs.openDetails}
                  onEdit={dialogs.openEdit}
                  onStartWork={dialogs.startWork}
                  onAdd={(level) => setAdding({ level })}
                  empty={noTasks}
                />
              </>
            ) : (
              <BoardSkeleton />
            )
          }
          timeline={
            <Timeline tasks={tasks} shown={shown} today={today} onEdit={dialogs.openEdit} empty={noTasks} />
          }
          completed={<CompletedTasks today={today} onEdit={dialogs.openEdit} />}
        />
      </QuickAdd>
      <AddTaskDialog
        open={adding !== null}
        level={adding?.level}
        filled={adding?.filled}
        wayTo={wayTo}
        onClose={() => setAdding(null)}
      />
      <TaskDialogs of={dialogs} />
      <CategoriesDialog open={showsCategories} onClose={() => setShowsCategories(false)} />
      <TemplatesDialog
        open={templates !== null}
        project={templates?.project ?? null}
        onMade={(project, replace) => navigate(pathOfProject(project), { replace })}
        onClose={() => setTemplates(null)}
      />
      <PagePalette userId={user.id} commands={commands} tasks={dialogs} />
      <PageTrash onShow={showOnBoard} />
      <ShortcutSheet open={showsKeys} onClose={() => setShowsKeys(false)} />
      <Installed onForm={(filled) => setAdding({ filled })} />
      <ClockTitle tasks={tasks ?? NO_TASKS} view={PAGE_TITLES[view]} />
      {tasks && <GapQuestion tasks={tasks} />}
      {tasks && <ComingBack user={user} tasks={tasks} today={today} />}
      <UploadsPanel
        tasks={tasks}
        shownElsewhere={(dialogs.detailed ?? dialogs.editing ?? dialogs.workingOn)?.id}
      />
    </Page>
  )
}

function Page({ user, children, ...actions }: HeaderProps & { children: ReactNode }) {
  return (
    <>
      <Banner />
      <FocusBar />
      <Header user={user} notice={<StatusLine />} addIsBelow {...actions} />
      <main className="page outline-none [.is-cut-off_&]:min-h-dvh [.is-cut-off_&]:pt-7 max-sm:[.is-cut-off_&]:pt-8 pb-[calc(140px+env(safe-area-inset-bottom))] max-sm:[.has-timer_&]:pb-[calc(180px+env(safe-area-inset-bottom))] sm:pb-16">
        {children}
      </main>
    </>
  )
}
