import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

type ElementRef = RefObject<HTMLElement | null>

type EventsOf<T> = T extends Window
  ? WindowEventMap
  : T extends Document
    ? DocumentEventMap
    : HTMLElementEventMap

/**
 * Listens for events on the window, the document or an element while mounted. The listener always sees the latest props
 * and state.
 */
export function useEvent<T extends Window | Document | ElementRef, K extends keyof EventsOf<T> & string>(
  target: T,
  types: readonly K[],
  listener: (event: EventsOf<T>[K]) => void,
  { isOn = true, ...options }: AddEventListenerOptions & { isOn?: boolean } = {},
): void {
  const run = useEffectEvent((event: Event) => listener(event as EventsOf<T>[K]))
  // An effect after the paint would miss a key that is pressed as soon as the page shows.
  useLayoutEffect(() => {
    const node: EventTarget | null = 'current' in target ? target.current : target
    if (!isOn || !node) return
    const listen = (event: Event) => run(event)
    for (const type of types) node.addEventListener(type, listen, options)
    return () => types.forEach((type) => node.removeEventListener(type, listen, options))
    // The types and options never change, but callers pass new objects each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, isOn])
}
