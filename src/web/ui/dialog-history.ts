import { useId, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

import { hrefWithout, keysHere } from './dialog-entry.ts'
import { useLatest } from './use-latest.ts'

const ARRIVAL_MS_MAX = 2000

type Entry = {
  /** Unique per dialog. A key such as 'task=7' is also part of the URL, which reopens the dialog. */
  key: string
  /** Called on Back: closes the dialog, or asks for confirmation. */
  back: () => void
}

/** The open dialogs, the topmost last. Each has its own history entry. */
let open: readonly Entry[] = []
/** Called when the pending history step completes. */
let onArrival: (() => void) | null = null
/** Whether a history step took too long and may still complete. */
let isLate = false
let isScheduled = false
const afterSteps: (() => void)[] = []

/**
 * Adds a history entry for an open dialog: Back closes the dialog, and closing it goes back.
 * @param back closes the dialog, or asks for confirmation
 * @param address a search parameter such as 'task=7' that opens the dialog and is in the URL while it is open
 */
export function useHistoryEntry(isOpen: boolean, back: () => void, address?: string): void {
  const id = useId()
  const key = address ?? id
  const latest = useLatest(back)
  useLayoutEffect(() => {
    if (!isOpen) return
    const entry = { key, back: () => latest.current() }
    open = [...open, entry]
    schedule()
    return () => {
      open = open.filter((other) => other !== entry)
      schedule()
    }
  }, [isOpen, key, latest])
}

/** Runs a command once no history step is pending, because a step would undo its navigation. */
export function afterHistorySteps(run: () => void): void {
  if (onArrival || isScheduled) afterSteps.push(run)
  else run()
}

/** Batches dialogs that open or close in the same step. */
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(() => {
    isScheduled = false
    if (!onArrival) enforce()
  })
}

/** Syncs the history with the open dialogs. */
function enforce(): void {
  const here = keysHere()
  const same = countOpen(here)
  if (here.length > same) return go(same - here.length, enforce)
  for (let count = same; count < open.length; count++) push(open.slice(0, count + 1).map(({ key }) => key))
  settle()
}

function settle(): void {
  for (const run of afterSteps.splice(0)) run()
}

/** Syncs after the user navigated. Dialogs whose parameter is in the new entry's URL may open again. */
function follow(): void {
  const here = keysHere()
  const same = countOpen(here)
  const closed = here.slice(same).findIndex((key) => !hasAddress(key))
  if (same < open.length) enforce()
  else if (closed >= 0) go(same + closed - here.length, follow)
  else settle()
}

addEventListener('popstate', () => {
  const arrived = onArrival ?? (isLate ? enforce : null)
  onArrival = null
  isLate = false
  if (arrived) return arrived()
  const here = keysHere()
  for (let top = open.at(-1); top && !here.includes(top.key); top = open.at(-1)) {
    flushSync(top.back)
    // The dialog asks for confirmation or stays open.
    if (open.includes(top)) break
  }
  follow()
})

// After a reload no dialog is open.
follow()

function go(by: number, then: () => void): void {
  const arrive = () => then()
  onArrival = arrive
  history.go(by)
  // Another navigation can cancel a pending step.
  setTimeout(() => {
    if (onArrival !== arrive) return
    onArrival = null
    isLate = true
    forgetClosed()
    enforce()
  }, ARRIVAL_MS_MAX)
}

/** Removes closed dialogs from the current entry. A second step could leave the page, because the first may only be late. */
function forgetClosed(): void {
  const here = keysHere()
  const same = countOpen(here)
  const names = here.slice(same).map((key) => key.split('=', 1)[0] ?? '')
  history.replaceState({ dialogs: here.slice(0, same) }, '', hrefWithout(...names))
}

function push(keys: readonly string[]): void {
  const key = keys.at(-1) ?? ''
  const [name = '', value = ''] = key.split('=')
  const url = new URL(location.href)
  if (hasAddress(key) && url.searchParams.has(name)) {
    // If the page was opened at this URL, the entry below needs the URL without the parameter.
    history.replaceState(history.state, '', hrefWithout(name))
    history.pushState({ dialogs: keys }, '', url)
    return
  }
  history.pushState({ dialogs: keys }, '')
  if (!hasAddress(key)) return
  url.searchParams.set(name, value)
  const setAddress = () => history.replaceState(history.state, '', url)
  if (keys.length < open.length) return setAddress()
  // Changing the URL rerenders the page, which shouldn't delay the dialog. If the dialog has already closed, its URL
  // would reopen it.
  afterPaint(() => keysHere().at(-1) === key && open.at(-1)?.key === key && setAddress())
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

function hasAddress(key: string): boolean {
  return key.includes('=')
}

/** Returns how many of these dialogs, from the first, are open in this order. */
function countOpen(keys: readonly string[]): number {
  const differs = keys.findIndex((key, index) => key !== open[index]?.key)
  return differs < 0 ? keys.length : differs
}
