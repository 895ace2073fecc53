import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'

import { Button } from '../../ui/button.tsx'
import { swapTitle } from '../../slots/words.ts'
import * as words from './words.ts'

type Props = {
  title: string
  goesTo: string
  onPress: () => void
}

/** The button on a card that the moved task can swap with. This button replaces the card's other buttons. */
export function SwapOffer({ title, goesTo, onPress }: Props) {
  const id = useId()
  return (
    <div className="group absolute inset-y-0 right-(--card-end) z-2 flex items-center gap-3">
      <span
        id={id}
        className="hidden rounded-sm bg-raised px-1.5 py-1.5 text-meta text-fg-2 lg:in-[:is(.t1,.t2,.t3)]:group-focus-within:block"
      >
        {goesTo}
      </span>
      <Button
        size="sm"
        data-offer
        className="scroll-my-30"
        aria-label={swapTitle(title)}
        aria-describedby={id}
        icon={<ArrowLeftRight size={14} />}
        onClick={onPress}
      >
        {words.swap}
      </Button>
    </div>
  )
}
