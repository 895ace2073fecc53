import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'

import type { Credentials, Registration, User } from '#domain/account.ts'

import { ApiError, request } from '../api.ts'

/** The signed-in user, or null when nobody is. */
export const userQuery = queryOptions({ queryKey: ['/api/auth/user'], queryFn: fetchUser })

/** Who is signed in; null when nobody is, or that is not known yet. */
export function useUserId(): string | null {
  return useQuery(userQuery).data?.id ?? null
}

/** Signs in. Afterwards the page is loaded anew, so that nothing of an earlier user is left in it. */
export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => request<User>('POST', '/api/login', credentials),
  })
}

/** Makes an account and signs it in. */
export function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) => request<User>('POST', '/api/register', registration),
  })
}

async function fetchUser(): Promise<User | null> {
  try {
    return await request<User>('GET', '/api/auth/user')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
