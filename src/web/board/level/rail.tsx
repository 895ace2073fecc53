import { Check, X } from 'lucide-react'
import { memo } from 'react'

import { type Lane, hasCards, isSameLane } from './lanes.ts'
import { type Level, levelName, slotsAtLevel, tierOfLevel } from '#domain/tasks/priority.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type DropState, useDrop } from '../drag/use-drop.ts'
import { Pips } from '../card/pips.tsx'
import { goToLevel, useLevelInView } from './use-level-in-view.ts'
import * as words from '../words.ts'

type Props = { lanes: readonly Lane[]; onAdd: (level: Level) => void }

/** The ten levels beside the board, or above it on a phone. Clicking a level goes to it; cards can be dropped on it. */
export function Rail({ lanes, onAdd }: Props) {
  const inView = useLevelInView(lanes)
  return (
    <nav aria-label={words.levels} className="rail">
      <div aria-hidden className="flex justify-between px-2 pt-1 pb-2 text-meta text-fg-3 max-sm:hidden">
        <span>{words.levels}</span>
        <span>{words.slots}</span>
      </div>
      <ol className="rungs">
        {lanes.map((lane) => (
          <Rung key={lane.level} lane={lane} isInView={lane.level === inView} onAdd={onAdd} />
        ))}
      </ol>
      <Legend />
    </nav>
  )
}

type RungProps = { lane: Lane; isInView: boolean; onAdd: Props['onAdd'] }

const Rung = memo(
  RungOfLane,
  (a, b) => a.isInView === b.isInView && a.onAdd === b.onAdd && isSameLane(a.lane, b.lane),
)

function RungOfLane({ lane, isInView, onAdd }: RungProps) {
  const { level, taken } = lane
  const state = useDrop(level, taken)
  const isAbsent = !hasCards(lane)
  return (
    <li>
      <Tooltip label={isAbsent && words.addAtLevel(level)}>
        <button
          type="button"
          data-rung={level}
          data-drop={state?.look}
          aria-current={isInView && !state ? 'location' : undefined}
          onClick={() => (isAbsent ? onAdd(level) : goToLevel(level))}
          className={`rung ${tierClass(level)} ${taken === 0 ? 'is-free' : ''}`}
        >
          <span className="sr-only">{words.level}</span>
          <span className="rung-numeral">{level}</span>
          <span
            className={`max-lg:sr-only ${tierOfLevel(level) === 1 ? 'text-label font-medium text-fg' : 'text-meta'}`}
          >
            {levelName(level)}
          </span>
          <span className="sr-only">
            {words.slotsText(level, taken)}
            {isAbsent && words.addsTask}
          </span>
          {state ? <RungDrop state={state} /> : <RungSlots lane={lane} />}
        </button>
      </Tooltip>
    </li>
  )
}

/** Shows pips beside the board. On phones, the strip shows only a bar, with a dot if the level is over its limit. */
function RungSlots({ lane: { level, taken } }: { lane: Lane }) {
  const share = Math.min(1, taken / slotsAtLevel(level))
  return (
    <>
      <span className="ml-auto flex max-sm:hidden">
        <Pips level={level} taken={taken} size="sm" />
      </span>
      <span aria-hidden className="rung-bar sm:hidden">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {taken > slotsAtLevel(level) && (
        <i aria-hidden className="absolute top-1 left-1/2 ml-2.5 size-1.5 rounded-full bg-danger sm:hidden" />
      )}
    </>
  )
}

function RungDrop({ state: { drop } }: { state: DropState }) {
  const Mark = drop.allowed ? Check : X
  return (
    <span
      title={words.dropLabel(drop)}
      className={`flex items-center gap-1 text-chip font-[550] sm:ml-auto ${drop.allowed ? 'text-ok-text' : 'text-danger-text'}`}
    >
      <Mark size={14} strokeWidth={1.75} />
      <span className="max-sm:sr-only">{words.shortDropLabel(drop)}</span>
    </span>
  )
}

function Legend() {
  return (
    <p
      aria-hidden
      className="mt-2 flex flex-wrap gap-x-4 gap-y-2 border-t border-line px-2 pt-3.5 text-meta text-fg-3 max-sm:hidden"
    >
      <span className="flex items-center gap-1.5">
        <span className="h-1.5 w-1 rounded-[1.5px] bg-t5-spine forced-colors:bg-[CanvasText]" />
        {words.legend.taken}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="h-1.5 w-1 rounded-[1.5px] border border-t5-spine/60" />
        {words.legend.free}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="h-3 w-px bg-danger forced-colors:bg-[Highlight]" />
        <span className="-ml-0.5 h-1.5 w-1 rounded-[1.5px] bg-danger forced-colors:border" />
        {words.legend.over}
      </span>
    </p>
  )
}
