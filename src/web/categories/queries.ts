import {
  type MutationKey,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Change } from '#domain/change.ts'
import { DEFAULT_CATEGORIES, changeCategories } from '#domain/category.ts'
import type { Category } from '#domain/new-category.ts'

import { ApiError, request } from '../api.ts'
import { showToast } from '../toast.ts'

const CATEGORIES_KEY = ['/api/categories'] as const
const ADD_KEY = ['add category'] as const
const REMOVE_KEY = ['remove category'] as const

/** The names of the user's categories, the default ones first; none when nobody is signed in. */
const categoriesQuery = queryOptions({ queryKey: CATEGORIES_KEY, queryFn: fetchCategories })

/** The categories as the person sees them: what the server answered, with the changes on their way on top. */
export function useCategories() {
  const { data: answered, error, refetch } = useQuery(categoriesQuery)
  const added = usePendingNames(ADD_KEY)
  const removed = usePendingNames(REMOVE_KEY)
  const categories = useMemo(
    () => answered && changeCategories(answered, { added, removed }),
    [answered, added, removed],
  )
  return { categories, error, refetch }
}

/** The categories that can be chosen. The default ones are there before the list is, and when it cannot be read. */
export function useCategoryNames(): readonly string[] {
  return useCategories().categories ?? DEFAULT_CATEGORIES
}

/** Adds a category. The list is read again, also when it is refused: another window may have been quicker. */
export function useAddCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ADD_KEY,
    mutationFn: (name: string) => request<Category>('POST', '/api/categories', { name }),
    onSuccess: ({ name }) => {
      answer(client, { added: [name] })
      showToast({ title: 'Category Added', text: 'The new category has been added successfully.' })
    },
    onError: (error) => showFailed(error, 'Failed to add category'),
    onSettled: () => readCategoriesAgain(client),
  })
}

/** Removes a category; tasks keep its name. */
export function useRemoveCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: REMOVE_KEY,
    mutationFn: (name: string) => request<undefined>('DELETE', `/api/categories/${encodeURIComponent(name)}`),
    onSuccess: (_, name) => {
      answer(client, { removed: [name] })
      showToast({ title: 'Category Removed', text: 'The category has been removed successfully.' })
    },
    onError: (error) => showFailed(error, 'Failed to remove category'),
    onSettled: () => readCategoriesAgain(client),
  })
}

/** Whether the names that were read have a change already; also when none were read. */
export function hasCategoryChange(client: QueryClient, { id, deleted }: Change): boolean {
  const names = client.getQueryData<string[]>(CATEGORIES_KEY)
  return !names || names.includes(String(id)) === !deleted
}

/** Reads the names anew. Not waited for: the change itself is over. */
export function readCategoriesAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CATEGORIES_KEY })
}

/** The names that are on their way in changes of one kind. */
function usePendingNames(mutationKey: MutationKey): string[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as string,
  })
}

/** Writes what the server answered into the list, before the change is no longer on its way. */
function answer(client: QueryClient, change: Parameters<typeof changeCategories>[1]): void {
  client.setQueryData<string[]>(CATEGORIES_KEY, (names) => names && changeCategories(names, change))
}

/** The server's words, else ours. Source: specification 8. */
function showFailed(error: unknown, fallback: string): void {
  const words = error instanceof ApiError ? error.serverMessage : null
  showToast({ title: 'Error', text: words ?? fallback, variant: 'destructive' })
}

async function fetchCategories(): Promise<string[]> {
  try {
    return await request<string[]>('GET', '/api/categories')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return []
    throw error
  }
}
