import { type Mix, PRESETS, type Preset, activePreset, applyPreset } from '#domain/focus-audio.ts'

import { Button } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { focusPlayer } from './focus.ts'

type Props = { mix: Mix; size: 'sm' | 'md'; className: string }

/** Four mixes at one press, which plays them too. The one whose levels are chosen is pressed. */
export function Presets({ mix, size, className }: Props) {
  const active = activePreset(mix)
  const choose = (preset: Preset) => {
    focusPlayer.setMix(applyPreset(mix, preset))
    focusPlayer.play()
  }
  return (
    <fieldset aria-label="Presets" className={`min-w-0 ${className}`}>
      {PRESETS.map((preset) => (
        <Tooltip key={preset.name} label={preset.description} side="bottom">
          <Button
            variant={size === 'sm' ? 'ghost' : 'secondary'}
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
