import type { QueryClient } from '@tanstack/react-query'

import type { Change } from '#domain/tasks/change.ts'
import type { Template } from '#domain/templates/template.ts'

import { readAgain } from '../sync/read-again.ts'

/** The key of the list of templates. A single template with its tasks has `[...TEMPLATES_KEY, id]`. */
export const TEMPLATES_KEY = ['/api/templates'] as const

/** Returns whether the cached templates already include a change. */
export function hasTemplateChange(client: QueryClient, { id, version = 0, deleted }: Change): boolean {
  const templates = client.getQueryData<Template[]>(TEMPLATES_KEY)
  const shown = templates?.find((template) => template.id === id)
  if (deleted) return templates !== undefined && !shown
  return shown !== undefined && shown.version >= version
}

/**
 * Invalidates the list of templates and the changed templates. A dialog that shows a deleted template keeps its content.
 * @param changed the ids of the changed templates; null if unknown
 */
export function readTemplatesAgain(client: QueryClient, changed: ReadonlySet<unknown> | null): void {
  readAgain(client, {
    queryKey: TEMPLATES_KEY,
    predicate: ({ queryKey: [, id] }) => id === undefined || changed === null || changed.has(id),
  })
}
