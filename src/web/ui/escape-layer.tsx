import { useEffectEvent, useLayoutEffect } from 'react'

/** The layers that Escape closes, topmost last. */
const layers: ((event: KeyboardEvent) => void)[] = []

/**
 * Makes Escape close the dialog it is rendered in, as soon as the dialog is on screen. Radix adds its own listener two
 * renders later. Until then, the listener of the dialog below receives the key, and would close both.
 */
export function EscapeLayer({ onEscape }: { onEscape: (event: KeyboardEvent) => void }) {
  const close = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    const layer = (event: KeyboardEvent) => close(event)
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
  return null
}

/** Handles Radix's `onEscapeKeyDown`: closes the top dialog, whichever dialog received the key. */
export function closeTopLayer(event: KeyboardEvent): void {
  event.preventDefault()
  layers.at(-1)?.(event)
}
