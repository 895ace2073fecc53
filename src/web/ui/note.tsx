import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'ok' | 'warn' | 'danger'

type NoteProps = {
  tone: Tone
  title?: string
  children: ReactNode
  /** Shown on the right or, on a phone, below the text. See `NoteAction`. */
  action?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause. */
  role?: 'alert' | 'status'
}

export function Note({ tone, title, children, action, role }: NoteProps) {
  const { icon: Icon, box, tint } = TONE[tone]
  return (
    <div role={role} className={`flex gap-2.5 rounded-md border px-2.75 py-2.25 text-note ${box}`}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={`mt-px shrink-0 ${tint}`} />
      <div className="flex min-w-0 flex-1 gap-x-4 gap-y-2 max-sm:flex-col sm:items-start">
        <div className="min-w-0 flex-1 break-words">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}

/** Shows why a form couldn't be sent, and interrupts a screen reader. Renders nothing without a message. */
export function FailureNote({ message }: { message: string | null }) {
  return (
    message && (
      <Note tone="danger" role="alert">
        {message}
      </Note>
    )
  )
}

export function NoteAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="w-fit shrink-0 rounded-xs border-b border-control font-medium hover:border-fg touch:min-h-6"
    >
      {children}
    </button>
  )
}

const TONE = {
  ok: { icon: CircleCheck, box: 'border-ok-edge bg-ok-tint', tint: 'text-ok-text' },
  warn: { icon: TriangleAlert, box: 'border-warn-edge bg-warn-tint', tint: 'text-warn-text' },
  danger: { icon: CircleAlert, box: 'border-danger-edge bg-danger-tint', tint: 'text-danger-text' },
} as const
