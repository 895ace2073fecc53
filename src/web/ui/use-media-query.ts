import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Phone width, as in the style sheets. Source: specification 9. */
export const NARROW = '(width < 640px)'

/** Returns whether a media query matches. Use this where CSS alone isn't enough. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}
