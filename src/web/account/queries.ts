import { type UseMutationOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PasswordChange, SessionInfo } from '#domain/account/account.ts'

import { request } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { isLost } from '../sync/retry-once.ts'
import { showError, showToast } from '../toasts/toast.ts'
import { deletionIsLost } from './forget-person.ts'
import { type AccountDialog, accountDialog } from './opened-dialog.ts'
import * as words from './words.ts'

const LINK = '/api/auth/oidc/link'
const SESSIONS_KEY = ['/api/auth/sessions'] as const

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => request<SessionInfo[]>('GET', '/api/auth/sessions'),
  // Another browser can sign in at any time.
  staleTime: 0,
})

/** How the user can sign in. `provider` is the provider's name, or null if none is configured. */
export type WaysIn = { provider: string | null; linked: boolean; password: boolean }

const WAYS_IN_KEY = [LINK] as const

export const waysInQuery = queryOptions({
  queryKey: WAYS_IN_KEY,
  queryFn: () => request<WaysIn>('GET', LINK),
})

/** Starts linking the account to the provider. The result's `url` is the provider's page to open. */
export function useLink() {
  return useDialogCall('link', {
    mutationFn: ({ password }: { password: string }) => request<{ url: string }>('POST', LINK, { password }),
  })
}

/** Unlinks the provider. A toast reports the result even if the dialog has closed. */
export function useUnlink(provider: string) {
  const client = useQueryClient()
  return useDialogCall('link', {
    mutationFn: () => request<void>('DELETE', LINK),
    onSuccess: () => {
      showToast(words.unlinked(provider))
      return client.invalidateQueries({ queryKey: WAYS_IN_KEY })
    },
  })
}

/** Changes the password and signs out every other browser. */
export function useChangePassword() {
  return useDialogCall('password', {
    mutationFn: (change: PasswordChange) => request<void>('POST', '/api/auth/password', change),
  })
}

/** Signs out another browser, or all others if the id is null. */
export function useEndSession() {
  const client = useQueryClient()
  return useDialogCall('sessions', {
    mutationFn: (id: string | null) =>
      request<void>('DELETE', id === null ? '/api/auth/sessions' : `/api/auth/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}

export function useDeleteAccount() {
  return useDialogCall('deletion', {
    mutationFn: ({ password }: { email: string; password: string }) => deleteAccount(password),
  })
}

/** Deletes the account. Records whether the response was lost. */
export async function deleteAccount(password: string): Promise<void> {
  try {
    await request<void>('DELETE', '/api/auth/user', { password })
  } catch (error) {
    deletionIsLost.set(isLost(error))
    throw error
  }
}

/** Works like `useMutation`, but shows a failure in a toast if the dialog has closed. */
function useDialogCall<Result, Input>(
  dialog: AccountDialog,
  options: UseMutationOptions<Result, Error, Input>,
) {
  const mutation = useMutation({
    ...options,
    onError: (error) => {
      if (accountDialog.get() === dialog) return
      mutation.reset()
      showError(errorText(error))
    },
  })
  // A reset would drop the callbacks of a pending request.
  return { ...mutation, reset: () => mutation.isPending || mutation.reset() }
}
