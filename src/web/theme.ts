import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'tenfold:theme'

/** The theme and a function that turns it. The dark marker on the document root is the truth; `early.js` sets it first. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore(subscribe, readTheme)
  return [theme, toggleTheme]
}

/** Follows what other tabs choose, and until somebody chooses, the system. Called once, for as long as the page is there. */
export function followTheme(): void {
  window.addEventListener('storage', onStorage)
  darkSystem.addEventListener('change', onSystemChange)
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

/** Another tab of the same browser may have turned the theme, or the whole storage may have been cleared. */
function onStorage(event: StorageEvent): void {
  if (event.key === STORAGE_KEY || event.key === null) applyTheme(event.newValue ?? systemTheme())
}

/** Until somebody chooses, the theme is that of the system, also when that turns at dusk. */
function onSystemChange(): void {
  if (readChosen() === null) applyTheme(systemTheme())
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function systemTheme(): Theme {
  return darkSystem.matches ? 'dark' : 'light'
}

function readChosen(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
