import { Pause, Play } from 'lucide-react'

import { PressTooltip, Tooltip } from '../ui/tooltip.tsx'
import { focusPlayer } from './focus.ts'
import type { FocusState } from './focus-player.ts'

type Props = {
  playback: FocusState['playback']
  /** False while every band is Off. */
  canPlay: boolean
}

/** Plays and pauses. Until the sound has arrived it can be taken back already. */
export function PlayButton({ playback, canPlay }: Props) {
  const isPaused = playback === 'paused'
  const name = isPaused ? 'Play focus audio' : 'Pause focus audio'
  const Icon = isPaused ? Play : Pause
  // A finger that presses in vain is told why.
  const Help = canPlay ? Tooltip : PressTooltip
  return (
    <Help label={canPlay ? name : 'Choose a level first'} side="bottom">
      <button
        type="button"
        aria-label={name}
        aria-disabled={!canPlay || undefined}
        aria-busy={playback === 'starting' || undefined}
        onClick={isPaused ? focusPlayer.play : focusPlayer.pause}
        // The tooltip of a button that can be pressed repeats its name; spoken twice it would only be noise.
        {...(canPlay && { 'aria-describedby': undefined })}
        className="relative grid size-7 shrink-0 place-items-center rounded-full bg-ink text-ink-fg transition-colors enabled:hover:bg-ink-hover aria-disabled:cursor-default aria-disabled:bg-sunken! aria-disabled:text-fg-off touch:size-8 touch:before:absolute touch:before:-inset-1 touch:before:content-['']"
      >
        <Icon aria-hidden size={14} fill="currentColor" className={isPaused ? 'ml-0.5' : ''} />
      </button>
    </Help>
  )
}
