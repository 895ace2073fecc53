import { Check, Plus, X } from 'lucide-react'
import { memo, useMemo } from 'react'

import { type Drop, type Lane, dropLabel, dropResult, laneName, laneNote, slotsText } from '#domain/board.ts'
import { isStackedLevel, levelName, slotsAtLevel, tierOfLevel } from '#domain/priority.ts'

import { tierClass } from '../tasks/tier-class.ts'
import { Card } from './card.tsx'
import { useDrop } from './drag/use-drop.ts'
import { Pips } from './pips.tsx'
import { WaitingLine } from './waiting-line.tsx'

type Props = { lane: Lane; today: Temporal.PlainDate }

/** One level of the board: its name and slots at the left of the spine, its cards at the right. */
export const Band = memo(function Band({ lane, today }: Props) {
  const { level, taken } = lane
  const state = useDrop(level, taken)
  const isOver = state?.look === 'over'
  return (
    <section
      id={`level-${level}`}
      tabIndex={-1}
      aria-label={laneName(level, taken)}
      data-level={level}
      data-drop={state?.look}
      className={`band ${tierClass(level)}`}
    >
      <Gutter lane={lane} shown={isOver ? taken + 1 : taken} />
      <span aria-hidden className="spine" />
      <div className="lane">
        {state && !isOver && <DropBadge drop={state.drop} />}
        <Cards lane={lane} today={today}>
          {isOver && state.drop.allowed && <DropSlot drop={state.drop} />}
        </Cards>
        <WaitingLine lane={lane} today={today} />
      </div>
    </section>
  )
})

/** `shown` is what the pips show: during a drag, the slots after the drop. */
function Gutter({ lane: { level, taken }, shown }: { lane: Lane; shown: number }) {
  const isTier5 = tierOfLevel(level) === 5
  return (
    <div className="gutter">
      <h2 className="gutter-head">
        <span className="numeral">{level}</span>
        <span className={`text-label ${isTier5 ? 'text-fg-2' : 'font-[550]'}`}>{levelName(level)}</span>
      </h2>
      <p className="text-meta text-fg-3">{laneNote(level)}</p>
      <span className="flex sm:mt-1.5 max-sm:ml-auto">
        <Pips level={level} taken={shown} />
      </span>
      {taken > slotsAtLevel(level) && (
        <p className="text-meta font-[550] text-danger-text sm:mt-1.5 max-sm:basis-full">
          {slotsText(level, taken)}
        </p>
      )}
    </div>
  )
}

function Cards({ lane: { level, holding }, today, children }: Props & { children: React.ReactNode }) {
  const isCompact = !isStackedLevel(level)
  const cards = useMemo(
    () => holding.map((task) => <Card key={task.id} task={task} today={today} isCompact={isCompact} />),
    [holding, today, isCompact],
  )
  return (
    <ul className={`cards ${tierClass(level)}`}>
      {cards}
      {children}
    </ul>
  )
}

/** In the corner of a lane during a drag: room or not, by a mark and in words. */
function DropBadge({ drop }: { drop: Drop }) {
  const Mark = drop.allowed ? Check : X
  const look = drop.allowed
    ? 'border-ok-edge bg-ok-tint text-ok-text'
    : 'border-danger-edge bg-danger-tint text-danger-text'
  return (
    <span
      aria-hidden
      className={`absolute -top-[13px] right-[3px] z-10 flex h-5 items-center gap-1.5 rounded-full border px-2 text-chip font-[550] ${look}`}
    >
      <Mark size={14} strokeWidth={1.75} />
      {dropLabel(drop)}
    </span>
  )
}

/** Where the card would land, with what the drop would do. */
function DropSlot({ drop }: { drop: Drop & { allowed: true } }) {
  return (
    <li aria-hidden className="drop-slot">
      <Plus size={16} strokeWidth={1.75} className="shrink-0" />
      <span className="text-label font-[550]">Move to {dropResult(drop)}</span>
    </li>
  )
}
