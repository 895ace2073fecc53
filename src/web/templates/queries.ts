import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Template, TemplateWithTasks } from '#domain/templates/template.ts'

import { request } from '../sync/api.ts'
import { readAgain } from '../sync/read-again.ts'
import { calls, useWithCalls } from '../sync/runner/calls.ts'
import { realIds } from '../sync/runner/outbox.ts'
import { useStore } from '../state/store.ts'
import { showError, showToast } from '../toasts/toast.ts'
import { TEMPLATES_KEY } from './changed-templates.ts'
import { failedToCreate } from './commands.ts'
import { makeTemplate } from './make-template.ts'
import { findWaitingTemplate } from './waiting-template.ts'
import * as words from './words.ts'

const templatesQuery = queryOptions({
  queryKey: TEMPLATES_KEY,
  queryFn: () => request<Template[]>('GET', '/api/templates'),
})

const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...TEMPLATES_KEY, id] as const,
    queryFn: async ({ client, queryKey }) => {
      try {
        return await request<TemplateWithTasks>('GET', `/api/templates/${id}`)
      } catch (error) {
        if (!client.getQueryData(queryKey)) showError(words.oneNotLoaded)
        throw error
      }
    },
  })

/** Returns the templates that the user can use, and fetches only while the dialog is open. Source: specification 4. */
export function useTemplates(isOpen: boolean) {
  const { data, error, refetch } = useQuery({ ...templatesQuery, enabled: isOpen })
  return { templates: useWithCalls(TEMPLATES_KEY, data), error, refetch }
}

/**
 * Returns a template with its tasks.
 * @param isShown whether its dialog is open; a closed one doesn't fetch, because the template may have been deleted
 */
export function useTemplate(id: number, isShown: boolean) {
  const known = realIds.get(id) ?? id
  const waiting = findWaitingTemplate(useStore(calls), known)
  const options = { ...templateQuery(known), enabled: isShown && known > 0, initialData: waiting }
  const { data, error, isFetching, refetch } = useQuery(options)
  // A template that was deleted elsewhere or rejected stays on screen unchanged.
  const template = waiting ?? data
  return { template, error: isFetching || template ? null : error, refetch }
}

/** Creates a template; a retry finishes the same template. Refetches the list even after a partial failure. */
export function useMakeTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: makeTemplate,
    // The status line reports a template waiting in the outbox.
    onSuccess: (result) => result === 'made' && showToast(words.created),
    onError: (error) => showError(failedToCreate(error)),
    onSettled: () => readAgain(client, { queryKey: TEMPLATES_KEY }),
  })
}
