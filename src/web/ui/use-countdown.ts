import { useEffect, useEffectEvent, useState } from 'react'

import { useEvent } from './use-event.ts'

type Reason = 'pointer' | 'focus' | 'window' | 'tab'

/**
 * Runs a function after `ms`. The countdown pauses while the window is inactive, the tab is hidden or `hold` was
 * called.
 * @returns functions that pause and resume the countdown for other reasons
 */
export function useCountdown(ms: number, run: () => void) {
  const end = useEffectEvent(run)
  const [countdown] = useState(() => createCountdown(ms))
  const follow = () => (document.hidden ? countdown.hold('tab') : countdown.release('tab'))
  const start = useEffectEvent(() => {
    follow()
    countdown.start(end)
  })
  useEffect(() => {
    start()
    return () => countdown.stop()
  }, [countdown])
  useEvent(window, ['blur'], () => countdown.hold('window'))
  useEvent(window, ['focus'], () => countdown.release('window'))
  useEvent(document, ['visibilitychange'], follow)
  return countdown
}

function createCountdown(ms: number) {
  const reasons = new Set<Reason>()
  let left = ms
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let run: (() => void) | undefined

  const resume = () => {
    if (!run || reasons.size > 0) return
    startedAt = Date.now()
    timer = setTimeout(run, left)
  }
  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= Date.now() - startedAt
  }
  return {
    start: (end: () => void) => {
      run = end
      resume()
    },
    stop: () => {
      pause()
      run = undefined
    },
    hold: (reason: Reason) => {
      reasons.add(reason)
      pause()
    },
    release: (reason: Reason) => {
      if (reasons.delete(reason)) resume()
    },
  }
}
