// Interface text about a new version of the app.

import type { Update } from './updates.ts'

export const texts: Record<Update, string> = {
  ready: 'A new version of Tenfold is ready.',
  needed: 'The server was updated. Reload to continue.',
  older: 'This page is newer than the server. Reload to continue.',
}
export const saveFirst: Record<Update, string> = {
  ready: 'A new version is ready. Save your text before you reload.',
  needed: 'The server was updated. Copy your text before you reload.',
  older: 'This page is newer than the server. Copy your text before you reload.',
}
export const reload = 'Reload'
export const later = 'Later'
export const confirmReload = 'Reload now? Unsaved text may be lost.'
