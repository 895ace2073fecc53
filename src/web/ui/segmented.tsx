import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'

import { NARROW, useMediaQuery } from './use-media-query.ts'

type SegmentedProps<Value extends string> = {
  /** Null while nothing is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  label: string
  disabled?: boolean
  /** `lg` is 36 px high and fills the width, `auto` only on a phone. */
  size?: 'md' | 'lg' | 'auto'
  /** Whether a dialog opens with the focus on the chosen option. */
  isFirstField?: boolean
}

/** A segmented control. The control is a radio group, so the arrow keys change it. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { value, onChange, options, label, disabled, size = 'md', isFirstField = false } = props
  const isNarrow = useMediaQuery(NARROW)
  const wide = size === 'lg' || (size === 'auto' && isNarrow)
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      aria-label={label}
      disabled={disabled}
      className={`rounded-md border border-line bg-sunken p-0.5 ${wide ? 'grid auto-cols-fr grid-flow-col max-xs:auto-cols-auto' : 'inline-flex'}`}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          data-autofocus={(isFirstField && option.value === value) || undefined}
          className={`rounded-sm border border-transparent px-2.25 text-label font-medium text-fg-2 transition-colors hover:text-fg data-[state=checked]:border-control data-[state=checked]:bg-surface data-[state=checked]:font-semibold data-[state=checked]:text-fg touch:min-h-10 ${wide ? 'h-7.5' : 'h-6.5'}`}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
