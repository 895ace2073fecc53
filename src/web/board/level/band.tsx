import { Check, Plus, X } from 'lucide-react'
import { memo } from 'react'

import { type Drop, type Lane, isSameLane, shownIds } from './lanes.ts'
import { isStackedLevel, levelName, slotsAtLevel, tierOfLevel } from '#domain/tasks/priority.ts'

import { QuickAddRow } from '../../quick-add/quick-add-row.tsx'
import { tierClass } from '../../tasks/tier-class.ts'
import { Card } from '../card/card.tsx'
import { SlotTray } from '../deferred-parts.ts'
import { useDrop } from '../drag/use-drop.ts'
import { SelectAll } from '../../selection/select-all.tsx'
import { useStore } from '../../state/store.ts'
import { rejectedMove } from '../../slots/rejected-move.ts'
import { Pips } from '../card/pips.tsx'
import { WaitingLine } from './waiting-line.tsx'
import * as words from '../words.ts'

type Props = { lane: Lane; today: Temporal.PlainDate }

/** A level of the board, with its name and slots left of the spine and its cards on the right. */
export const Band = memo(BandOfLane, (a, b) => a.today === b.today && isSameLane(a.lane, b.lane))

function BandOfLane({ lane, today }: Props) {
  const { level, taken } = lane
  const state = useDrop(level, taken)
  const isOver = state?.look === 'over'
  const isRejecting = useStore(rejectedMove, (move) => move?.level === level)
  return (
    <section
      id={`level-${level}`}
      tabIndex={-1}
      aria-label={words.laneName(level, taken)}
      data-level={level}
      data-drop={state?.look}
      className={`band ${tierClass(level)}`}
    >
      <Gutter lane={lane} shown={isOver ? taken + 1 : taken} />
      <span aria-hidden className="spine" />
      <div className="lane">
        {state && !isOver && <DropBadge drop={state.drop} />}
        <Cards lane={lane} today={today}>
          {isOver && state.drop.allowed && (
            <li aria-hidden className="drop-slot">
              <Plus size={16} strokeWidth={1.75} className="shrink-0" />
              <span className="text-label font-[550]">{words.moveTo(state.drop)}</span>
            </li>
          )}
        </Cards>
        {isRejecting && <SlotTray />}
        <WaitingLine lane={lane} today={today} />
        <QuickAddRow level={level} />
      </div>
    </section>
  )
}

/** `shown` is the number of filled pips, which includes the dragged card over this level. */
function Gutter({ lane, shown }: { lane: Lane; shown: number }) {
  const { level, taken } = lane
  const isTier5 = tierOfLevel(level) === 5
  return (
    <div className="gutter">
      <h2 className="gutter-head">
        <span className="numeral">{level}</span>
        <span className={`text-label ${isTier5 ? 'text-fg-2' : 'font-[550]'}`}>{levelName(level)}</span>
      </h2>
      <p className="text-meta text-fg-3">{words.laneNote(level)}</p>
      <span className="flex sm:mt-1.5 max-sm:ml-auto">
        <Pips level={level} taken={shown} />
      </span>
      {taken > slotsAtLevel(level) && (
        <p className="text-meta font-[550] text-danger-text sm:mt-1.5 max-sm:flex-[1_0_66%]">
          {words.slotsText(level, taken)}
        </p>
      )}
      <SelectAll level={level} ids={shownIds(lane)} />
    </div>
  )
}

function Cards({ lane: { level, holding }, today, children }: Props & { children: React.ReactNode }) {
  const isCompact = !isStackedLevel(level)
  return (
    <ul className={`cards ${tierClass(level)}`}>
      {holding.map((task) => (
        <Card key={task.id} task={task} today={today} isCompact={isCompact} />
      ))}
      {children}
    </ul>
  )
}

/** Shows during a drag whether the level has a free slot, with an icon and text. */
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
      {words.dropLabel(drop)}
    </span>
  )
}
