import type { ComponentProps, ReactNode } from 'react'

type InputProps = ComponentProps<'input'> & {
  icon?: ReactNode
  /** Shown after the text, such as a unit. */
  suffix?: ReactNode
  /** 44 px high with 18 px text, for titles. */
  large?: boolean
}

/** A text field, 36 px high with a mouse and 44 px on a phone. `className` applies to its box. */
export function Input({ icon, suffix, large = false, className = '', ...rest }: InputProps) {
  const text = large ? 'text-[18px] leading-6 font-semibold tracking-[-0.012em]' : ''
  return (
    <div
      className={`control flex w-full min-w-0 items-center ${large ? 'min-h-11' : 'min-h-9 max-sm:min-h-11'} ${className}`}
    >
      {icon && <span className="-mr-1 flex pl-2.75 text-fg-3 [&>svg]:stroke-[1.75]">{icon}</span>}
      <input
        dir="auto"
        {...rest}
        className={`min-w-0 flex-1 self-stretch rounded-md bg-transparent px-2.75 outline-none ${text}`}
      />
      {suffix && (
        <span className="-ml-1 flex items-center pr-2.75 text-label whitespace-nowrap text-fg-3">
          {suffix}
        </span>
      )}
    </div>
  )
}

/** Focuses an input when it mounts: pass it as `ref`. */
export function focusInput(input: HTMLInputElement | null): void {
  input?.focus()
}
