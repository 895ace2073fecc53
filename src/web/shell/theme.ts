import { createStore, useStore } from '../state/store.ts'
import { createStoredValue } from '../state/stored-value.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'tenfold:theme'

/** The theme the user chose in this browser, if any. `early.js` also reads it. */
const chosen = createStoredValue<string | null>(STORAGE_KEY, {
  parse: (text) => text,
  format: (theme) => theme,
  fallback: null,
})

/** `early.js` sets the class before any module runs. */
const current = createStore<Theme>(document.documentElement.classList.contains('dark') ? 'dark' : 'light')

export function useTheme(): [Theme, () => void] {
  return [useStore(current), toggleTheme]
}

/** Follows the choice in other tabs and, without a choice, the system. Prints in the light theme. Call this once per page. */
export function followTheme(): void {
  window.addEventListener('storage', onStorage)
  window.addEventListener('beforeprint', () => markDark(false))
  window.addEventListener('afterprint', () => markDark(current.get() === 'dark'))
  darkSystem.addEventListener('change', () => {
    if (chosen.read() === null) applyTheme(systemTheme())
  })
}

/** Switches the theme in this browser. */
export function toggleTheme(): void {
  const theme = current.get() === 'dark' ? 'light' : 'dark'
  applyTheme(theme)
  chosen.write(theme)
}

function applyTheme(theme: string): void {
  const isDark = theme === 'dark'
  markDark(isDark)
  current.set(isDark ? 'dark' : 'light')
}

function markDark(isDark: boolean): void {
  document.documentElement.classList.toggle('dark', isDark)
}

/** The key is null when another tab clears the whole storage. */
function onStorage(event: StorageEvent): void {
  if (event.key === STORAGE_KEY || event.key === null) applyTheme(event.newValue ?? systemTheme())
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function systemTheme(): Theme {
  return darkSystem.matches ? 'dark' : 'light'
}
