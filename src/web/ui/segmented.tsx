import { RadioGroup } from 'radix-ui'

type SegmentedProps<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  /** The name of the choice for screen readers. */
  label: string
  disabled?: boolean
  /** `lg` is 36 px high and as wide as its place. */
  size?: 'md' | 'lg'
}

/** A few choices side by side, one of them taken: a radio group, so the arrow keys change it. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { value, onChange, options, label, disabled, size = 'md' } = props
  const wide = size === 'lg'
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      aria-label={label}
      disabled={disabled}
      className={`rounded-md border border-line bg-sunken p-0.5 ${wide ? 'grid auto-cols-fr grid-flow-col' : 'inline-flex'}`}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={`rounded-sm border border-transparent px-2.25 text-label font-medium text-fg-2 transition-colors hover:text-fg data-[state=checked]:border-control data-[state=checked]:bg-surface data-[state=checked]:font-semibold data-[state=checked]:text-fg touch:min-h-10 forced-colors:data-[state=checked]:border-[Highlight] ${wide ? 'h-7.5' : 'h-6.5'}`}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
