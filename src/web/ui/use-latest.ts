import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Holds the latest value from rendering, for handlers that must stay the same object between renders. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
