import { useState } from 'react'

/** Returns whether the dialog with both versions is open. It closes when no conflict is left. */
export function useConflictDialog(hasConflict: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen && !hasConflict) setIsOpen(false)
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
