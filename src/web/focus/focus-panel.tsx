import { BANDS, type Mix, setStep } from './focus-audio.ts'

import { BandCard } from './band-card.tsx'
import { focusPlayer } from './focus.ts'
import { MasterVolume } from './master-volume.tsx'
import { Presets } from './presets.tsx'

export function FocusPanel({ id, mix }: { id: string; mix: Mix }) {
  return (
    <div id={id} className="border-b border-line">
      <div className="page flex animate-rise-in flex-col gap-3 pt-4 pb-5 max-sm:pt-3">
        <Presets mix={mix} className="grid grid-cols-2 gap-2 sm:hidden" size="md" />
        <MasterVolume
          mix={mix}
          onChange={focusPlayer.setMix}
          className="sm:max-w-80 touch:-my-2.5 lg:hidden"
        />
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {BANDS.map((band) => (
            <BandCard
              key={band.id}
              band={band}
              level={mix.levels[band.id]}
              onChoose={(step) => focusPlayer.setMix(setStep(mix, band.id, step))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
