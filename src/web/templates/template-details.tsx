import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { formatEstimate } from '#domain/duration.ts'
import { type Template, type TemplateTask, canChangeTemplate, describeTemplate } from '#domain/template.ts'
import { describeDays, hasDays } from '#domain/template-days.ts'

import { useUserId } from '../auth/queries.ts'
import { CategoryBadge } from '../tasks/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { DELETE_QUESTION } from './browse-templates.tsx'
import { PublicBadge } from './public-badge.tsx'
import { showFailed, useDeleteTemplate, useTemplate } from './queries.ts'
import { UseTemplate } from './use-template.tsx'

type Props = {
  template: Template
  open: boolean
  /** Whether it opens to be used, not only to be looked at. */
  isUsed: boolean
  onClose: () => void
  /** A project of this name was made, of so many tasks. */
  onMade: (projectName: string, count: number) => void
  onOpenerGone: () => void
}

/** What is in a template, and, when it is used, what the project is called. */
export function TemplateDetails({ template, open, isUsed, onClose, onMade, onOpenerGone }: Props) {
  const userId = useUserId() ?? ''
  const details = useTemplate(template.id)
  const tasks = details.template?.tasks
  const [usesIt, setUsesIt] = useState(isUsed)
  const [isTyped, setTyped] = useState(false)
  const remove = useDeleteTemplate()
  const askThenDelete = () => {
    if (remove.isPending || !window.confirm(DELETE_QUESTION)) return
    remove.mutate(template.id, { onSuccess: onClose })
  }
  useToldOnce(details.error)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
      title={template.name}
      width="preview"
      confirmDiscard={isTyped}
      footer={
        <footer className="flex shrink-0 flex-wrap items-end gap-x-2 gap-y-3 border-t border-line px-6 py-3 max-sm:px-4 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]">
          {canChangeTemplate(template, userId) && (
            <Button
              variant="danger-ghost"
              icon={<Trash2 aria-hidden size={16} />}
              pending={remove.isPending}
              onClick={askThenDelete}
              className="-ml-2.75 min-h-9 max-sm:order-last max-sm:-mt-2 max-sm:min-h-11"
            >
              Delete
            </Button>
          )}
          {usesIt ? (
            <UseTemplate template={template} tasks={tasks} onType={setTyped} onMade={onMade} />
          ) : (
            <Button variant="primary" onClick={() => setUsesIt(true)} className="ml-auto max-sm:min-h-11">
              Use
            </Button>
          )}
        </footer>
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-label text-fg-3">
        {template.category}
        {template.isPublic && <PublicBadge />}
        {tasks && <span>{describeTemplate(tasks)}</span>}
      </div>
      <p
        className={`mt-2.5 break-words whitespace-pre-wrap ${template.description ? 'text-fg-2' : 'text-fg-3'}`}
      >
        {template.description || 'No description'}
      </p>
      {tasks ? (
        <TaskList tasks={tasks} />
      ) : details.error ? (
        <ErrorState title={LOAD_FAILED} text={details.error.message} onRetry={() => void details.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Dialog>
  )
}

const LOAD_FAILED = 'Failed to load template details.'

/** Says it as the specification's section 8 has it, each time it fails. */
function useToldOnce(error: Error | null): void {
  const tell = useEffectEvent(() => showFailed(LOAD_FAILED))
  useEffect(() => {
    if (error) tell()
  }, [error])
}

function TaskList({ tasks }: { tasks: readonly TemplateTask[] }) {
  if (tasks.length === 0) return <p className="mt-5 text-label text-fg-3">It has no tasks.</p>
  return (
    <ul aria-label="Tasks" className="mt-3">
      {tasks.map((task) => (
        <TaskItem key={task.id} task={task} titleOf={(place) => tasks[Number(place)]?.title ?? ''} />
      ))}
    </ul>
  )
}

function TaskItem({ task, titleOf }: { task: TemplateTask; titleOf: (place: string) => string }) {
  const notes = [
    hasDays(task) ? describeDays(task) : '',
    task.dependencies.length > 0 ? `After ${task.dependencies.map(titleOf).join(', ')}` : '',
  ].filter(Boolean)
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 [contain-intrinsic-size:auto_41px] [content-visibility:auto] last:border-b-0 max-sm:grid-cols-[32px_minmax(0,1fr)]">
      <span className="pt-0.5">
        <PriorityChip level={task.priority} />
      </span>
      <div className="min-w-0">
        <p className="font-[550] break-words">{task.title}</p>
        {task.description && (
          <p className="mt-0.5 text-meta break-words whitespace-pre-wrap text-fg-3">{task.description}</p>
        )}
        {notes.map((note) => (
          <p key={note} className="mt-0.5 text-meta break-words text-fg-3">
            {note}
          </p>
        ))}
      </div>
      <p className="flex min-w-0 items-start gap-3 pt-0.5 text-label text-fg-2 max-sm:col-start-2 max-sm:mt-0.5">
        <CategoryBadge name={task.category} />
        <span>{formatEstimate(task.estimatedTime)}</span>
      </p>
    </li>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading template...">
      {ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 border-b border-line">
          <Skeleton className="h-4 w-7" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </Loading>
  )
}

const ROWS = [1, 2, 3, 4]
