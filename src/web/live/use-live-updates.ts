import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { keepInStep } from './live-updates.ts'

/** Keeps the page in step with the person's other browsers for as long as it is there. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  // The stream is nothing of React's.
  useEffect(() => keepInStep(client), [client])
}
