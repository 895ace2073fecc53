import { type Mix, PRESETS, type Preset, activePreset, applyPreset } from './focus-audio.ts'

import { Button } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { focusPlayer } from './focus.ts'
import * as words from './words.ts'

type Props = { mix: Mix; size: 'xs' | 'md'; className: string }

/** The presets. Choosing a preset also starts playback; the current preset's button is shown as pressed. */
export function Presets({ mix, size, className }: Props) {
  const active = activePreset(mix)
  const choose = (preset: Preset) => {
    focusPlayer.setMix(applyPreset(mix, preset))
    focusPlayer.play()
  }
  return (
    <fieldset aria-label={words.presets} className={`min-w-0 ${className}`}>
      {PRESETS.map((preset) => (
        <Tooltip key={preset.name} label={preset.description} side="bottom">
          <Button
            variant={size === 'xs' ? 'ghost' : 'secondary'}
            size={size}
            aria-pressed={preset === active}
            onClick={() => choose(preset)}
            className="aria-pressed:border-control! aria-pressed:bg-hover! aria-pressed:text-fg"
          >
            {preset.name}
          </Button>
        </Tooltip>
      ))}
    </fieldset>
  )
}
