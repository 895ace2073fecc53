import { EXPORT } from './queries.ts'

/** Downloads the export. Unlike a navigation, a failed download doesn't replace the page. */
export function downloadExport(): void {
  Object.assign(document.createElement('a'), { href: EXPORT, download: '' }).click()
}
