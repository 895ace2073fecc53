import { LEVEL_DEFAULT, type Level } from '#domain/tasks/priority.ts'

import { readEntrance } from '../boot/entrance.ts'
import { createStore } from '../state/store.ts'
import { createStoredValue } from '../state/stored-value.ts'
import { NARROW } from '../ui/use-media-query.ts'

export type OpenLine = {
  level: Level
  /** Opens at the end of the level's band, or in a sheet at the bottom of the window. */
  place: 'band' | 'sheet'
  /** The text to fill the line with; '' leaves the line unchanged. */
  text: string
  /** How many times the open line was filled. */
  fills: number
  /** The element that gets focus when the line closes. */
  opener: Element | null
}

export const quickAdd = createStore<OpenLine | null>(null)

/** The text typed into a line that hasn't loaded, for the next line. Signing out deletes it, because it's a draft. */
const typedAhead = createStoredValue(`tenfold:draft:${readEntrance().user?.id}:quick:next`, {
  parse: (stored) => (stored ? (JSON.parse(stored) as { text: string }).text : ''),
  format: (text) => (text ? JSON.stringify({ at: Date.now(), text }) : null),
  fallback: '',
  keepsRejected: true,
})

/** The level at this height counts as in view. Measured from the top, as a share of the window. */
const EYE = 0.3

/**
 * Opens the quick-add line: in the level's band, or in a sheet on phones and where the level has no band.
 * Without a level, focuses an always-open line instead, if there is one.
 * @param level the level in view by default
 */
export function openQuickAdd({ level, text: given }: { level?: Level; text?: string } = {}): void {
  const text = [typedAhead.read(), given].filter(Boolean).join('\n')
  const line = document.querySelector<HTMLElement>('[data-quick-line] textarea')
  if (line && level === undefined && text === '') return line.focus()
  const rows = [...document.querySelectorAll<HTMLElement>('[data-quick-add]')]
  const at = level ?? levelInView(rows) ?? LEVEL_DEFAULT
  const hasRow = rows.some((row) => levelOf(row) === at)
  const open = quickAdd.get()
  quickAdd.set({
    level: at,
    place: hasRow && !matchMedia(NARROW).matches ? 'band' : 'sheet',
    text,
    fills: (open?.fills ?? 0) + Number(text !== ''),
    opener: open?.opener ?? document.activeElement,
  })
}

function levelInView(rows: readonly HTMLElement[]): Level | undefined {
  const eye = innerHeight * EYE
  const row = rows.find((row) => row.getBoundingClientRect().bottom > eye) ?? rows.at(-1)
  return row && levelOf(row)
}

function levelOf(row: HTMLElement): Level {
  return Number(row.dataset['quickAdd']) as Level
}

/** Changes the text that the line will be filled with: what is typed while it loads, or '' once it has the text. */
export function setText(text: string): void {
  const line = quickAdd.get()
  if (line) quickAdd.set({ ...line, text })
  typedAhead.write(text)
}

/** Closes a line that hasn't loaded. */
export function giveUpQuickAdd(): void {
  setText(quickAdd.get()?.text ?? '')
  closeQuickAdd()
}

/** Closes the line and returns focus. The line's text stays as a draft. */
export function closeQuickAdd(): void {
  const line = quickAdd.get()
  if (!line) return
  quickAdd.set(null)
  requestAnimationFrame(() => focusOpener(line))
}

/** The row that opened the line may have a new element, or have disappeared with the last card of its level. */
function focusOpener({ level, opener }: OpenLine): void {
  const focused = document.activeElement
  if (focused !== null && focused !== document.body) return
  const row =
    document.querySelector<HTMLElement>(`[data-quick-add="${level}"] > button`) ??
    document.querySelector<HTMLElement>(`[data-rung="${level}"]`)
  const target =
    opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : row
  target?.focus({ preventScroll: true })
}
