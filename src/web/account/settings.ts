import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import type { Settings } from '#domain/account/settings.ts'

import { request } from '../sync/api.ts'
import { queryClient } from '../sync/query-client.ts'
import { calls, useWithCalls, withCalls } from '../sync/runner/calls.ts'

/** The user's settings. The server writes them into the page. */
export const settingsQuery = queryOptions({
  queryKey: ['/api/settings'] as const,
  queryFn: () => request<Settings>('GET', '/api/settings'),
})

/** Returns the settings with pending changes applied, and defaults for settings that an older server doesn't send. */
export function useSettings(): Settings {
  const { data } = useQuery(settingsQuery)
  const settings = useWithCalls(settingsQuery.queryKey, data)
  return useMemo(() => ({ ...DEFAULT_SETTINGS, ...settings }), [settings])
}

/** Returns the current settings with pending changes applied. */
export function currentSettings(): Settings {
  const { queryKey } = settingsQuery
  const settings = { ...DEFAULT_SETTINGS, ...queryClient.getQueryData<Settings>(queryKey) }
  return withCalls(queryKey, settings, calls.get())
}
