import { ArrowDown } from 'lucide-react'

import type { Level } from '#domain/tasks/priority.ts'

import type { Ways } from '../../slots/ways.ts'
import * as roomWords from '../../slots/words.ts'
import { Button } from '../../ui/button.tsx'
import { OnCard } from './on-card.tsx'
import { Way } from './way.tsx'
import * as words from './words.ts'

type Props = { ways: Ways; isSheet: boolean; onBack: () => void; onPush: () => void }

/** Shows the chain of moves that a push-down makes, in the tray and on the cards, with the button that accepts it. */
export function PushStep({ ways, isSheet, onBack, onPush }: Props) {
  return (
    <>
      <Chain ways={ways} />
      {!isSheet &&
        ways.moves.slice(1).map((move) => (
          <OnCard key={move.id} taskId={move.id} part=".card-meta">
            <span className="inline-flex h-4.5 items-center gap-1 rounded-xs bg-press px-1.5 text-chip font-medium text-fg">
              <ArrowDown size={12} strokeWidth={1.75} />
              {words.pushedTo(move)}
            </span>
          </OnCard>
        ))}
      <footer className="flex items-center gap-2 border-t border-line py-2 pr-4 pl-6 max-sm:flex-wrap max-sm:px-4 max-sm:pb-[max(8px,env(safe-area-inset-bottom))]">
        <span className="min-w-0 flex-1 text-meta text-fg-2 max-sm:basis-full">{words.oneUndo}</span>
        <Button variant="ghost" className="max-sm:flex-1" onClick={onBack}>
          {words.back}
        </Button>
        <Button variant="primary" data-first className="max-sm:flex-1" onClick={onPush}>
          {roomWords.pushDown}
        </Button>
      </footer>
    </>
  )
}

function Chain({ ways: { moves, titleOf, openAt } }: Pick<Props, 'ways'>) {
  const ids = new Set(moves.map(({ id }) => id))
  const countAfter = (level: Level) =>
    openAt(level).filter(({ id }) => !ids.has(id)).length +
    moves.filter((move) => move.priority === level).length
  return (
    <ol
      aria-label={words.chainName}
      // A list that scrolls needs its own tab stop.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={moves.length > CHAIN_ROWS ? 0 : undefined}
      className="max-h-54 overflow-y-auto px-6 max-sm:max-h-84 max-sm:px-4"
    >
      {moves.map((move, i) => (
        <li
          key={move.id}
          className="flex min-h-9 items-center gap-x-6 border-line text-label not-last:border-b max-sm:min-h-14"
        >
          <Way from={move.from} to={move.priority} />
          <span className="flex min-w-0 flex-1 items-center gap-x-4 max-sm:flex-col max-sm:items-start">
            <span dir="auto" className="min-w-0 flex-1 truncate font-[550] max-sm:w-full">
              {titleOf(move.id)}
            </span>
            <span className="shrink-0 text-meta text-fg-2">
              {words.placeInChain(move, i === 0, i === moves.length - 1 ? countAfter(move.priority) : null)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const CHAIN_ROWS = 6
