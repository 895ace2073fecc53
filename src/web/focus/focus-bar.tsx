import { AudioLines, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'

import { canPlay } from './focus-audio.ts'

import { ActiveMark } from './active-mark.tsx'
import { FocusPanel } from './focus-panel.tsx'
import { FOCUS_BUTTON_ID } from './focus-button.ts'
import { focusPlayer, useFocus } from './focus.ts'
import { MasterVolume } from './master-volume.tsx'
import { PlayButton } from './play-button.tsx'
import { Presets } from './presets.tsx'
import * as words from './words.ts'

/** The focus audio controls, which every view shows. The bands are in a collapsible panel. */
export function FocusBar() {
  const { mix, playback } = useFocus()
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  return (
    <section aria-label={words.focusMode} className="print:hidden">
      <div className="page flex min-h-9 items-center touch:min-h-10 gap-2">
        <button
          type="button"
          id={FOCUS_BUTTON_ID}
          data-commands=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-1 mr-4 flex min-h-8 shrink-0 items-center gap-2 rounded-md px-1 text-label font-semibold touch:min-h-10 max-lg:mr-2 max-md:mr-0"
        >
          <ChevronRight
            size={14}
            className={`text-fg-3 transition-transform duration-(--d-2) ${isOpen ? 'rotate-90' : ''}`}
          />
          <AudioLines size={16} strokeWidth={1.75} className="text-fg-2" />
          {words.focusMode}
        </button>
        <Presets mix={mix} className="flex items-center gap-0.5 max-sm:hidden" size="xs" />
        <div className="ml-auto flex items-center gap-5 max-sm:gap-4">
          <ActiveMark isActive={playback === 'playing'} />
          <PlayButton playback={playback} canPlay={canPlay(mix)} />
        </div>
        <MasterVolume mix={mix} onChange={focusPlayer.setMix} className="ml-3 w-46 max-lg:hidden" />
      </div>
      {isOpen && <FocusPanel id={panelId} mix={mix} />}
    </section>
  )
}
