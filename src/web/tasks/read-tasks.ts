import type { QueryClient } from '@tanstack/react-query'

import type { ChangedTask } from '#domain/change.ts'
import type { User } from '#domain/account.ts'
import { putAnswered, putRead, removeFromList } from '#domain/task-list.ts'
import type { Task } from '#domain/task.ts'

import { ApiError, requestList, requestWithHeaders } from '../api.ts'
import { userQuery } from '../auth/queries.ts'
import { type Kept, adopt, inOrder, takeKept } from '../kept/kept-tasks.ts'
import { untilShown } from '../when-idle.ts'
import { listChange } from './list-change.ts'
import { TASKS_KEY } from './writes.ts'

/** A server that is away is asked again, as the stream of changes does. */
const RETRY_MS = 2000

/** The open tasks, to begin with, and the number of the last change that they have. */
type Beginning = {
  open: Task[]
  change: number
  /** Reads the whole list. @throws ApiError when it could not be read */
  readWhole: () => Promise<Task[]>
}

/**
 * Reads every task of the person. The open ones, which this browser kept from the last visit or the server answers first,
 * are shown at once; the completed ones, of which there may be many more, follow.
 * @throws ApiError when the open ones could not be read, or nobody is signed in any more
 */
export async function readTasks(client: QueryClient): Promise<Task[]> {
  const user = client.getQueryData<User | null>(userQuery.queryKey)
  const kept = user ? await takeKept(user.id) : null
  const { open, change, readWhole } = kept ? beginningOf(kept) : await readBeginning()
  client.setQueryData<Task[]>(TASKS_KEY, (tasks) => tasks ?? open)
  listChange.set(change)
  const isSignedIn = () => Boolean(client.getQueryData<User | null>(userQuery.queryKey))
  const read = await readAgain(readWhole, isSignedIn)
  // What was pressed meanwhile and is answered already is not among it.
  return putRead(open, client.getQueryData<Task[]>(TASKS_KEY) ?? open, read)
}

/** Tries for as long as somebody is signed in: half a list would not do for what looks at all of it. */
async function readAgain<T>(read: () => Promise<T>, isSignedIn: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isSignedIn() || (error instanceof ApiError && error.status === 401)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function readBeginning(): Promise<Beginning> {
  const { body: open, headers } = await requestWithHeaders<Task[]>('GET', '/api/tasks?completed=false')
  const change = Number(headers.get('x-change'))
  const readWhole = async () => {
    await untilShown()
    const { body, headers } = await requestList<Task>('/api/tasks?completed=true')
    // A task that was completed meanwhile is in both, and one that was reopened in none.
    const whole = putAnswered(open, body)
    return Number(headers.get('x-change')) === change ? whole : readSince(whole, change)
  }
  return { open, change, readWhole }
}

/** The list with what has changed since a change. */
async function readSince(tasks: Task[], change: number): Promise<Task[]> {
  const { body, headers } = await requestWithHeaders<ChangedTask[]>('GET', `/api/tasks?since=${change}`)
  listChange.set(Number(headers.get('x-change')))
  return headers.has('x-since') ? applyChanges(tasks, body) : (body as Task[])
}

function beginningOf(kept: Kept): Beginning {
  return { open: kept.open, change: kept.record.change, readWhole: () => bringUpToDate(kept) }
}

async function readAll(): Promise<Task[]> {
  const { body, headers } = await requestList<Task>('/api/tasks')
  listChange.set(Number(headers.get('x-change')))
  return body
}

async function bringUpToDate({ record, open, readDone }: Kept): Promise<Task[]> {
  const asking = requestWithHeaders<ChangedTask[]>('GET', `/api/tasks?since=${record.change}`)
  const [done, answer] = await Promise.allSettled([readDone(), asking])
  if (answer.status === 'rejected') {
    const isAway = answer.reason instanceof ApiError && answer.reason.status === 0
    if (!isAway || done.status === 'rejected') throw answer.reason
    // The stream of changes brings it up to date as soon as the server is back.
    return inOrder([...open, ...done.value])
  }
  const { body, headers } = answer.value
  if (done.status === 'rejected') return headers.has('x-since') ? readAll() : (body as Task[])
  listChange.set(Number(headers.get('x-change')))
  if (!headers.has('x-since')) return body as Task[]
  const whole = inOrder([...open, ...done.value])
  adopt(record, whole)
  return applyChanges(whole, body)
}

function applyChanges(tasks: Task[], changes: readonly ChangedTask[]): Task[] {
  let list = tasks
  for (const change of changes) if ('deleted' in change) list = removeFromList(list, change.id)
  const changed = changes.filter((change): change is Task => !('deleted' in change))
  return changed.length > 0 ? putAnswered(list, changed) : list
}
