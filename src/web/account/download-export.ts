import { request } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { showError } from '../toasts/toast.ts'

export const EXPORT_LINK = { href: '/api/auth/export', download: '', onClick: downloadExport }

/** Downloads the export. First checks that the server would send it, because a page can't tell why a download failed. */
export function downloadExport(event?: { preventDefault: () => void }): void {
  event?.preventDefault()
  request('HEAD', EXPORT_LINK.href).then(
    () => Object.assign(document.createElement('a'), { href: EXPORT_LINK.href, download: '' }).click(),
    (error: unknown) => showError(errorText(error)),
  )
}
