import type { ComponentProps, ReactNode } from 'react'

type InputProps = ComponentProps<'input'> & {
  /** Before the text, such as a lens. */
  icon?: ReactNode
  /** After the text, such as a unit. */
  suffix?: ReactNode
  /** A title's field: 44 px, 18/24. */
  large?: boolean
}

/** One line of text, 36 px high with a mouse and 44 px on a phone. `className` is for the box around it. */
export function Input({ icon, suffix, large = false, className = '', ...rest }: InputProps) {
  const text = large ? 'text-[18px] leading-6 font-semibold tracking-[-0.012em]' : ''
  return (
    <div
      className={`control flex w-full min-w-0 items-center ${large ? 'min-h-11' : 'min-h-9 max-sm:min-h-11'} ${className}`}
    >
      {icon && <span className="-mr-1 flex pl-2.75 text-fg-3 [&>svg]:stroke-[1.75]">{icon}</span>}
      <input
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
