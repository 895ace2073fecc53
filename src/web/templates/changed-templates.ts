import type { QueryClient } from '@tanstack/react-query'

import type { Change } from '#domain/change.ts'
import type { Template } from '#domain/template.ts'

/** The list of templates; each template with its tasks: `[...TEMPLATES_KEY, id]`. */
export const TEMPLATES_KEY = ['/api/templates'] as const

/** Whether the templates that were read have a change already; also when none were read. */
export function hasTemplateChange(client: QueryClient, { id, version = 0, deleted }: Change): boolean {
  const templates = client.getQueryData<Template[]>(TEMPLATES_KEY)
  const shown = templates?.find((template) => template.id === id)
  if (!templates || deleted) return !shown
  return shown !== undefined && shown.version >= version
}

/**
 * Reads anew, where it is shown or when it will be, the list of templates, and those that have changed. Of one that is
 * gone an open dialog keeps what it shows.
 * @param changed their ids; null when it is not known which
 */
export function readTemplatesAgain(client: QueryClient, changed: ReadonlySet<unknown> | null): void {
  void client.invalidateQueries({
    queryKey: TEMPLATES_KEY,
    predicate: ({ queryKey: [, id] }) => id === undefined || changed === null || changed.has(id),
  })
}
