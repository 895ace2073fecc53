import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { HOME } from '../boot/paths.ts'
import { showError, showToast } from '../toasts/toast.ts'
import * as words from './words.ts'

/** Copies the URL of a task's details. */
export async function copyLink({ id }: ShortTask): Promise<void> {
  try {
    // Browsers don't provide the clipboard over plain http, except on localhost.
    await navigator.clipboard.writeText(new URL(`${HOME}?task=${id}`, location.origin).href)
    showToast(words.linkCopied)
  } catch {
    showError(words.linkNotCopied)
  }
}
