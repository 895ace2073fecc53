import { ChevronLeft, ChevronRight, Route } from 'lucide-react'

import { type TimelineMode, periodName } from '#domain/timeline-scale.ts'

import { Button, IconButton } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { usePlace } from './place-store.ts'

type Props = {
  mode: TimelineMode
  onMode: (mode: TimelineMode) => void
  showsPath: boolean
  onShowPath: (shows: boolean) => void
  onToday: () => void
  onTurn: (step: 1 | -1) => void
}

const MODES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

/** Zoom, period and ways to go, over the chart. */
export function TimelineBar(props: Props) {
  const { mode, showsPath } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3.5 max-sm:pt-4">
      <Segmented label="Zoom" value={mode} onChange={props.onMode} options={MODES} />
      <Period />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:w-full">
        <Button
          variant={showsPath ? 'filled' : 'ghost'}
          aria-pressed={showsPath}
          icon={<Route aria-hidden size={16} />}
          onClick={() => props.onShowPath(!showsPath)}
          className="max-sm:order-last max-sm:ml-auto"
        >
          Critical path
        </Button>
        <Button onClick={props.onToday}>Today</Button>
        <IconButton label="Previous" icon={<ChevronLeft size={16} />} onClick={() => props.onTurn(-1)} />
        <IconButton label="Next" icon={<ChevronRight size={16} />} onClick={() => props.onTurn(1)} />
      </div>
    </div>
  )
}

/** What the left edge of the chart shows. */
function Period() {
  const name = usePlace(({ mode, moment }) => (moment === null ? '' : periodName(mode, moment)))
  return <p className="text-[15px]/6 font-semibold">{name}</p>
}
