import { useEffect } from 'react'

import type { Task } from '#domain/task.ts'

import { deferred } from '../deferred.tsx'
import { UploadNewsText } from './upload-news.tsx'
import { useUploads } from './uploads.ts'

const UploadsList = deferred(
  'attachments/uploads-list.tsx',
  async () => (await import('./uploads-list.tsx')).UploadsList,
)

type Props = {
  tasks: readonly Task[] | undefined
  /** The task whose open form shows its own uploads. */
  shownElsewhere: number | undefined
}

/**
 * The files on their way when no form shows them: one quiet line in a corner that opens to a list. It opens by itself
 * when one did not arrive, and goes when there is none left.
 */
export function UploadsPanel({ tasks, shownElsewhere }: Props) {
  const all = useUploads().uploads
  useQuestionBeforeLeaving(all.length > 0)
  const shown = all.filter((upload) => upload.taskId !== shownElsewhere)
  return (
    <>
      {shown.length > 0 && <UploadsList uploads={shown} tasks={tasks ?? []} />}
      <UploadNewsText isFor={(taskId) => taskId !== shownElsewhere} />
    </>
  )
}

/** A file that has not arrived is nowhere but in this page. */
function useQuestionBeforeLeaving(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
}
