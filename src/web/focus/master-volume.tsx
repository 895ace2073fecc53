import { Volume2, VolumeX } from 'lucide-react'

import { type Mix, VOLUME_STEP, formatVolume, setVolume } from './focus-audio.ts'

import { Slider } from '../ui/slider.tsx'
import * as words from './words.ts'

type Props = { mix: Mix; onChange: (mix: Mix) => void; className: string }

export function MasterVolume({ mix, onChange, className }: Props) {
  const text = formatVolume(mix.volume)
  const Icon = mix.volume === 0 ? VolumeX : Volume2
  return (
    <div className={`flex items-center gap-2 ${className}`}>
      <Icon size={16} strokeWidth={1.75} className="shrink-0" />
      <Slider
        label={words.masterVolume}
        value={mix.volume}
        min={0}
        max={1}
        step={VOLUME_STEP}
        valueText={text}
        onChange={(volume) => onChange(setVolume(mix, volume))}
      />
      <span aria-hidden="true" className="w-10 shrink-0 text-right text-label text-fg-2 tabular-nums">
        {text}
      </span>
    </div>
  )
}
