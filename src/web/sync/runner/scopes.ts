import type { QueryClient } from '@tanstack/react-query'

/** The last run of each scope, by page. */
const lastOfPages = new WeakMap<QueryClient, Map<string, Promise<unknown>>>()

/** Runs a function after every earlier one of this page in any of these scopes has succeeded or failed. */
export async function inOrder<T>(page: QueryClient, scopes: readonly string[], run: () => Promise<T>) {
  const lastOf = lastOfPages.get(page) ?? new Map<string, Promise<unknown>>()
  lastOfPages.set(page, lastOf)
  const turn = Promise.allSettled(scopes.flatMap((scope) => lastOf.get(scope) ?? [])).then(run)
  for (const scope of scopes) lastOf.set(scope, turn)
  try {
    return await turn
  } finally {
    for (const scope of scopes) if (lastOf.get(scope) === turn) lastOf.delete(scope)
  }
}
