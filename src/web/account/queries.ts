import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PasswordChange, SessionInfo } from '#domain/account.ts'

import { request } from '../api.ts'

/** Where the zip of everything comes from. */
export const EXPORT = '/api/auth/export'

const SESSIONS_KEY = ['/api/auth/sessions'] as const

/** Every browser in which the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => request<SessionInfo[]>('GET', '/api/auth/sessions'),
  // Another browser may have signed in since.
  staleTime: 0,
})

/** By what the user can sign in. */
export const waysInQuery = queryOptions({
  queryKey: ['/api/auth/oidc/link'],
  queryFn: () =>
    request<{ provider: string | null; linked: boolean; password: boolean }>('GET', '/api/auth/oidc/link'),
})

/** Changes the password; every other browser is signed out. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => request<void>('POST', '/api/auth/password', change),
  })
}

/** Signs out another browser, or with null all others. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      request<void>('DELETE', id === null ? '/api/auth/sessions' : `/api/auth/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}

/** Deletes the account and everything in it. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) => request<void>('DELETE', '/api/auth/user', { password }),
  })
}
