import { Slider as Radix } from 'radix-ui'

import { useTouchSlide } from './use-touch-slide.ts'

type SliderProps = {
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
  label: string
  /** The spoken value, such as '65%'. */
  valueText?: string
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  className?: string
}

/** A slider with a single value. Supports arrow keys, Home and End. */
export function Slider(props: SliderProps) {
  const { value, min, max, step, onChange, label, valueText, disabled, className = '' } = props
  const valueAt = (share: number) => min + Math.round((share * (max - min)) / step) * step
  const touch = useTouchSlide(value, valueAt, (next) => disabled || onChange(next))
  return (
    <Radix.Root
      {...touch}
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={`relative flex h-6 w-full touch-pan-y items-center select-none touch:h-10 ${className}`}
    >
      <Radix.Track className="relative h-1 grow rounded-full bg-line-2 forced-colors:bg-[GrayText]">
        <Radix.Range className="absolute h-full rounded-full bg-ink data-disabled:bg-fg-off forced-colors:bg-[Highlight]" />
      </Radix.Track>
      <Radix.Thumb
        id={props.id}
        aria-label={label}
        aria-valuetext={valueText}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className="block size-4 cursor-grab rounded-full border-[1.5px] border-ink bg-surface outline-offset-1 aria-invalid:border-danger active:cursor-grabbing data-disabled:cursor-default data-disabled:border-fg-off dark:bg-bg"
      />
    </Radix.Root>
  )
}
