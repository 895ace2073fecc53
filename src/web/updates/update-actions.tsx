import { useStore } from '../state/store.ts'
import { unsavedText } from './unsaved-text.ts'
import { type Update, postponeUpdate, updates } from './updates.ts'
import * as words from './words.ts'

/** Returns the update that the status line reports, if any, and its text. */
export function useUpdate(): { update: Update; text: string } | null {
  const update = useStore(updates)
  const hasText = useStore(unsavedText)
  return update && { update, text: (hasText ? words.saveFirst : words.texts)[update] }
}

export function UpdateActions({ className, laterClassName }: { className: string; laterClassName: string }) {
  const isReady = useStore(updates) === 'ready'
  const hasText = useStore(unsavedText)
  return (
    <>
      <button type="button" className={className} onClick={reload}>
        {words.reload}
      </button>
      {isReady && !hasText && (
        <button type="button" className={laterClassName} onClick={postponeUpdate}>
          {words.later}
        </button>
      )}
    </>
  )
}

/** Asks for confirmation if typed text may be lost. */
function reload(): void {
  if (!unsavedText.get() || window.confirm(words.confirmReload)) location.reload()
}
