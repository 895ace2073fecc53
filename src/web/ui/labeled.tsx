import { type ReactNode, useId } from 'react'

export type LabeledProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  disabled?: boolean
  'aria-describedby'?: string
  /** Gets focus when its dialog opens. */
  'data-autofocus'?: boolean
  className?: string
}

type Props = Pick<LabeledProps, 'label' | 'className'> & { children: (id: string) => ReactNode }

export function Labeled({ label, className = '', children }: Props) {
  const id = useId()
  return (
    <div className={`flex min-h-6 items-center touch:min-h-10 ${className}`}>
      {children(id)}
      <label
        dir="auto"
        htmlFor={id}
        className="flex cursor-pointer items-center self-stretch py-1 pl-2.5 text-label font-medium peer-disabled:cursor-default peer-disabled:text-fg-off"
      >
        {label}
      </label>
    </div>
  )
}
