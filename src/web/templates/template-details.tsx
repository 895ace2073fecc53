import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { formatEstimate } from '#domain/duration.ts'
import { describeDays, hasDays } from '#domain/templates/template-days.ts'
import { canChangeTemplate } from '#domain/templates/template-rules.ts'
import { type Template, type TemplateTask, describeTemplate } from '#domain/templates/template.ts'

import { useUserId } from '../auth/queries.ts'
import { errorText } from '../sync/error-text.ts'
import { CategoryBadge } from '../categories/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { PublicBadge } from './public-badge.tsx'
import { useRun } from '../sync/runner/run.ts'
import { deleteTemplate } from './commands.ts'
import { useTemplate } from './queries.ts'
import { UseTemplate } from './use-template.tsx'
import * as words from './words.ts'

type Props = {
  template: Template
  open: boolean
  /** Whether the dialog opens with the fields for a new project. */
  isUsed: boolean
  onClose: () => void
  onMade: (projectName: string, count: number) => void
  onOpenerGone: () => void
}

export function TemplateDetails({ template, open, isUsed, onClose, onMade, onOpenerGone }: Props) {
  const userId = useUserId() ?? ''
  const details = useTemplate(template.id, open)
  const tasks = details.template?.tasks
  const [usesIt, setUsesIt] = useState(isUsed)
  const [isTyped, setIsTyped] = useState(false)
  const remove = useRun(deleteTemplate)
  const askThenDelete = () => {
    if (remove.isPending || !window.confirm(words.deleteQuestion)) return
    remove.run({ id: template.id }, { onSuccess: onClose })
  }
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
          {(template.id < 0 || canChangeTemplate(template, userId)) && (
            <Button
              variant="danger-ghost"
              icon={<Trash2 size={16} />}
              pending={remove.isPending}
              onClick={askThenDelete}
              className={`-ml-2.75 min-h-9 max-sm:min-h-11 ${usesIt ? 'max-sm:order-last max-sm:my-2' : ''}`}
            >
              {words.deleteLabel}
            </Button>
          )}
          {usesIt ? (
            <UseTemplate
              open={open}
              template={template}
              tasks={tasks}
              isUnknown={details.error !== null}
              onType={setIsTyped}
              onMade={onMade}
            />
          ) : (
            <Button variant="primary" onClick={() => setUsesIt(true)} className="ml-auto max-sm:min-h-11">
              {words.use}
            </Button>
          )}
        </footer>
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-label text-fg-3">
        <bdi>{template.category}</bdi>
        {template.isPublic && <PublicBadge />}
        {tasks && <span>{describeTemplate(tasks)}</span>}
      </div>
      <p
        dir="auto"
        className={`mt-2.5 break-words whitespace-pre-wrap ${template.description ? 'text-fg-2' : 'text-fg-3'}`}
      >
        {template.description || words.noDescription}
      </p>
      {tasks ? (
        <TaskList tasks={tasks} />
      ) : details.error ? (
        <ErrorState title={words.oneNotLoaded} text={errorText(details.error)} onRetry={details.refetch} />
      ) : (
        <Loading label={words.loadingOne} rows={4}>
          <div className="flex h-11 items-center gap-3 border-b border-line">
            <Skeleton className="h-4 w-7" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="ml-auto h-4 w-20" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

function TaskList({ tasks }: { tasks: readonly TemplateTask[] }) {
  if (tasks.length === 0) return <p className="mt-5 text-label text-fg-3">{words.noTasks}</p>
  return (
    <ul aria-label={words.tasks} className="mt-3">
      {tasks.map((task) => (
        <TaskItem key={task.id} task={task} titleOf={(place) => tasks[Number(place)]?.title ?? ''} />
      ))}
    </ul>
  )
}

function TaskItem({ task, titleOf }: { task: TemplateTask; titleOf: (place: string) => string }) {
  const notes = [
    hasDays(task) ? describeDays(task) : '',
    task.dependencies.length > 0 ? words.after(task.dependencies.map(titleOf)) : '',
  ].filter(Boolean)
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 [contain-intrinsic-size:auto_41px] [content-visibility:auto] last:border-b-0 max-sm:grid-cols-[32px_minmax(0,1fr)]">
      <span className="pt-0.5">
        <PriorityChip level={task.priority} />
      </span>
      <div className="min-w-0">
        <p dir="auto" className="font-[550] break-words">
          {task.title}
        </p>
        {task.description && (
          <p dir="auto" className="mt-0.5 text-meta break-words whitespace-pre-wrap text-fg-3">
            {task.description}
          </p>
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
