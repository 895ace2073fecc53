import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Check } from '../../complete/check.tsx'
import { useIsSelected } from '../../selection/selection.ts'
import { select } from '../../selection/words-of-board.ts'

/** The control before a card's title: round to complete it, and square to select it while something is selected. */
export function CardCheck({ task: { id, title } }: { task: ShortTask }) {
  const isSelected = useIsSelected(id)
  if (isSelected === null) return <Check title={title} />
  return (
    <Check
      title={title}
      isDone={isSelected}
      className="is-square"
      aria-pressed={isSelected}
      aria-label={select(title)}
      aria-keyshortcuts="X"
    />
  )
}
