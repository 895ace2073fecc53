import { useSearchParams } from 'wouter'

export const VIEWS = ['priority', 'timeline', 'completed'] as const

export type View = (typeof VIEWS)[number]

/** The view that is shown, and a function that shows another. It is kept in the address, beside the filters. */
export function useView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((view) => view === search.get('view')) ?? 'priority'
  return [view, (next) => setSearch((search) => withView(search, next))]
}

function withView(search: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'priority') next.delete('view')
  else next.set('view', view)
  return next
}
