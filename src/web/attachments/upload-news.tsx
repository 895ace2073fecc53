import { useState } from 'react'

import { useUploads } from './uploads.ts'

/** Announces the outcome of uploads that finish while it is mounted. */
export function UploadNewsText({ isFor }: { isFor: (taskId: number) => boolean }) {
  const { news } = useUploads()
  const [old] = useState(news)
  return <output className="sr-only">{news && news !== old && isFor(news.taskId) ? news.text : ''}</output>
}
