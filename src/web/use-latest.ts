import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Holds what the last drawing was given, for handlers that must stay the same object from one drawing to the next. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
