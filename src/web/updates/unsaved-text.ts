import { createStore } from '../state/store.ts'

const TEXT_FIELDS = 'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="url"]'

const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

/** Whether a field on the page holds text that was typed into it. */
export const unsavedText = createStore(false)

/** Tracks typing on the page. Returns a function that stops tracking. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.matches(TEXT_FIELDS)) typed.add(target as HTMLTextAreaElement)
    look()
  }
  // A saved form closes, and an added line becomes empty.
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('input', note, { capture: true, passive: true })
  return () => {
    changes.disconnect()
    document.removeEventListener('input', note, { capture: true })
  }
}

function look(): void {
  for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field)
  unsavedText.set(typed.size > 0)
}
