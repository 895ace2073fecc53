import { ChevronDown, CircleAlert, Upload as UploadIcon } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Button } from '../ui/button.tsx'
import { percentText } from '../ui/numbers.ts'
import { CLEAR_OF_TOASTS } from '../ui/toast-place.ts'
import { UploadRow } from './attachment-row.tsx'
import { describeUploads, percentOfAll } from './describe-uploads.ts'
import { shownUpload } from './shown-uploads.ts'
import { type Upload, uploads } from './uploads.ts'
import * as words from './words.ts'

type Props = { uploads: readonly Upload[]; tasks: readonly ShortTask[] }

export function UploadsList({ uploads: shown, tasks }: Props) {
  const id = useId()
  const failed = shown.filter(({ state }) => state.is === 'failed')
  const retryable = failed.filter(({ state }) => state.is === 'failed' && state.canRetry)
  const summary = useRef<HTMLButtonElement>(null)
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? failed.length > 0
  const Icon = failed.length > 0 ? CircleAlert : UploadIcon
  return (
    <section
      aria-label={words.uploads}
      {...CLEAR_OF_TOASTS}
      className="fixed bottom-6 left-6 z-20 w-90 max-w-[calc(100%-16px)] animate-rise-in rounded-xl border border-line-2 bg-raised shadow-sh-4 max-sm:inset-x-2 max-sm:bottom-[calc(64px+env(safe-area-inset-bottom))] max-sm:[.has-timer_&]:bottom-[calc(104px+env(safe-area-inset-bottom))] max-sm:w-auto dark:border-transparent"
    >
      <h2 className="text-label font-medium">
        <button
          ref={summary}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setChoice(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 rounded-xl px-3 text-start -outline-offset-2"
        >
          <Icon
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className={`shrink-0 ${failed.length > 0 ? 'text-danger-text' : 'text-fg-3'}`}
          />
          <span className="min-w-0 flex-1">{describeUploads(shown)}</span>
          {failed.length < shown.length && (
            <span className="text-fg-3">{percentText(percentOfAll(shown))}</span>
          )}
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            className={`shrink-0 text-fg-3 ${isOpen ? '' : 'rotate-180'}`}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="max-h-60 overflow-y-auto overscroll-contain border-t border-line px-1 py-1">
          {[...Map.groupBy(shown, ({ taskId }) => taskId)].map(([taskId, ofTask]) => (
            <TaskUploads
              key={taskId}
              title={tasks.find((task) => task.id === taskId)?.title ?? words.untitledTask(taskId)}
              uploads={ofTask}
              focusNext={summary}
            />
          ))}
          {retryable.length > 1 && (
            <Button
              size="sm"
              className="m-2"
              onClick={() => {
                summary.current?.focus()
                for (const { id } of retryable) uploads.retry(id)
              }}
            >
              {words.retryAll}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type TaskProps = {
  title: string
  uploads: readonly Upload[]
  focusNext: RefObject<HTMLElement | null>
}

function TaskUploads({ title, uploads: ofTask, focusNext }: TaskProps) {
  const id = useId()
  return (
    <>
      <h3 id={id} dir="auto" className="truncate px-2 pt-1.5 text-meta text-fg-2" title={title}>
        {title}
      </h3>
      <ul aria-labelledby={id}>
        {ofTask.map((upload) => (
          <UploadRow key={upload.key} upload={shownUpload(upload)} focusNext={focusNext} />
        ))}
      </ul>
    </>
  )
}
