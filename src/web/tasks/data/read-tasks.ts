import type { QueryClient } from '@tanstack/react-query'

import type { BoardTask } from '#domain/tasks/board-task.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { User } from '#domain/account/account.ts'
import { putAnswered, putRead, removeFromList } from './task-list.ts'
import type { Task } from '#domain/tasks/task.ts'

import { ApiError, requestList, requestWithHeaders } from '../../sync/api.ts'
import { isLost } from '../../sync/retry-once.ts'
import { userQuery } from '../../auth/queries.ts'
import { type Kept, adopt, inOrder, takeKept } from '../cache/cached-tasks.ts'
import { thisBuild } from '../../boot/cache-record.ts'
import { untilShown } from '../../boot/when-idle.ts'
import { readCompletedAgain } from './completed-cache.ts'
import { listChange } from './list-change.ts'
import { TASKS_KEY, isDeleted } from './task-cache.ts'

/** The open tasks without their long text. `early.js` also requests them. */
const BOARD = '/api/tasks?completed=false&fields=board'

/** The delay between retries, in ms. */
const RETRY_MS = 2000

type Beginning = {
  open: ShortTask[]
  change: number
  readWhole: () => Promise<ShortTask[]>
}

/**
 * Loads all tasks. Shows open tasks first, from the cache or the server. Then loads completed tasks and long text, which
 * can be much larger. Until then, the long text of some tasks is missing.
 * @throws ApiError if the open ones fail to load or the session has ended
 */
export async function readTasks(client: QueryClient): Promise<ShortTask[]> {
  const user = client.getQueryData<User | null>(userQuery.queryKey)
  const kept = user ? await takeKept(user.id) : null
  const { open, change, readWhole } = kept ? await beginningOf(kept) : await readBeginning()
  client.setQueryData<ShortTask[]>(TASKS_KEY, (tasks) => tasks ?? open)
  const before = listChange.get()
  listChange.set(change)
  const read = await readAgain(readWhole, () => Boolean(client.getQueryData(userQuery.queryKey)))
  // The completed tasks may have loaded first, without changes that the list has.
  if ((before ?? change) !== listChange.get()) readCompletedAgain(client)
  // Changes confirmed during loading may be missing from the loaded list.
  return putRead(open, client.getQueryData<ShortTask[]>(TASKS_KEY) ?? open, read)
}

/** Retries until the user signs out, because an incomplete list would break views that need all tasks. */
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
  const { body, headers } = await requestWithHeaders<(BoardTask | Task)[]>('GET', BOARD)
  const open = body.map(toShortTask)
  const change = Number(headers.get('x-change'))
  const readWhole = async () => {
    await untilShown()
    const read = [await requestList<Task>('/api/tasks?completed=true')]
    if (!open.every(hasTexts)) read.push(await requestList<Task>('/api/tasks?completed=false'))
    // A task completed in the meantime is in several lists, and a reopened one may be in none.
    const whole = read.reduce((tasks, { body }) => putAnswered(tasks, body), open)
    const isCurrent = read.every(({ headers }) => Number(headers.get('x-change')) === change)
    if (!isCurrent) return readSince(whole, change)
    // The lists may include a task whose deletion has since been reported. Live updates read that change again.
    listChange.set(change)
    return whole
  }
  return { open, change, readWhole }
}

/** Returns the list with later changes applied. */
async function readSince(tasks: ShortTask[], change: number): Promise<ShortTask[]> {
  const { body, headers } = await requestWithHeaders<ChangedTask[]>('GET', `/api/tasks?since=${change}`)
  listChange.set(Number(headers.get('x-change')))
  return headers.has('x-since') ? applyChanges(tasks, body) : (body as Task[])
}

/** A task without long text has nothing to load. An older server sends complete tasks. */
function toShortTask(listed: BoardTask | Task): ShortTask {
  if (!('has' in listed)) return listed
  const { has, ...task } = listed
  const none = { description: null, clearGoals: null, notes: null, nextSteps: null }
  return Object.values(has).includes(true) ? task : { ...task, ...none }
}

async function beginningOf(kept: Kept): Promise<Beginning> {
  const { change, build } = kept.record
  if (build === thisBuild()) return { open: kept.open, change, readWhole: () => bringUpToDate(kept) }
  // Rows cached by another build are used only until the server responds.
  return { open: inOrder([...kept.open, ...(await kept.readDone())]), change, readWhole: readAll }
}

async function readAll(): Promise<Task[]> {
  const { body, headers } = await requestList<Task>('/api/tasks')
  listChange.set(Number(headers.get('x-change')))
  return body
}

async function bringUpToDate({ record, open, readDone }: Kept): Promise<ShortTask[]> {
  const asking = requestWithHeaders<ChangedTask[]>('GET', `/api/tasks?since=${record.change}`)
  const [done, answer] = await Promise.allSettled([readDone(), asking])
  if (answer.status === 'rejected') {
    if (!isLost(answer.reason) || done.status === 'rejected') throw answer.reason
    // The event stream updates the list when the server is back.
    const whole = inOrder([...open, ...done.value])
    adopt(record, whole)
    return whole
  }
  const { body, headers } = answer.value
  if (done.status === 'rejected') return headers.has('x-since') ? readAll() : (body as Task[])
  listChange.set(Number(headers.get('x-change')))
  if (!headers.has('x-since')) return body as Task[]
  const whole = inOrder([...open, ...done.value])
  adopt(record, whole)
  return applyChanges(whole, body)
}

function applyChanges(tasks: ShortTask[], changes: readonly ChangedTask[]): ShortTask[] {
  const list = removeFromList(tasks, changes.filter(isDeleted))
  const changed = changes.filter((change): change is Task => !isDeleted(change))
  return changed.length > 0 ? putAnswered(list, changed) : list
}
