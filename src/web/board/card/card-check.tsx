import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Check } from '../../complete/check.tsx'
import { useAnnouncedKeys } from '../../keys/single-keys.ts'
import { useIsSelected } from '../../selection/selection.ts'
import { select } from '../../selection/words-of-board.ts'

/** The control before a card's title: a circle completes the task; during a selection, a square selects it. */
export function CardCheck({ task: { id, title } }: { task: ShortTask }) {
  const isSelected = useIsSelected(id)
  const keys = useAnnouncedKeys('X')
  if (isSelected === null) return <Check title={title} />
  return (
    <Check
      title={title}
      isDone={isSelected}
      className="is-square"
      aria-pressed={isSelected}
      aria-label={select(title)}
      aria-keyshortcuts={keys}
    />
  )
}
