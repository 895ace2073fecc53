import { request } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { showError } from '../toasts/toast.ts'

export const EXPORT = '/api/auth/export'

/** Downloads the export. First checks that the server would send it, because a page can't tell why a download failed. */
export function downloadExport(event?: { preventDefault: () => void }): void {
  event?.preventDefault()
  request('HEAD', EXPORT).then(
    () => Object.assign(document.createElement('a'), { href: EXPORT, download: '' }).click(),
    (error: unknown) => showError(errorText(error)),
  )
}
