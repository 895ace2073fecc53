import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import { type Task, idTextSchema } from '#domain/tasks/task.ts'

import { ApiError, request } from '../sync/api.ts'
import { outbox, realIds } from '../sync/runner/outbox.ts'
import { showChanged, shownTasks } from '../tasks/data/task-cache.ts'
import { showToast } from '../toasts/toast.ts'
import { forgetAddress } from '../ui/dialog-entry.ts'
import { watchUser } from '../ui/focus-view.ts'
import * as words from './words.ts'

type Props = {
  /** The search parameter with the task's id. */
  name: 'task' | 'edit'
  openedId: number | undefined
  onOpen: (task: ShortTask) => void
}

/** Opens the dialog of the task in the address, such as `/?task=7`, on arrival, after a reload and on Forward. */
export function TaskAddress({ name, openedId, onOpen }: Props) {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const asked = search.get(name)

  const find = async (asked: string): Promise<Task> => {
    if (asked.startsWith('-')) await untilOpen()
    const id = String(realIds.get(Number(asked)) ?? asked)
    const listed = shownTasks(client).find((task) => String(task.id) === id)
    if (listed && hasTexts(listed)) return listed
    if (!idTextSchema().safeParse(id).success) throw new ApiError(404, words.taskNotFound, null)
    const task = await request<Task>('GET', `/api/tasks/${id}`)
    showChanged(client, [task])
    return task
  }
  const open = useEffectEvent(async (id: string, isCurrent: () => boolean) => {
    if (id === String(openedId)) return
    const isBusy = watchUser()
    try {
      const task = await find(id)
      if (!isCurrent()) return
      if (isBusy()) forgetAddress(name)
      else onOpen(task)
    } catch (error) {
      if (!isCurrent()) return
      const isThere = !(error instanceof ApiError && error.status === 404)
      const text = isThere ? words.taskNotOpened : words.taskNotFound
      showToast({ title: 'Error', text, variant: 'destructive' })
      forgetAddress(name)
    }
  })
  useEffect(() => {
    if (asked === null) return
    let isCurrent = true
    void open(asked, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [asked])
  return null
}

/** The maximum wait on arrival for a task that was created offline, in ms. */
const OPEN_MS_MAX = 5000

/** Waits for the outbox, which holds the tasks that were created offline. Without IndexedDB, the outbox never opens. */
function untilOpen(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = outbox.subscribe(end)
    const timer = setTimeout(end, OPEN_MS_MAX)
    if (outbox.get()) end()
  })
}
