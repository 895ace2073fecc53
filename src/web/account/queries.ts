import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PasswordChange, SessionInfo } from '#domain/account.ts'

import { request } from '../api.ts'

/** Where the zip of everything comes from. */
export const EXPORT = '/api/auth/export'

const LINK = '/api/auth/oidc/link'
const SESSIONS_KEY = ['/api/auth/sessions'] as const

/** Every browser in which the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => request<SessionInfo[]>('GET', '/api/auth/sessions'),
  // Another browser may have signed in since.
  staleTime: 0,
})

/** By what the user can sign in; `provider` is what it is called, or null where there is none. */
export type WaysIn = { provider: string | null; linked: boolean; password: boolean }

const WAYS_IN_KEY = [LINK] as const

export const waysInQuery = queryOptions({
  queryKey: WAYS_IN_KEY,
  queryFn: () => request<WaysIn>('GET', LINK),
})

/** Begins to link the account to the provider; answers where to go on. */
export function useLink() {
  return useMutation({
    mutationFn: (password: string) => request<{ url: string }>('POST', LINK, { password }),
  })
}

export function useUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request<void>('DELETE', LINK),
    onSuccess: () => client.invalidateQueries({ queryKey: WAYS_IN_KEY }),
  })
}

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
