import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import * as words from '../../slots/words.ts'
import type { Way, Ways } from '../../slots/ways.ts'

type Props = { ways: Ways; way: Way | null; onChoose: (way: Way) => void }

/** The options at a full level as text buttons, each with a description of its effect. */
export function WayButtons({ ways, way, onChoose }: Props) {
  const { task, level, holding, moves, place, placeInLine, titleOf } = ways
  const [isPicking, setIsPicking] = useState(false)
  const isSwap = way?.kind === 'swap'
  return (
    <ul className="mt-2 grid gap-2">
      <Option
        label={words.swapWith}
        hint={words.swapHint(task.priority)}
        isOpen={isPicking || isSwap}
        onPress={() => setIsPicking(!isPicking)}
      >
        {(isPicking || isSwap) && (
          <ul className="mt-1.5 grid gap-1.5 border-l border-control pl-3">
            {holding.map((other) => (
              <Option
                key={other.id}
                label={other.title}
                name={words.swapTitle(other.title)}
                hint={words.goesTo(task.priority, place)}
                isPressed={isSwap && way.with === other.id}
                onPress={() => onChoose({ kind: 'swap', with: other.id })}
              />
            ))}
          </ul>
        )}
      </Option>
      <Option
        label={words.pushDown}
        hint={words.chain(moves, titleOf)}
        isPressed={way?.kind === 'push'}
        onPress={() => onChoose({ kind: 'push' })}
      />
      <Option
        label={words.wait}
        hint={words.waitHint(level, placeInLine)}
        isPressed={way?.kind === 'wait'}
        onPress={() => onChoose({ kind: 'wait' })}
      />
    </ul>
  )
}

type OptionProps = {
  label: string
  /** The spoken name, if the label isn't enough. */
  name?: string
  hint: string
  isPressed?: boolean
  /** Whether the rows below the button are shown. */
  isOpen?: boolean
  onPress: () => void
  children?: ReactNode
}

function Option({ label, name, hint, isPressed, isOpen, onPress, children }: OptionProps) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        dir="auto"
        aria-label={name}
        aria-pressed={isPressed}
        aria-expanded={isOpen}
        onClick={onPress}
        className="w-fit max-w-full truncate rounded-xs border-b border-control text-start font-medium hover:border-fg touch:min-h-6 aria-pressed:border-fg aria-pressed:font-semibold"
      >
        {isPressed && <Check size={14} className="mr-1 inline align-[-2px]" />}
        {label}
      </button>
      <span className="block text-meta text-fg-2">{hint}</span>
      {children}
    </li>
  )
}
