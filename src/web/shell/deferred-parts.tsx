import { CompletedSkeleton } from '../completed/completed-skeleton.tsx'
import { type Options, deferred, later } from '../boot/deferred.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { FocusBarRoom } from './focus-bar-room.tsx'
import * as words from './words.ts'

// Everything on the main page except the board. None of it is part of the first load.

const timelineCode = later('timeline/timeline.tsx', () => import('../timeline/timeline.tsx'))
const completedCode = later('completed/completed-tasks.tsx', () => import('../completed/completed-tasks.tsx'))
const homeCode = later('shell/later-home.ts', () => import('./later-home.ts'))
const detailsCode = later('details/details-dialog.tsx', () => import('../details/details-dialog.tsx'))
const paletteCode = later('palette/palette.tsx', () => import('../palette/palette.tsx'))
const dialogCode = later('shell/later-dialogs.ts', () => import('./later-dialogs.ts'))

const whenMissing: Options<object>['whenMissing'] = (message, retry) => (
  <ErrorState {...message} onRetry={retry} />
)

export const Timeline = deferred(timelineCode, 'Timeline', {
  name: words.parts.timeline,
  whenMissing,
  whileAway: () => <output className="block py-6 text-fg-2">{words.loadingTasks}</output>,
})

export const CompletedTasks = deferred(completedCode, 'CompletedTasks', {
  name: words.parts.completed,
  whenMissing,
  whileAway: () => (
    <Loading label={words.loadingCompleted} className="pt-14 sm:pl-36 lg:pl-54">
      <CompletedSkeleton rows={8} />
    </Loading>
  ),
})

export const CompletedCount = deferred(homeCode, 'CompletedCount', { canWait: () => true })

export const DayLoad = deferred(homeCode, 'DayLoad')

export const DayPanels = deferred(homeCode, 'DayPanels', { canWait: () => true })

export const ComingBack = deferred(homeCode, 'ComingBack', { canWait: () => true })

export const FocusBar = deferred(homeCode, 'FocusBar', {
  canWait: () => true,
  whileAway: () => <FocusBarRoom />,
})

export const StatusLine = deferred(homeCode, 'StatusLine', { canWait: () => true })

export const Installed = deferred(dialogCode, 'Installed', { canWait: () => true })

export const TaskAddress = deferred(homeCode, 'TaskAddress', { canWait: () => true })

export const LinksDialog = deferred(dialogCode, 'LinksDialog', { canWait: () => true })

export const PageTrash = deferred(dialogCode, 'PageTrash', { canWait: () => true })

export const UploadsPanel = deferred(dialogCode, 'UploadsPanel', { canWait: () => true })

type Opened = { onClose: () => void }

const forDialog = {
  takesKeys: true,
  isWanted: ({ open }: { open: boolean }) => open,
  onMissing: ({ onClose }: Opened) => onClose(),
}
const forTask = {
  takesKeys: true,
  isWanted: ({ task }: { task: object | null }) => task !== null,
  onMissing: ({ onClose }: Opened) => onClose(),
}

export const AddTaskDialog = deferred(dialogCode, 'AddTaskDialog', {
  ...forDialog,
  name: words.parts.form,
})

export const EditTaskDialog = deferred(dialogCode, 'EditTaskDialog', {
  ...forTask,
  name: words.parts.form,
})

export const DetailsDialog = deferred(detailsCode, 'DetailsDialog', {
  ...forTask,
  name: words.parts.details,
})

export const WorkCanvasDialog = deferred(dialogCode, 'WorkCanvasDialog', {
  ...forTask,
  name: words.parts.canvas,
})

export const CategoriesDialog = deferred(dialogCode, 'CategoriesDialog', {
  ...forDialog,
  name: words.parts.categories,
})

export const TemplatesDialog = deferred(dialogCode, 'TemplatesDialog', {
  ...forDialog,
  name: words.parts.templates,
})

export const ShortcutSheet = deferred(dialogCode, 'ShortcutSheet', {
  ...forDialog,
  name: words.parts.shortcuts,
})

export const Palette = deferred(paletteCode, 'Palette', {
  ...forDialog,
  name: words.parts.palette,
})
