import { Slider } from 'radix-ui'
import { memo } from 'react'

import { LEVELS, LEVEL_MAX, LEVEL_MIN, type Level } from '#domain/tasks/priority.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { useTouchSlide } from '../../ui/use-touch-slide.ts'

type Props = {
  level: Level
  onChange: (level: Level) => void
  /** The levels without a free slot, marked with a dot. */
  full: readonly Level[]
  /** The spoken value, such as 'Level 2, Urgent, full, 3 of 3 taken'. */
  valueText: string
  id: string
  labelledBy: string
  describedBy?: string
  isInvalid?: boolean
}

export const LadderSlider = memo(function LadderSlider({ level, onChange, full, ...props }: Props) {
  const touch = useTouchSlide(level, levelAt, onChange)
  return (
    <div className="@container pt-[18px] pb-1" {...touch}>
      <Slider.Root
        min={LEVEL_MIN}
        max={LEVEL_MAX}
        step={1}
        value={[level]}
        onValueChange={([chosen]) => onChange(chosen as Level)}
        className="relative flex h-[52px] cursor-pointer touch-pan-y items-end select-none"
        style={{ marginInline: HALF_BAR }}
      >
        <span
          aria-hidden
          className="absolute inset-y-0 grid grid-cols-10 items-end gap-1"
          style={{ insetInline: TO_THE_EDGES }}
        >
          {LEVELS.map((rung) => (
            <Bar key={rung} level={rung} isChosen={rung === level} isFull={full.includes(rung)} />
          ))}
        </span>
        <Slider.Thumb
          id={props.id}
          aria-labelledby={props.labelledBy}
          aria-describedby={props.describedBy}
          aria-invalid={props.isInvalid || undefined}
          aria-valuetext={props.valueText}
          className="block rounded-xs outline-2 outline-offset-2 outline-ink focus-visible:outline-ring"
          style={{
            width: BAR,
            height: BAR_HEIGHTS[level - 1],
            translate: `${((level - 1) / 9 - 0.5) * 100}%`,
          }}
        />
      </Slider.Root>
    </div>
  )
})

const BAR_HEIGHTS = [52, 50, 44, 42, 36, 34, 28, 26, 22, 20]

/**
 * A slider's ends are at its edges, but here they belong in the middle of the first and last bar. So the slider is half
 * a bar narrower on each side, and the bars extend beyond it. Gaps are 4 px. The thumb is as wide as a bar; `translate`
 * undoes the slider's inset.
 */
const HALF_BAR = 'calc((100% - 36px) / 20)'
const TO_THE_EDGES = 'calc(-100% / 18 + 2px)'
const BAR = 'calc((100cqw - 36px) / 10)'

function Bar({ level, isChosen, isFull }: { level: Level; isChosen: boolean; isFull: boolean }) {
  return (
    <span
      className={`${tierClass(level)} relative flex items-end justify-center rounded-xs text-chip font-semibold`}
      style={{
        height: BAR_HEIGHTS[level - 1],
        background: isChosen ? 'var(--tx)' : 'color-mix(in srgb, var(--spine) 26%, var(--raised))',
        color: isChosen ? 'var(--ink-fg)' : 'var(--tx)',
      }}
    >
      {isFull && (
        <span className="absolute -top-3 left-1/2 size-1.5 -translate-x-1/2 rounded-full bg-danger" />
      )}
      {level}
    </span>
  )
}

function levelAt(share: number): Level {
  return Math.max(Math.ceil(share * LEVEL_MAX), LEVEL_MIN) as Level
}
