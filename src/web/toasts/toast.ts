import type { ShownToast, ToastContent } from '../ui/toast.tsx'

import { createStore } from '../state/store.ts'
import * as words from './words.ts'

const { get, set, subscribe } = createStore<ShownToast | null>(null)

/**
 * The current toast, which may be closing; null before the first. Stored outside React so that any code can report the
 * result of a write.
 */
export const toasts = {
  get,
  subscribe,
  show: (content: ToastContent) => set({ ...content, id: (get()?.id ?? 0) + 1, open: true }),
  /** Closes the toast, unless a later one has replaced it. */
  dismiss: (id: number) => {
    const shown = get()
    if (shown?.id === id) set({ ...shown, open: false })
  },
}

export const showToast = toasts.show

export type Failure = string | Pick<ToastContent, 'title' | 'text'>

export function showError(failure: Failure): void {
  const content = typeof failure === 'string' ? { title: words.error, text: failure } : failure
  showToast({ ...content, variant: 'destructive' })
}
