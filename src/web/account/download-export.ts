import { EXPORT } from './queries.ts'

/** Downloads the export. A download that fails doesn't replace the page, unlike a navigation. */
export function downloadExport(): void {
  const link = document.createElement('a')
  Object.assign(link, { href: EXPORT, download: '' }).click()
}
