import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'tenfold:theme'

/** The theme and a function that turns it. The dark marker on the document root is the truth; `theme.js` sets it first. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore(subscribe, readTheme)
  return [theme, toggleTheme]
}

function readTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function toggleTheme(): void {
  const theme = readTheme() === 'dark' ? 'light' : 'dark'
  applyTheme(theme)
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage may be refused; the theme then lasts as long as the page.
  }
}

const listeners = new Set<() => void>()

function applyTheme(theme: string): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  for (const listener of listeners) listener()
}

/** Another tab of the same browser may have turned the theme. */
function onStorage(event: StorageEvent): void {
  if (event.key === STORAGE_KEY && event.newValue) applyTheme(event.newValue)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}
