const kept: string[] = []
let isKeeping = false

// Listens before the page's shortcuts, so that a typed letter can't complete the focused task.
addEventListener('keydown', keep, { capture: true })

/** Starts or stops keeping the keys that the user types. */
export function keepKeys(isOn: boolean): void {
  isKeeping = isOn
}

/** Returns the kept keys, once. */
export function takeKeys(): string[] {
  return kept.splice(0)
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (!isKeeping || ctrlKey || metaKey || altKey || !/^(.|Enter|Backspace)$/.test(key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  kept.push(key)
}
