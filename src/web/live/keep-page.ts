import type { QueryClient } from '@tanstack/react-query'

import type { Settings } from '#domain/account/settings.ts'

import { settingsQuery } from '../account/settings.ts'
import { readRecord } from '../boot/cache-record.ts'
import { readEntrance } from '../boot/entrance.ts'
import { CATEGORIES_KEY } from '../categories/queries.ts'
import { keepTasks } from '../tasks/cache/save-tasks.ts'

/** Stores the data for the next visit, even one without the server. Returns a function that stops it. */
export function keepPage(client: QueryClient, userId: string): () => void {
  // The data may be in the record, which saving removes.
  const entrance = readEntrance()
  const queries = new Set<string>([CATEGORIES_KEY[0], settingsQuery.queryKey[0]])
  const read = () => {
    const settings = client.getQueryData<Settings>(settingsQuery.queryKey)
    return {
      entrance: { ...entrance, ...(settings && { settings }) },
      categories: client.getQueryData<string[]>(CATEGORIES_KEY),
    }
  }
  const stops = [
    fillCategories(client, readRecord(userId)?.categories),
    keepTasks(client, userId, { queries, read }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Shows the stored categories if none could be loaded. Returns a function that stops it. */
export function fillCategories(client: QueryClient, stored: string[] | undefined): () => void {
  const fill = () => {
    const { status, data } = client.getQueryState(CATEGORIES_KEY) ?? {}
    if (stored && status === 'error' && !data) client.setQueryData<string[]>(CATEGORIES_KEY, stored)
  }
  fill()
  return client.getQueryCache().subscribe(fill)
}
