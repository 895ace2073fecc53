import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'

import type { User } from '#domain/account/account.ts'
import { NO_FILTER, filterTasks, isFiltering } from '../filters/task-filter.ts'

import { Board } from '../board/board.tsx'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { ClockPill } from '../clock/clock-pill.tsx'
import { ClockTitle } from '../clock/clock-title.tsx'
import { openClock, useHasSessions } from '../clock/clock.ts'
import { GapQuestion } from '../clock/gap-question.tsx'
import { errorText } from '../sync/error-text.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { NoTasksShown } from '../filters/no-tasks-shown.tsx'
import { useTaskFilter } from '../filters/use-task-filter.ts'
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
  useState(() => openClock(user.id))
  useLiveUpdates(user.id)
  const today = useToday()
  const { view, filter: drawnFilter, viewer, showOnBoard, wayTo } = useDrawn(today)
  // The Completed view fetches its own tasks page by page.
  const showsList = view !== 'completed'
  const hasSessions = useHasSessions()
  const { tasks, error, refetch } = useTasks(showsList || hasSessions)
  useNoteShown(!showsList || tasks !== undefined || error !== null)
  const [filter, setFilter] = useTaskFilter()
  // The Completed view has its own filters.
  const used = showsList ? drawnFilter : NO_FILTER
  const shown = useMemo(() => tasks && filterTasks(tasks, used, viewer), [tasks, used, viewer])
  // A click on a card shows its effect before the filter counts are updated.
  const settled = useDeferredValue(tasks ?? NO_TASKS)
  const header = useHeaderDialogs()
  const { openForm, openFormWith } = header
  const dialogs = useTaskDialogs(tasks)
  const canAdd = tasks !== undefined || !showsList
  const commands = usePageCommands({
    addTask: canAdd ? openLine : undefined,
    addTaskWithFields: canAdd ? openForm : undefined,
    openCategories: header.openCategories,
    openTemplates: header.openTemplates,
    showShortcuts: header.openKeys,
  })
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
            tasks={settled}
            filter={filter}
            today={today}
            onFilter={setFilter}
            onSaveAsTemplate={header.saveAsTemplate}
          />
        )}
      </div>
      <QuickAdd wayTo={wayTo} openForm={openFormWith}>
        <ViewTabs
          drawn={view}
          onShowKeys={header.openKeys}
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
                  onAdd={header.openFormAt}
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
        open={header.adding !== null}
        level={header.adding?.level}
        filled={header.adding?.filled}
        wayTo={wayTo}
        onClose={header.closeForm}
      />
      <TaskDialogs of={dialogs} />
      <CategoriesDialog open={header.showsCategories} onClose={header.closeCategories} />
      <TemplatesDialog
        open={header.templates !== null}
        project={header.templates?.project ?? null}
        onMade={header.showProject}
        onClose={header.closeTemplates}
      />
      <PagePalette userId={user.id} commands={commands} tasks={dialogs} />
      <PageTrash onShow={showOnBoard} />
      <ShortcutSheet open={header.showsKeys} onClose={header.closeKeys} />
      <Installed onForm={openFormWith} />
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
