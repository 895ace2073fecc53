import { type Level, type Tier, slotsAtLevel, tierOfLevel } from '#domain/tasks/priority.ts'

import { tierClass } from '../../tasks/tier-class.ts'

type Size = 'sm' | 'lg'

/** Width and height of a pip, in px. */
const SIZES: Record<Tier, Record<Size, [number, number]>> = {
  1: { sm: [11, 11], lg: [12, 12] },
  2: { sm: [9, 9], lg: [10, 10] },
  3: { sm: [7, 7], lg: [8, 8] },
  4: { sm: [5, 7], lg: [7, 7] },
  5: { sm: [3.5, 6], lg: [5, 5] },
}

/** The maximum number of pips drawn over the limit. The text beside them has the full count. */
const OVER_SHOWN_MAX = 3

/** The extra height of the rule that separates the pips over the limit, in px. */
const RULE_OVERHANG = 6

const TAKEN = 'bg-spine forced-colors:bg-[CanvasText]'
const FREE =
  'inset-shadow-[0_0_0_1.25px_color-mix(in_srgb,var(--spine)_50%,transparent)] forced-colors:border'
const OVER =
  'inset-shadow-[0_0_0_1.25px_var(--danger)] bg-[linear-gradient(45deg,transparent_36%,var(--danger)_36%_64%,transparent_64%)] forced-colors:border'
const RULE = 'ml-px w-0.5 bg-danger forced-colors:bg-[Highlight]'

/** Draws a level's taken, free and excess slots. Decorative; the text beside it gives the count. */
export function Pips({ level, taken, size = 'lg' }: { level: Level; taken: number; size?: Size }) {
  const slots = slotsAtLevel(level)
  const over = Math.min(Math.max(0, taken - slots), OVER_SHOWN_MAX)
  const [width, height] = SIZES[tierOfLevel(level)][size]
  const style = { width, height, borderRadius: height > 9 ? 2.5 : 2 }
  const pip = (key: number, look: string) => <span key={key} className={look} style={style} />
  return (
    <span
      aria-hidden
      className={`${tierClass(level)} inline-flex shrink-0 items-center gap-[3px]`}
      style={{ minHeight: height + RULE_OVERHANG }}
    >
      {Array.from({ length: slots }, (_, slot) => pip(slot, slot < taken ? TAKEN : FREE))}
      {over > 0 && <span className={RULE} style={{ height: height + RULE_OVERHANG }} />}
      {Array.from({ length: over }, (_, slot) => pip(slots + slot, OVER))}
    </span>
  )
}
