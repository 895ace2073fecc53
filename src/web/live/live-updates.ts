import type { QueryClient } from '@tanstack/react-query'

import type { Change } from '#domain/tasks/change.ts'

import { ApiError } from '../sync/api.ts'
import { settingsQuery } from '../account/settings.ts'
import { untilSignedIn } from '../auth/session-end.ts'
import { userQuery } from '../auth/queries.ts'
import { hasCategoryChange, readCategoriesAgain } from '../categories/queries.ts'
import { askToSignIn } from '../outbox/session.ts'
import { clearCache } from '../tasks/cache/cached-tasks.ts'
import { readAgain } from '../sync/read-again.ts'
import { isLost } from '../sync/retry-once.ts'
import { allAnswered, calls } from '../sync/runner/calls.ts'
import { countCompletedAgain } from '../tasks/data/completed-cache.ts'
import { listChange, listFreshAt } from '../tasks/data/list-change.ts'
import { TASKS_KEY, hasTaskChange, readTasksSince } from '../tasks/data/task-cache.ts'
import { hasTemplateChange, readTemplatesAgain } from '../templates/changed-templates.ts'
import { TRASH_KEY } from '../trash/trash-key.ts'
import { followEvents } from './event-stream.ts'

/** The time within which changes are fetched together, in ms. */
const GATHER_MS = 20

/** How long a fetch waits for a pending response that may already contain the reported change, in ms. */
const OWN_ANSWERS_MS_MAX = 400

/**
 * How long after a failure a fetch is retried, in ms, because the stream doesn't repeat events. After a 401, the stream
 * also ends. The stream reopens after the sign-in, which causes a fetch.
 */
const RETRY_MS = 2000

/**
 * Keeps the page in sync with the user's other browsers by fetching changes that the event stream reports. Doesn't touch
 * text being typed.
 * @returns a function that stops it
 */
export function startLiveSync(client: QueryClient, userId: string): () => void {
  /** The reported changes that haven't been handled, in order. The list of tasks may already contain some of them. */
  let told: { number: number; change: Change }[] = []
  /** The number of the last reported change; null before the stream opens. */
  let last: number | null = null
  let unhandledSnapshots = 0
  let isCatchingUp = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (wait = GATHER_MS) => {
    clearTimeout(timer)
    timer = setTimeout(() => void catchUp(), wait)
  }

  const catchUp = async () => {
    if (isCatchingUp) return
    isCatchingUp = true
    const begun = last
    try {
      await Promise.race([allAnswered(calls), new Promise((end) => setTimeout(end, OWN_ANSWERS_MS_MAX))])
      await readMissed()
      if (last !== begun || unhandledSnapshots > 0) schedule()
      else if (last !== null && isListWhole(client)) setTimeout(() => listFreshAt.set(Date.now()))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) schedule(RETRY_MS)
    } finally {
      isCatchingUp = false
    }
  }

  const readMissed = async () => {
    const [known, upTo, missedAll] = [listChange.get() ?? last, last, unhandledSnapshots]
    if (known === null || upTo === null) return
    const reported = told.filter(({ number }) => number <= upTo)
    const missed = reported.filter(({ number }) => number > known)
    const isWhole = missedAll === 0 && missed.length === Math.max(0, upTo - known)
    const tasks = reported.filter(({ change }) => change.kind === 'task' && !hasTaskChange(client, change))
    // The list can be newer than a change and still miss it, if the page added the task itself while loading the list.
    const since = Math.min(known, ...tasks.map(({ number }) => number - 1))
    if (!isWhole || tasks.length > 0) await readTasksSince(client, missedAll > 0 ? null : since)
    else listChange.set(Math.max(known, upTo))
    readOthersAgain(client, isWhole ? reported.map(({ change }) => change) : null)
    unhandledSnapshots -= missedAll
    told = told.filter(({ number }) => number > upTo)
  }

  const stopFollowing = followEvents(userId, () => last ?? listChange.get(), {
    onOpen: (number) => {
      if (last === null) readOthersAgain(client, null)
      // Without a list, there is nothing earlier to catch up with.
      if (listChange.get() === null) listChange.set(number)
      last = Math.max(last ?? number, number)
      schedule()
    },
    onChange: (number, change) => {
      told.push({ number, change })
      last = number
      schedule()
    },
    onSnapshot: (number) => {
      last = number
      unhandledSnapshots++
      schedule()
    },
    onSignedOut: () => endOrAsk(client),
  })
  const stopNumber = listChange.subscribe(() => schedule())
  const ends = [stopFollowing, stopNumber, onWholeList(client, schedule), () => clearTimeout(timer)]
  return () => ends.forEach((end) => end())
}

/** Returns whether the completed tasks have loaded too. The open ones are shown before. */
function isListWhole(client: QueryClient): boolean {
  return client.getQueryState(TASKS_KEY)?.fetchStatus === 'idle' && listChange.get() !== null
}

/** Calls a function when the complete list has loaded. Returns a function that stops this. */
function onWholeList(client: QueryClient, then: () => void): () => void {
  return client.getQueryCache().subscribe((event) => {
    const isLoaded = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if (isLoaded && event.query.queryKey[0] === TASKS_KEY[0]) then()
  })
}

/** Refetches shown data if an earlier refetch after a change got no response. Returns a function that stops this. */
export function retryLost(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isLost(event.action.error)) return
    const { queryKey, state } = event.query
    const options = { queryKey, exact: true, type: 'active' } as const
    if (state.data !== undefined) setTimeout(() => void client.refetchQueries(options), RETRY_MS)
  })
}

/** Signs the page out, unless text or changes would be lost and the user signs in again. Returns whether the page stays. */
async function endOrAsk(client: QueryClient): Promise<boolean> {
  const stays = askToSignIn()
  if (stays) await untilSignedIn()
  else endPage(client)
  return stays
}

export function endPage(client: QueryClient): void {
  clearCache()
  client.setQueryData(userQuery.queryKey, null)
}

/**
 * Refetches the changed data, except tasks. Refetches everything if there is no list of changes, as for data that loaded
 * before the list of tasks: the stream begins with the changes after that list.
 */
function readOthersAgain(client: QueryClient, changes: readonly Change[] | null): void {
  const news = changes?.filter((change) => !isKnown(client, change)) ?? null
  const concerns = (wanted: Change['kind']) => news?.some(({ kind }) => kind === wanted) ?? true
  if (concerns('category')) readCategoriesAgain(client)
  if (concerns('settings')) readAgain(client, { queryKey: settingsQuery.queryKey })
  if (concerns('template')) readTemplatesAgain(client, news && changedTemplates(news))
  // The trash also changes when items that this page never showed are deleted.
  if (changes?.length !== 0) readAgain(client, { queryKey: TRASH_KEY })
  if (changes === null) countCompletedAgain(client)
}

function changedTemplates(changes: readonly Change[]): Set<Change['id']> {
  const templates = changes.filter(({ kind }) => kind === 'template')
  const gone = new Set(templates.filter(({ deleted }) => deleted).map(({ id }) => id))
  return new Set(templates.map(({ id }) => id).filter((id) => !gone.has(id)))
}

/** Settings have no version to compare. */
function isKnown(client: QueryClient, change: Change): boolean {
  if (change.kind === 'category') return hasCategoryChange(client, change)
  return change.kind === 'template' && hasTemplateChange(client, change)
}
