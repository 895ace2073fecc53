import { CompletedSkeleton } from '../completed/completed-skeleton.tsx'
import { deferred } from '../deferred.tsx'
import { Loading } from '../ui/skeleton.tsx'

// Everything of the main page that is not the board. None of it is part of the first load.

export const Timeline = deferred(
  'timeline/timeline.tsx',
  async () => (await import('../timeline/timeline.tsx')).Timeline,
  {
    whileAway: () => <output className="block py-6 text-fg-2">Loading tasks...</output>,
  },
)

export const CompletedTasks = deferred(
  'completed/completed-tasks.tsx',
  async () => (await import('../completed/completed-tasks.tsx')).CompletedTasks,
  {
    whileAway: () => (
      <Loading label="Loading completed tasks...">
        <div className="pt-14 sm:pl-36 lg:pl-54">
          <CompletedSkeleton rows={8} />
        </div>
      </Loading>
    ),
  },
)

export const CompletedCount = deferred(
  'completed/completed-count.tsx',
  async () => (await import('../completed/completed-count.tsx')).CompletedCount,
)

export const FocusBar = deferred(
  'focus/focus-bar.tsx',
  async () => (await import('../focus/focus-bar.tsx')).FocusBar,
  {
    canWait: () => true,
    whileAway: () => <div className="h-11 border-b border-line print:hidden" />,
  },
)

const isOpen = ({ open }: { open: boolean }) => open
const hasTask = ({ task }: { task: object | null }) => task !== null

export const AddTaskDialog = deferred(
  'tasks/add-task-dialog.tsx',
  async () => (await import('../tasks/add-task-dialog.tsx')).AddTaskDialog,
  { isWanted: isOpen },
)

export const EditTaskDialog = deferred(
  'tasks/edit-task-dialog.tsx',
  async () => (await import('../tasks/edit-task-dialog.tsx')).EditTaskDialog,
  { isWanted: hasTask },
)

export const WorkCanvasDialog = deferred(
  'canvas/work-canvas-dialog.tsx',
  async () => (await import('../canvas/work-canvas-dialog.tsx')).WorkCanvasDialog,
  { isWanted: hasTask },
)

export const CategoriesDialog = deferred(
  'categories/categories-dialog.tsx',
  async () => (await import('../categories/categories-dialog.tsx')).CategoriesDialog,
  { isWanted: isOpen },
)

export const TemplatesDialog = deferred(
  'templates/templates-dialog.tsx',
  async () => (await import('../templates/templates-dialog.tsx')).TemplatesDialog,
  { isWanted: isOpen },
)

export const ShortcutSheet = deferred(
  'keys/shortcut-sheet.tsx',
  async () => (await import('../keys/shortcut-sheet.tsx')).ShortcutSheet,
  {
    isWanted: isOpen,
  },
)
