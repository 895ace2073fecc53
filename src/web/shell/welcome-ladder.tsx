import type { CSSProperties } from 'react'

import { LEVELS, slotsAtLevel, tierOfLevel, type Level } from '#domain/tasks/priority.ts'

/** A decorative image of the ten levels with some slots taken. The image shrinks to the available width. */
export function WelcomeLadder() {
  return (
    <div
      aria-hidden="true"
      className="grid w-fit grid-cols-[auto_auto] items-center gap-x-[calc(var(--unit)*18)] gap-y-[calc(var(--unit)*12.5)] [--unit:min(0.68px,(100vw-32px)/526)] sm:[--unit:1px]"
    >
      {LEVELS.map((level) => (
        <Rung key={level} level={level} />
      ))}
    </div>
  )
}

function Rung({ level }: { level: Level }) {
  const { slotWidth, slotHeight, numeral, taken } = RUNGS[level]
  const tier = tierOfLevel(level)
  const slot: CSSProperties = { width: units(slotWidth), height: units(slotHeight) }
  return (
    <>
      <span
        className={`t${tier} text-right min-w-[calc(var(--unit)*48)] leading-[0.7] font-semibold tracking-[-0.045em] text-tx`}
        style={{ fontSize: `max(11px, ${units(numeral)})` }}
      >
        {level}
      </span>
      <span className={`t${tier} flex gap-[calc(var(--unit)*5)]`}>
        {Array.from({ length: slotsAtLevel(level) }, (_, index) => (
          <span
            key={index}
            className={
              index < taken
                ? `${TAKEN} ${WASH[tier]} ${ROUND[tier]} ${SPINE[tier]}`
                : `${FREE} ${ROUND[tier]}`
            }
            style={slot}
          />
        ))}
      </span>
    </>
  )
}

const FAINT = 'bg-[color-mix(in_srgb,var(--tint)_60%,var(--surface))]'
const TAKEN = 'border border-edge border-l-spine shadow-sh-1'
const FREE = 'border border-dashed border-spine/50'

/** A card's wash: fainter on the large cards of the top levels. */
const WASH = {
  1: FAINT,
  2: FAINT,
  3: FAINT,
  4: 'bg-tint',
  5: 'bg-tint',
}

const ROUND = {
  1: 'rounded-sm',
  2: 'rounded-sm',
  3: 'rounded-xs',
  4: 'rounded-[3px]',
  5: 'rounded-[2px]',
}

const WIDE = 'border-l-[max(2.5px,calc(var(--unit)*3.5))]'
const NARROW = 'border-l-[max(1.5px,calc(var(--unit)*2.5))]'
const SPINE = { 1: WIDE, 2: WIDE, 3: WIDE, 4: NARROW, 5: NARROW }

/** Sizes in units of the drawing. `taken` is an example. */
const RUNGS: Record<Level, { slotWidth: number; slotHeight: number; numeral: number; taken: number }> = {
  1: { slotWidth: 150, slotHeight: 36, numeral: 42, taken: 2 },
  2: { slotWidth: 138, slotHeight: 34, numeral: 40, taken: 3 },
  3: { slotWidth: 88, slotHeight: 28, numeral: 32, taken: 3 },
  4: { slotWidth: 80, slotHeight: 26, numeral: 31, taken: 2 },
  5: { slotWidth: 44, slotHeight: 20, numeral: 24, taken: 5 },
  6: { slotWidth: 40, slotHeight: 19, numeral: 23, taken: 4 },
  7: { slotWidth: 24, slotHeight: 14, numeral: 18, taken: 5 },
  8: { slotWidth: 21, slotHeight: 13, numeral: 18, taken: 3 },
  9: { slotWidth: 13, slotHeight: 10, numeral: 15, taken: 6 },
  10: { slotWidth: 11, slotHeight: 9, numeral: 15, taken: 2 },
}

function units(count: number): string {
  return `calc(var(--unit) * ${count})`
}
