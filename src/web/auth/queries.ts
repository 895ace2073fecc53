import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'

import type { Credentials, User } from '#domain/account/account.ts'

import { ApiError, request } from '../sync/api.ts'

export const userQuery = queryOptions({ queryKey: ['/api/auth/user'], queryFn: fetchUser })

/** Returns the id of the signed-in user; null if nobody is signed in or the user isn't known yet. */
export function useUserId(): string | null {
  return useQuery(userQuery).data?.id ?? null
}

/** Signs in. The caller reloads the page afterwards, so that no data of a previous user remains. */
export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => request<User>('POST', '/api/login', credentials),
  })
}

/** Returns the signed-in user, or null if nobody is signed in. Throws an `ApiError` if the server can't be reached. */
export async function fetchUser(): Promise<User | null> {
  try {
    return await request<User>('GET', '/api/auth/user', undefined, { 'x-user': '' })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
