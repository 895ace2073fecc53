import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { isSignedOutSince } from '../drafts/forget-drafts.ts'
import { fetchLaterFiles } from '../boot/later-files.ts'
import { untilShown } from '../boot/when-idle.ts'
import { connection } from '../sync/connection.ts'

/** The delay before retrying to fetch the code, in ms. */
const RETRY_MS = 2000

/** Keeps the page in sync with the user's other browsers, and caches its tasks for the next visit. */
export function useLiveUpdates(userId: string): void {
  const client = useQueryClient()
  // The event stream lives outside React, and its code isn't part of the first load.
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
    await fetchLaterFiles('live/later-live.ts')
    const { endPage, followTasks, retryLost, startLiveSync, startOutbox, keepPage, watchSession } =
      await import('./later-live.ts')
    if (page.aborted) return
    if (isSignedOutSince()) return endPage(client)
    page.addEventListener('abort', startOutbox(client, userId))
    page.addEventListener('abort', watchSession(userId))
    page.addEventListener('abort', startLiveSync(client, userId))
    page.addEventListener('abort', retryLost(client))
    page.addEventListener('abort', followTasks(client))
    page.addEventListener('abort', keepPage(client, userId))
  } catch {
    connection.report('offline')
    setTimeout(() => void begin(client, userId, page), RETRY_MS)
  }
}
