import type { QueryClient } from '@tanstack/react-query'

import type { Change, ChangedTask } from '#domain/change.ts'
import type { Task } from '#domain/task.ts'

import { requestWithHeaders } from '../api.ts'
import { userQuery } from '../auth/queries.ts'
import { hasCategoryChange, readCategoriesAgain } from '../categories/queries.ts'
import { forgetKept } from '../kept/kept-tasks.ts'
import { allAnswered } from '../tasks/pending.ts'
import { listChange } from '../tasks/list-change.ts'
import { hasTaskChange, showAll, showChanged } from '../tasks/writes.ts'
import { hasTemplateChange, readTemplatesAgain } from '../templates/changed-templates.ts'
import { followEvents } from './event-stream.ts'

/** Changes that come together are read together. */
const GATHER_MS = 20

/** An answer that is on its way says what its event says, so it is waited for, but no longer than that. */
const OWN_ANSWERS_MS_MAX = 400

/** A reading that failed is tried again; the stream tells nothing twice. */
const RETRY_MS = 2000
/** On a line that is held up nothing comes and nothing fails. */
const READ_MS_MAX = 15_000

/**
 * Keeps what the page shows in step with every other browser of the person: what the stream tells is read and put in
 * the place of what was read before, beside what is being typed.
 * @returns what ends it
 */
export function keepInStep(client: QueryClient): () => void {
  /** The changes that were told since those that the page has, in order. */
  let told: { number: number; change: Change }[] = []
  /** The number that everything told goes up to; null before the stream was there. */
  let last: number | null = null
  /** Whether it is no longer known what was missed. */
  let isStale = false
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
      await untilAnswered(client)
      await readMissed()
      if (last !== begun) schedule()
    } catch {
      schedule(RETRY_MS)
    } finally {
      isCatchingUp = false
    }
  }

  const readMissed = async () => {
    const known = listChange.get() ?? last
    if (last === null || known === null || (known >= last && !isStale)) return
    const upTo = last
    const missed = told.filter(({ number }) => number > known && number <= upTo)
    const isWhole = !isStale && missed.length === upTo - known
    const news = missed.map(({ change }) => change).filter((change) => !isKnown(client, change))
    const concerns = (kind: Change['kind']) => !isWhole || news.some((change) => change.kind === kind)
    if (concerns('task')) await readTasksSince(client, isStale ? null : known)
    else listChange.set(upTo)
    if (concerns('category')) readCategoriesAgain(client)
    if (concerns('template')) readTemplatesAgain(client, isWhole ? changedTemplates(news) : null)
    isStale = false
    told = told.filter(({ number }) => number > upTo)
  }

  const stopFollowing = followEvents(() => last ?? listChange.get(), {
    onOpen: (number) => {
      // Where no list was read there is nothing before it to be in step with.
      if (listChange.get() === null) listChange.set(number)
      last ??= number
      schedule()
    },
    onChange: (number, change) => {
      told.push({ number, change })
      last = number
      schedule()
    },
    onSnapshot: (number) => {
      told = []
      last = number
      isStale = true
      schedule()
    },
    onSignedOut: () => endPage(client),
  })
  const ends = [stopFollowing, listChange.subscribe(() => schedule()), () => clearTimeout(timer)]
  return () => ends.forEach((end) => end())
}

/** Shows that nobody is signed in here any more, and keeps nothing of who was. */
export function endPage(client: QueryClient): void {
  forgetKept()
  client.setQueryData(userQuery.queryKey, null)
}

function changedTemplates(changes: readonly Change[]): Set<Change['id']> {
  const templates = changes.filter(({ kind }) => kind === 'template')
  const gone = new Set(templates.filter(({ deleted }) => deleted).map(({ id }) => id))
  return new Set(templates.map(({ id }) => id).filter((id) => !gone.has(id)))
}

/** Whether the page shows a change already, as it does its own. */
function isKnown(client: QueryClient, change: Change): boolean {
  if (change.kind === 'task') return hasTaskChange(client, change)
  return change.kind === 'category' ? hasCategoryChange(client, change) : hasTemplateChange(client, change)
}

/** @param since null for all of them */
async function readTasksSince(client: QueryClient, since: number | null): Promise<void> {
  const path = since === null ? '/api/tasks' : `/api/tasks?since=${since}`
  const reading = requestWithHeaders<ChangedTask[]>('GET', path)
  const { body, headers } = await Promise.race([reading, givenUp(READ_MS_MAX)])
  if (headers.has('x-since')) showChanged(client, body)
  else showAll(client, body as Task[])
  listChange.set(Number(headers.get('x-change')))
}

async function givenUp(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  throw new Error('No answer came.')
}

/** Waits for the answers to the changes that are on their way from here. */
function untilAnswered(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const mutations = client.getMutationCache()
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const look = () => {
      if (client.isMutating() === 0) void allAnswered().then(end)
    }
    const timer = setTimeout(end, OWN_ANSWERS_MS_MAX)
    const stop = mutations.subscribe(look)
    look()
  })
}
