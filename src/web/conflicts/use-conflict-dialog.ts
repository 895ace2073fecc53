import { useState } from 'react'
import { flushSync } from 'react-dom'

import { useLatest } from '../ui/use-latest.ts'

/** Returns the state of the dialog that shows both versions. The dialog closes when no conflict is left. */
export function useConflictDialog(hasConflict: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen && !hasConflict) setIsOpen(false)
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}

type Choose = (saved: ReadonlySet<string>) => void

/** Returns a handler that closes the dialog, applies the choices, and submits the form with them. */
export function useSaveChoices(versions: { close: () => void }, choose: Choose, submit: () => void): Choose {
  const latestSubmit = useLatest(submit)
  return (saved) => {
    flushSync(() => {
      choose(saved)
      versions.close()
    })
    latestSubmit.current()
  }
}
