import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { TrashItem, TrashPage } from '#domain/trash/trash-schema.ts'

import { errorText } from '../sync/error-text.ts'
import { readAgain } from '../sync/read-again.ts'
import { type CallStorage, allAnswered, calls } from '../sync/runner/calls.ts'
import { showError } from '../toasts/toast.ts'
import { type TrashQuery, useTrash } from './queries.ts'
import { TRASH_KEY } from './trash-key.ts'

/** Identifies one deletion, so that the same item deleted again is a different row. */
export function rowKey({ kind, id, deletedAt }: TrashItem): string {
  return `${kind} ${id} ${deletedAt}`
}

/**
 * Returns the rows of the trash and its totals, without those being restored or deleted. A row reappears if its command
 * fails.
 */
export function useTrashRows(query: TrashQuery, opening: number, isOpen: boolean) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useTrash(query, opening, isOpen)
  const client = useQueryClient()
  const load = async () => {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (isFetchNextPageError) showError(errorText(error))
  }
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [emptiedUntil, setEmptiedUntil] = useState('')
  const isLeft = (item: TrashItem) => item.deletedAt > emptiedUntil && !gone.has(rowKey(item))
  const items = data?.pages.flatMap((page) => page.items)
  const [first] = data?.pages ?? []
  const follow = (command: Promise<unknown>, onFailure: () => void) =>
    void untilEnded(command, calls)
      .catch(onFailure)
      .then(() => readAgain(client, { queryKey: TRASH_KEY }))
  return {
    rows: items?.filter(isLeft),
    /** Whether the rows are still those of the previous query. */
    areOld: isPlaceholderData,
    totals:
      first && totalsWithout(first, items?.filter((item) => gone.has(rowKey(item))) ?? [], emptiedUntil),
    asOf: first?.asOf ?? '',
    error,
    refetch,
    more: hasNextPage ? { load: () => void load(), isLoading: isFetchingNextPage } : null,
    hideWhile: (item: TrashItem, command: Promise<unknown>) => {
      const key = rowKey(item)
      setGone((before) => new Set(before).add(key))
      follow(command, () => setGone((before) => before.difference(new Set([key]))))
    },
    hideAllWhile: (until: string, command: Promise<unknown>) => {
      setEmptiedUntil(until)
      follow(command, () => setEmptiedUntil(''))
    },
  }
}

/** Settles like the latest command, but also rejects if that command waited and was then rejected or discarded. */
export function untilEnded<T>(command: Promise<T>, calls: CallStorage): Promise<T> {
  const call = calls.get().at(-1)
  const ended = allAnswered(calls, (one) => one === call)
  return Promise.race([command, ended.then(() => Promise.reject(new Error('The call has ended.')))])
}

function totalsWithout(
  { totals, asOf }: TrashPage,
  gone: readonly TrashItem[],
  emptiedUntil: string,
): TrashPage['totals'] {
  if (asOf <= emptiedUntil) return { task: 0, template: 0, category: 0, files: 0 }
  const left = { ...totals }
  for (const { kind, files } of gone) {
    left[kind]--
    left.files -= files
  }
  return left
}
