import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { type Category, DEFAULT_CATEGORIES } from '#domain/category.ts'

import { ApiError, request } from '../api.ts'
import { showToast } from '../toast.ts'

const CATEGORIES_KEY = ['/api/categories'] as const

/** The names of the user's categories, the default ones first; none when nobody is signed in. */
export const categoriesQuery = queryOptions({ queryKey: CATEGORIES_KEY, queryFn: fetchCategories })

/** The categories that can be chosen. The default ones are there before the list is, and when it cannot be read. */
export function useCategoryNames(): readonly string[] {
  return useQuery(categoriesQuery).data ?? DEFAULT_CATEGORIES
}

/** Adds a category. The list is read again, also when it is refused: another window may have been quicker. */
export function useAddCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => request<Category>('POST', '/api/categories', { name }),
    onSuccess: () =>
      showToast({ title: 'Category Added', text: 'The new category has been added successfully.' }),
    onError: (error) => showFailed(error, 'Failed to add category'),
    onSettled: () => client.invalidateQueries({ queryKey: CATEGORIES_KEY }),
  })
}

/** Removes a category; tasks keep its name. */
export function useRemoveCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => request<undefined>('DELETE', `/api/categories/${encodeURIComponent(name)}`),
    onSuccess: () =>
      showToast({ title: 'Category Removed', text: 'The category has been removed successfully.' }),
    onError: (error) => showFailed(error, 'Failed to remove category'),
    onSettled: () => client.invalidateQueries({ queryKey: CATEGORIES_KEY }),
  })
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
