import { useSearchParams } from 'wouter'

import { isDialogEntry } from '../ui/dialog-entry.ts'

export const VIEWS = ['priority', 'timeline', 'completed'] as const

export type View = (typeof VIEWS)[number]

/** Returns the current view, which is stored in the address, and a function that changes it. */
export function useView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((view) => view === search.get('view')) ?? 'priority'
  return [view, (next) => setSearch((search) => withView(search, next), { replace: isDialogEntry() })]
}

function withView(search: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'priority') next.delete('view')
  else next.set('view', view)
  return next
}
