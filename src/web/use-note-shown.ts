import { useEffect } from 'react'

import { noteShown } from './when-idle.ts'

/** Tells, once it is so, that the page shows what it was opened for. */
export function useNoteShown(isShown: boolean): void {
  useEffect(() => {
    if (isShown) noteShown()
  }, [isShown])
}
