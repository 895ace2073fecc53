import { EXPORT } from './queries.ts'

/** Downloads the export. A download that fails doesn't replace the page, unlike a navigation. */
export function downloadExport(): void {
  Object.assign(document.createElement('a'), { href: EXPORT, download: '' }).click()
}
