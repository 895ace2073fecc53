import { Info } from 'lucide-react'

import { type Band, STEPS, type StepName, stepOfLevel } from './focus-audio.ts'

import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { PressTooltip } from '../ui/tooltip.tsx'
import { BandWave } from './band-wave.tsx'
import * as words from './words.ts'

const OPTIONS = STEPS.map(({ name }) => ({ value: name, label: name }))

type Props = { band: Band; level: number; onChoose: (step: StepName) => void }

export function BandCard({ band, level, onChoose }: Props) {
  return (
    <fieldset
      aria-label={`${band.name} ${band.range}`}
      className="min-w-0 rounded-xl border border-line-2 bg-surface p-3.25 pt-2.75"
    >
      <div className="flex items-center gap-2">
        <span className="text-[14px]/5 font-semibold">{band.name}</span>
        <span className="text-note text-fg-3">{band.range}</span>
        <PressTooltip label={band.about}>
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.aboutBand(band.name)}
            icon={<Info size={14} />}
            className="-my-1 -mr-1.25 ml-auto size-6 min-h-6! px-0! text-fg-3 touch:size-10 touch:min-h-10! touch:-my-2.5 touch:-mr-3.25"
          />
        </PressTooltip>
      </div>
      <p className="mt-0.5 text-meta text-fg-2">{band.description}</p>
      <BandWave band={band} level={level} />
      <Segmented
        label={words.bandLevel(band.name)}
        size="lg"
        value={stepOfLevel(level) ?? ''}
        options={OPTIONS}
        onChange={(step) => step !== '' && onChoose(step)}
      />
    </fieldset>
  )
}
