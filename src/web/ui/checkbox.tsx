import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'

import { Labeled, type LabeledProps } from './labeled.tsx'

export function Checkbox({ checked, onChange, label, className, ...rest }: LabeledProps) {
  return (
    <Labeled {...{ label, className }}>
      {(id) => (
        <Radix.Root
          {...rest}
          id={id}
          checked={checked}
          onCheckedChange={(next) => onChange(next === true)}
          className="peer flex size-4.5 shrink-0 items-center justify-center rounded-[5px] border-[1.5px] border-control bg-surface transition-colors disabled:border-line disabled:bg-sunken data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-ink-fg"
        >
          <Radix.Indicator>
            <Check size={12} strokeWidth={3} />
          </Radix.Indicator>
        </Radix.Root>
      )}
    </Labeled>
  )
}
