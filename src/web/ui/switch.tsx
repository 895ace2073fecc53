import { Switch as Radix } from 'radix-ui'

import { Labeled, type LabeledProps } from './labeled.tsx'

export function Switch({ checked, onChange, label, className, ...rest }: LabeledProps) {
  return (
    <Labeled {...{ label, className }}>
      {(id) => (
        <Radix.Root
          {...rest}
          id={id}
          checked={checked}
          onCheckedChange={onChange}
          className="peer h-5 w-8 shrink-0 rounded-full border border-transparent bg-control p-px transition-colors disabled:bg-line-2 data-[state=checked]:bg-ink"
        >
          <Radix.Thumb className="block size-4 rounded-full bg-surface transition-transform duration-(--d-2) data-[state=checked]:translate-x-3 dark:bg-ink-fg forced-colors:bg-[ButtonText]" />
        </Radix.Root>
      )}
    </Labeled>
  )
}
