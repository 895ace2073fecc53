import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import * as words from './words.ts'

/** The attributes that connect a control to its label and messages. */
export type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  optional?: boolean
  hint?: ReactNode
  error?: ReactNode
  warning?: ReactNode
  success?: ReactNode
  /** Grays out the label. The control must be disabled separately. */
  disabled?: boolean
  className?: string
  children: (ids: FieldIds) => ReactNode
}

export function Field({
  label,
  optional,
  hint,
  error,
  warning,
  success,
  disabled,
  className = '',
  children,
}: FieldProps) {
  const id = useId()
  const message = error || warning || success
  const described = [hint ? `${id}-hint` : '', message ? `${id}-message` : ''].filter(Boolean).join(' ')
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={`mb-1.5 block text-label font-medium ${disabled ? 'text-fg-off' : ''}`}>
        {label}
        {optional && <span className="font-normal text-fg-3"> {words.optional}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-meta text-fg-3">
          {hint}
        </p>
      )}
      <div id={`${id}-message`} aria-live="polite">
        {error ? (
          <Message icon={<CircleAlert size={14} />} tone="text-danger-text" text={error} />
        ) : warning ? (
          <Message icon={<TriangleAlert size={14} />} tone="text-warn-text" text={warning} />
        ) : success ? (
          <Message icon={<Check size={14} />} tone="text-ok-text" text={success} />
        ) : null}
      </div>
    </div>
  )
}

function Message({ icon, tone, text }: { icon: ReactNode; tone: string; text: ReactNode }) {
  return (
    <p
      className={`mt-1.5 flex gap-1.5 text-meta [&>svg]:mt-px [&>svg]:shrink-0 [&>svg]:stroke-[1.75] ${tone}`}
    >
      {icon}
      <span className="min-w-0">{text}</span>
    </p>
  )
}
