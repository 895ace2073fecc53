import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

import type { Change } from '#domain/tasks/change.ts'
import { DEFAULT_CATEGORIES } from '#domain/categories/category.ts'

import { request } from '../sync/api.ts'
import { readAgain } from '../sync/read-again.ts'
import { useWithCalls } from '../sync/runner/calls.ts'

export const CATEGORIES_KEY = ['/api/categories'] as const

/** The names of the user's categories, defaults first. */
export const categoriesQuery = queryOptions({
  queryKey: CATEGORIES_KEY,
  queryFn: () => request<string[]>('GET', '/api/categories'),
})

/** Returns the categories with pending changes applied. */
export function useCategories() {
  const { data, error, refetch } = useQuery(categoriesQuery)
  const categories = useWithCalls(CATEGORIES_KEY, data)
  return { categories, error, refetch }
}

/** Returns the categories to choose from: the defaults until the list has loaded, or if it can't be loaded. */
export function useCategoryNames(): readonly string[] {
  return useCategories().categories ?? DEFAULT_CATEGORIES
}

/** Returns whether the cached names already include a change. */
export function hasCategoryChange(client: QueryClient, { id, deleted }: Change): boolean {
  return client.getQueryData<string[]>(CATEGORIES_KEY)?.includes(String(id)) === !deleted
}

/** Refetches the names in the background. */
export function readCategoriesAgain(client: QueryClient): void {
  readAgain(client, { queryKey: CATEGORIES_KEY })
}
