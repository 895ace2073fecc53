import { ChevronLeft, ChevronRight, Route } from 'lucide-react'

import { TIMELINE_MODES, type TimelineMode, periodName } from '../rules/scale.ts'

import { Button, IconButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useViewport } from '../chart/viewport-store.ts'
import * as words from '../words.ts'

type Props = {
  mode: TimelineMode
  onMode: (mode: TimelineMode) => void
  showsPath: boolean
  onShowPath: (shows: boolean) => void
  onToday: () => void
  onTurn: (step: 1 | -1) => void
}

const MODES = TIMELINE_MODES.map((mode) => ({ value: mode, label: words.modes[mode] }))

export function TimelineBar(props: Props) {
  const { mode, showsPath } = props
  return (
    <div
      data-commands={words.timeline}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3.5 max-sm:pt-4"
    >
      <Segmented label={words.zoom} value={mode} onChange={props.onMode} options={MODES} />
      <Period />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:w-full max-xs:gap-1">
        <Button
          variant={showsPath ? 'filled' : 'ghost'}
          aria-pressed={showsPath}
          icon={<Route size={16} />}
          onClick={() => props.onShowPath(!showsPath)}
          className="max-sm:order-last max-sm:ml-auto"
        >
          {words.criticalPath}
        </Button>
        <Button onClick={props.onToday}>{words.today}</Button>
        <IconButton
          label={words.previous}
          icon={<ChevronLeft size={16} />}
          onClick={() => props.onTurn(-1)}
        />
        <IconButton label={words.next} icon={<ChevronRight size={16} />} onClick={() => props.onTurn(1)} />
      </div>
    </div>
  )
}

function Period() {
  const name = useViewport(({ mode, moment }) => (moment === null ? '' : periodName(mode, moment)))
  return <p className="text-[15px]/6 font-semibold">{name}</p>
}
