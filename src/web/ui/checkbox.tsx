import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  className?: string
}

/** A checkbox with its label on the right. */
export function Checkbox({ checked, onChange, label, id, className = '', ...rest }: CheckboxProps) {
  const ownId = useId()
  return (
    <div className={`flex min-h-6 items-center touch:min-h-10 ${className}`}>
      <Radix.Root
        {...rest}
        id={id ?? ownId}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        className="peer flex size-4.5 shrink-0 items-center justify-center rounded-[5px] border-[1.5px] border-control bg-surface transition-colors disabled:border-line disabled:bg-sunken data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-ink-fg"
      >
        <Radix.Indicator>
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        </Radix.Indicator>
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
