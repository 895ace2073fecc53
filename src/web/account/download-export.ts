import { EXPORT } from './queries.ts'

/** Downloads the export. The server sends it as an attachment, so the browser stays on the page. */
export function downloadExport(): void {
  window.location.assign(EXPORT)
}
