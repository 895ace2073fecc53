import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { wasSignedOutSince } from '../kept/kept-record.ts'
import { fetchLaterFiles } from '../later-files.ts'
import { untilShown } from '../when-idle.ts'

/** A server that is away is asked again; what was missed meanwhile is told by the stream. */
const RETRY_MS = 2000

/** Keeps the page in step with the person's other browsers, and its tasks for the next visit, while it is there. */
export function useLiveUpdates(userId: string): void {
  const client = useQueryClient()
  // The stream is nothing of React's, and its code no part of the first load.
  useEffect(() => {
    const page = new AbortController()
    void begin(client, userId, page.signal)
    return () => page.abort()
  }, [client, userId])
}

async function begin(client: QueryClient, userId: string, page: AbortSignal): Promise<void> {
  if (page.aborted) return
  await untilShown()
  try {
    await Promise.all(['live/live-updates.ts', 'kept/keep-tasks.ts'].map(fetchLaterFiles))
    const [{ endPage, keepInStep }, { keepTasks }] = await Promise.all([
      import('./live-updates.ts'),
      import('../kept/keep-tasks.ts'),
    ])
    if (page.aborted) return
    if (wasSignedOutSince(performance.timeOrigin)) return endPage(client)
    page.addEventListener('abort', keepInStep(client))
    page.addEventListener('abort', keepTasks(client, userId))
  } catch {
    setTimeout(() => void begin(client, userId, page), RETRY_MS)
  }
}
