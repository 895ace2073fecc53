import { Switch as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  /** Gets the focus when its dialog opens. */
  'data-autofocus'?: boolean
  className?: string
}

/** A switch with its label on the right. */
export function Switch({ checked, onChange, label, id, className = '', ...rest }: SwitchProps) {
  const ownId = useId()
  return (
    <div className={`flex min-h-6 items-center touch:min-h-10 ${className}`}>
      <Radix.Root
        {...rest}
        id={id ?? ownId}
        checked={checked}
        onCheckedChange={onChange}
        className="peer h-5 w-8 shrink-0 rounded-full border border-transparent bg-control p-px transition-colors disabled:bg-line-2 data-[state=checked]:bg-ink"
      >
        <Radix.Thumb className="block size-4 rounded-full bg-surface transition-transform duration-(--d-2) data-[state=checked]:translate-x-3 dark:bg-ink-fg forced-colors:bg-[ButtonText]" />
      </Radix.Root>
      <label
        htmlFor={id ?? ownId}
        className="flex cursor-pointer items-center self-stretch py-1 pl-2.5 text-label font-medium peer-disabled:cursor-default peer-disabled:text-fg-off"
      >
        {label}
      </label>
    </div>
  )
}
