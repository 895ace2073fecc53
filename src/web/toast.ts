import { useSyncExternalStore } from 'react'

import type { ShownToast, ToastContent } from './ui/toast.tsx'

/** The one toast there is. Kept outside React, so that a write can report what became of it from anywhere. */
function createToastStore() {
  let shown: ShownToast | null = null
  const listeners = new Set<() => void>()
  const set = (next: ShownToast | null) => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: (content: ToastContent) => set({ ...content, id: (shown?.id ?? 0) + 1, open: true }),
    dismiss: (id: number) => {
      if (shown?.id === id) set({ ...shown, open: false })
    },
  }
}

export const toasts = createToastStore()

/** Shows a toast in place of the one before. */
export const showToast = toasts.show

export function useToast(): ShownToast | null {
  return useSyncExternalStore(toasts.subscribe, toasts.get)
}
