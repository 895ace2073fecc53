import { Check, CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'

import { Button } from './button.tsx'

export type ToastContent = {
  title: string
  text: string
  variant?: 'default' | 'destructive'
  /** One way to answer, such as Undo. */
  action?: { label: string; run: () => void }
}

/** A toast as it is shown: `id` tells a new one from the one before, `open` turns false when it leaves. */
export type ShownToast = ToastContent & { id: number; open: boolean }

/**
 * The place where the one toast appears. F8 goes there; hover, focus and a hidden window hold it. On a phone it leaves
 * the header free, where the next task is added.
 */
export function Toaster({ toast, onClose }: { toast: ShownToast | null; onClose: (id: number) => void }) {
  return (
    <Radix.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label="Notification"
    >
      {toast && <OneToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed right-6 bottom-6 z-60 m-0 w-97 max-w-105 list-none rounded-xl p-0 print:hidden max-sm:inset-x-2 max-sm:top-15 max-sm:bottom-auto max-sm:w-auto max-sm:max-w-none"
      />
    </Radix.Provider>
  )
}

function OneToast({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const destructive = toast.variant === 'destructive'
  const Icon = destructive ? CircleAlert : Check
  const tone = destructive
    ? 'border-danger bg-danger text-danger-fg'
    : 'border-line-2 bg-raised text-fg dark:border-transparent'
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && onClose()}
      className={`pointer-events-auto flex items-start gap-3 rounded-xl border p-3.75 text-note shadow-sh-4 data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${tone}`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {/* Read aloud the two would run into one word. */ ' '}
        <Radix.Description className={destructive ? '' : 'text-fg-2'}>{toast.text}</Radix.Description>
      </div>
      {toast.action && (
        <Radix.Action asChild altText={toast.action.label}>
          <Button size="sm" onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className={`-m-0.75 flex size-6 shrink-0 items-center justify-center rounded-sm touch:-m-2.5 touch:size-10 ${destructive ? 'outline-offset-0 outline-danger-fg' : 'text-fg-3 hover:bg-hover hover:text-fg'}`}
      >
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  )
}

const DURATION_MS = 5000
const SWIPE_PX = 50
