import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

export type SelectOption = {
  /** Must not be empty: Radix uses '' for no selection. */
  value: string
  label: ReactNode
  /** Shown before the label, such as a colored dot. */
  mark?: ReactNode
}

type SelectProps = {
  value: string
  onChange: (value: string) => void
  options: readonly SelectOption[]
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  /** The accessible name, if there is no label element. */
  label?: string
}

/** A select with typeahead, whose list opens below the button. */
export function Select({ value, onChange, options, label, ...ids }: SelectProps) {
  // A long form renders faster if the options are missing until the button has focus.
  const [hasOptions, setHasOptions] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={onChange} onOpenChange={() => setHasOptions(true)}>
      <Radix.Trigger
        {...ids}
        onFocus={() => setHasOptions(true)}
        aria-label={label}
        className="control flex min-h-9 w-full min-w-0 items-center justify-between gap-2 px-2.75 text-start max-sm:min-h-11 [&>span]:min-w-0 [&>span]:truncate"
      >
        <Radix.Value>{chosen && textOf(chosen)}</Radix.Value>
        <Radix.Icon>
          <ChevronDown size={16} strokeWidth={1.75} className="text-fg-3" />
        </Radix.Icon>
      </Radix.Trigger>
      {hasOptions && (
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) data-[state=open]:animate-rise-in overflow-hidden rounded-lg border border-line-2 bg-raised p-1 shadow-sh-4 dark:border-transparent"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-default items-center justify-between gap-4 rounded-sm px-2 text-label outline-none select-none data-highlighted:bg-hover touch:min-h-10 data-highlighted:forced-outline"
                >
                  <Radix.ItemText>{textOf(option)}</Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check size={16} strokeWidth={1.75} />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

const textOf = ({ mark, label }: SelectOption) => (
  <span className="inline-flex min-w-0 items-center gap-1.25">
    {mark}
    <bdi>{label}</bdi>
  </span>
)
