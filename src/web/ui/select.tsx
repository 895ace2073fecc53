import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type SelectOption = {
  /** Must not be empty: Radix uses '' for no selection. */
  value: string
  label: ReactNode
  /** Shown before the label, such as a colored dot. */
  mark?: ReactNode
  disabled?: boolean
}

type SelectProps = {
  value: string
  onChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  /** The accessible name, if there is no label element. */
  label?: string
  className?: string
}

/** A select with typeahead, whose list opens below the button. */
export function Select({ value, onChange, options, placeholder, disabled, label, ...rest }: SelectProps) {
  const { className = '', ...ids } = rest
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        {...ids}
        aria-label={label}
        className={`control flex min-h-9 w-full min-w-0 items-center justify-between gap-2 px-2.75 text-start data-placeholder:text-fg-3 max-sm:min-h-11 [&>span]:min-w-0 [&>span]:truncate ${className}`}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon>
          <ChevronDown size={16} strokeWidth={1.75} className="text-fg-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) data-[state=open]:animate-rise-in overflow-hidden rounded-lg border border-line-2 bg-raised p-1 shadow-sh-4 dark:border-transparent"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled}
      className="flex min-h-8 cursor-default items-center justify-between gap-4 rounded-sm px-2 text-label outline-none select-none data-disabled:text-fg-off data-highlighted:bg-hover touch:min-h-10 forced-colors:data-disabled:text-[GrayText] data-highlighted:forced-outline"
    >
      <Radix.ItemText>
        <span className="inline-flex min-w-0 items-center gap-1.25">
          {option.mark}
          <bdi>{option.label}</bdi>
        </span>
      </Radix.ItemText>
      <Radix.ItemIndicator>
        <Check size={16} strokeWidth={1.75} aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}
