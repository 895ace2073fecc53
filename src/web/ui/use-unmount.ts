import { useEffect, useEffectEvent } from 'react'

export function useUnmount(run: () => void): void {
  const end = useEffectEvent(run)
  useEffect(() => () => end(), [])
}
