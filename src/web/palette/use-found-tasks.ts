import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { SearchHit } from '#domain/search/hit.ts'
import { type SearchQuery, readQuery } from '#domain/search/words.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import type { CanRun } from '../board/card/task-actions.ts'
import { connection } from '../sync/connection.ts'
import { createStore, useStore } from '../state/store.ts'
import { request } from '../sync/api.ts'
import { findRecent, readWords, searchLocally } from './local-search.ts'

export const OPEN_MAX = 8
export const COMPLETED_MAX = 5

/** How long to wait for the next letter before the server is queried, in ms. */
const PAUSE_MS = 100
/** The shortest wait that is shown, in ms. */
const WAIT_SHOWN_MS = 150

export type Found = {
  query: SearchQuery
  open: SearchHit[]
  completed: SearchHit[]
  /** The text that the footer shows instead of the count. */
  state: 'done' | 'searching' | 'device-only'
}

/** While the user chooses a task for a command: the tasks that it can run on, and those to show first. */
export type Choice = { canRun: CanRun; first: ReadonlySet<number> }

/** Returns the tasks that match a query: first those on the page, then the others from the server. */
export function useFoundTasks(text: string, tasks: readonly ShortTask[], choice: Choice | null): Found {
  const query = useMemo(() => readQuery(text), [text])
  const ready = useReadWords(tasks)
  const isOffline = useStore(connection) !== null
  const wanted = text.trim()
  const isAsked = query.terms.length > 0
  const { data, isFetching, isError } = useQuery({
    queryKey: ['/api/search', wanted],
    queryFn: ({ signal }) => askServer(wanted, signal),
    enabled: isAsked && !isOffline,
    gcTime: 0,
  })
  const isSlow = useStore(slowSearch)
  const found = useMemo(() => {
    const canRun = choice?.canRun ?? (() => true)
    if (!isAsked) {
      const recent = findRecent(tasks.filter(canRun), wanted, choice?.first)
      // Without text, completed tasks are offered only as choices for a command.
      return choice || wanted ? recent : { ...recent, completed: [] }
    }
    const listed = new Map(ready.map((task) => [task.id, task]))
    const local = ready.filter(canRun)
    const hitsOf = (completed: boolean, count: number) => {
      const first = searchLocally(local, query, completed, count)
      const known = new Set(first.map(({ id }) => id))
      const others = (data ?? []).filter((hit) => {
        const held = listed.get(hit.id)
        return !known.has(hit.id) && canRun(hit) && (held?.completed ?? hit.completed) === completed
      })
      return [...first, ...others].slice(0, count)
    }
    return { open: hitsOf(false, OPEN_MAX), completed: hitsOf(true, COMPLETED_MAX) }
  }, [query, isAsked, wanted, tasks, ready, data, choice])
  const isLocal = isAsked && (isOffline || isError)
  return { query, ...found, state: isLocal ? 'device-only' : isFetching && isSlow ? 'searching' : 'done' }
}

/** Returns the tasks once their words are read. */
function useReadWords(tasks: readonly ShortTask[]): readonly ShortTask[] {
  const [ready, setReady] = useState<readonly ShortTask[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      await readWords(tasks, stop.signal)
      if (!stop.signal.aborted) setReady(tasks)
    }
    void read()
    return () => stop.abort()
  }, [tasks])
  return ready.length === 0 ? tasks : ready
}

const slowSearch = createStore(false)

/** Queries the server, unless another letter is typed within `PAUSE_MS`. */
async function askServer(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  signal.throwIfAborted()
  const timer = setTimeout(() => slowSearch.set(true), WAIT_SHOWN_MS)
  try {
    return await request<SearchHit[]>('GET', `/api/search?${String(new URLSearchParams({ q: text }))}`)
  } finally {
    clearTimeout(timer)
    slowSearch.set(false)
  }
}
