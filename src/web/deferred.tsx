import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import { fetchLaterFiles, fetchLaterFilesInTurn } from './later-files.ts'
import { showToast } from './toast.ts'
import { untilReleased } from './until-released.ts'
import { untilShown, whenIdle } from './when-idle.ts'

/** A part that is wanted and did not come is asked for again, for as long as it is wanted. */
const RETRY_MS = 2000

type Options<P> = {
  /** Whether it would show anything; always, when this is not told. */
  isWanted?: (props: P) => boolean
  /** Whether it can wait until the page shows what it was opened for; no, when this is not told. */
  canWait?: (props: P) => boolean
  /** Stands in its place while it is on its way. */
  whileAway?: (props: P) => ReactNode
}

/**
 * A component whose code is not part of the first load. It is fetched when the page is idle, or at once when it is
 * wanted; what it was given meanwhile is what it begins with, so that no press is lost. Unlike `React.lazy` it is drawn in
 * the same step once its code is there, with nothing in its place before.
 * @param module the path of what is loaded in `src/web`
 */
export function deferred<P extends object>(
  module: string,
  load: () => Promise<ComponentType<P>>,
  { isWanted = () => true, canWait = () => false, whileAway }: Options<P> = {},
): (props: P) => ReactNode {
  const code = createLoader(module, load, whileAway !== undefined)
  whenIdle(() => code.fetchAhead().catch(() => undefined))
  const fetchOnceShown = async () => {
    await untilShown()
    await code.fetch()
  }
  return function Deferred(props: P) {
    const Loaded = useSyncExternalStore(code.subscribe, code.current)
    const isNeeded = Loaded === null && isWanted(props)
    const fetch = canWait(props) ? fetchOnceShown : code.fetch
    useEffect(() => (isNeeded ? keepFetching(fetch) : undefined), [isNeeded, fetch])
    if (Loaded) return <Loaded {...props} />
    return isNeeded && whileAway ? whileAway(props) : null
  }
}

/**
 * Fetches once, again only after a failure, and tells when it is there.
 * @param isReplacing whether something stands in its place that may be pressed just then
 */
function createLoader<C>(module: string, load: () => Promise<C>, isReplacing: boolean) {
  let loaded: C | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const run = async () => {
    try {
      await fetchLaterFiles(module)
      const code = await load()
      if (isReplacing) await untilReleased()
      loaded = code
      const giveBack = keepFocus()
      flushSync(() => listeners.forEach((listener) => listener()))
      giveBack()
    } finally {
      loading = null
    }
  }
  const fetch = async (): Promise<void> => {
    if (loaded === null) await (loading ??= run())
  }
  return {
    current: () => loaded,
    fetch,
    fetchAhead: async (): Promise<void> => {
      await fetchLaterFilesInTurn(module)
      await fetch()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * What stood in the place of a part is not its own button: that has the same `data-place`, and the focus with it.
 * @returns what gives the focus back
 */
function keepFocus(): () => void {
  const focused = document.activeElement
  const place = focused instanceof HTMLElement ? focused.dataset.place : undefined
  return () => {
    if (!place || focused?.isConnected || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true })
  }
}

/** @returns what ends it */
function keepFetching(fetch: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async (isFirst: boolean) => {
    try {
      await fetch()
    } catch {
      if (isOver) return
      if (isFirst) showAway()
      timer = setTimeout(() => void ask(false), RETRY_MS)
    }
  }
  void ask(true)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

function showAway(): void {
  showToast({
    title: 'Error',
    text: 'A part of this page could not be loaded. It is asked for again; should it stay away, load the page anew.',
    variant: 'destructive',
  })
}
