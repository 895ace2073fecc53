import { useEffect } from 'react'

import { noteShown } from './when-idle.ts'

export function useNoteShown(isShown: boolean): void {
  useEffect(() => {
    if (isShown) noteShown()
  }, [isShown])
}
