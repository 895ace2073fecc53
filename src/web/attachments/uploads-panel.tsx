import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { deferred, later } from '../boot/deferred.tsx'
import { useEvent } from '../ui/use-event.ts'
import { UploadNewsText } from './upload-news.tsx'
import { useUploads } from './uploads.ts'

const uploadsCode = later('attachments/uploads-list.tsx', () => import('./uploads-list.tsx'))
const UploadsList = deferred(uploadsCode, 'UploadsList', { canWait: () => true })

type Props = {
  tasks: readonly ShortTask[] | undefined
  /** The id of the task whose open form shows its own uploads. */
  shownElsewhere: number | undefined
}

/** Shows uploads that no open form shows, in a corner of the page. The panel expands by itself after a failure. */
export function UploadsPanel({ tasks, shownElsewhere }: Props) {
  const all = useUploads().uploads
  // Leaving the page would lose the files.
  useEvent(window, ['beforeunload'], (event) => event.preventDefault(), { isOn: all.length > 0 })
  const shown = all.filter((upload) => upload.taskId !== shownElsewhere)
  return (
    <>
      {shown.length > 0 && <UploadsList uploads={shown} tasks={tasks ?? []} />}
      <UploadNewsText isFor={(taskId) => taskId !== shownElsewhere} />
    </>
  )
}
