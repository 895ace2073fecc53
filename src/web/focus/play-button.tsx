import { Pause, Play } from 'lucide-react'

import { PressTooltip, Tooltip } from '../ui/tooltip.tsx'
import { focusPlayer } from './focus.ts'
import type { FocusState } from './focus-player.ts'
import * as words from './words.ts'

type Props = {
  playback: FocusState['playback']
  /** False while every band is Off. */
  canPlay: boolean
}

/** Plays and pauses. Also works while the sound loads. */
export function PlayButton({ playback, canPlay }: Props) {
  const isPaused = playback === 'paused'
  const name = isPaused ? words.play : words.pause
  const Icon = isPaused ? Play : Pause
  // On touch screens, tapping the disabled button explains why it does nothing.
  const Help = canPlay ? Tooltip : PressTooltip
  return (
    <Help label={canPlay ? name : words.chooseLevel} side="bottom">
      <button
        type="button"
        aria-label={name}
        aria-disabled={!canPlay || undefined}
        aria-busy={playback === 'starting' || undefined}
        onClick={isPaused ? focusPlayer.play : focusPlayer.pause}
        // The tooltip repeats the enabled button's name, which shouldn't be spoken twice.
        {...(canPlay && { 'aria-describedby': undefined })}
        className="relative grid size-6.5 shrink-0 place-items-center rounded-full bg-ink text-ink-fg transition-colors enabled:hover:bg-ink-hover aria-disabled:cursor-default aria-disabled:bg-sunken! aria-disabled:text-fg-off touch:size-8 touch:before:absolute touch:before:-inset-1 touch:before:content-['']"
      >
        <Icon size={14} fill="currentColor" className={isPaused ? 'ml-0.5' : ''} />
      </button>
    </Help>
  )
}
