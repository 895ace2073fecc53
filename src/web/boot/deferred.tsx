import { type FC, type ReactNode, createElement, memo, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import { readEntrance } from './entrance.ts'
import { keepKeys, takeKeys } from '../ui/keep-keys.ts'
import { fetchLaterFiles, fetchLaterFilesAhead } from './later-files.ts'
import { type ReadableStore, createStore, useStore } from '../state/store.ts'
import { showToast } from '../toasts/toast.ts'
import { untilReleased } from './until-released.ts'
import { untilShown, whenIdle } from './when-idle.ts'
import * as words from './words.ts'

/** The delay before a failed background fetch is retried, in ms. */
const RETRY_MS = 2000
/** The limit for a part that a click opens, in ms. */
const PRESS_MS_MAX = 3000
/** The limit if the user sees that something is happening, in ms. */
const SHOWN_MS_MAX = 12_000

export type Options<P> = {
  isWanted?: (props: P) => boolean
  /** Whether to fetch the part in the background with retries, because the user didn't ask for it. */
  canWait?: (props: P) => boolean
  whileAway?: (props: P) => ReactNode
  /** Whether the part receives the keys typed while it loads. */
  takesKeys?: boolean
  /** The part's name in the message shown if it doesn't load, such as 'the form'. */
  name?: string
  /** Whether the page already shows the effect of the press, such as selected cards. */
  isShown?: boolean
  /** Cancels the click if the part doesn't load, so that the part doesn't open by itself later. */
  onMissing?: (props: P) => void
  whenMissing?: (message: Message, retry: () => void) => ReactNode
}

type Message = { title: string; text: string }

type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never

export type LaterCode<M> = ReadableStore<M | null> & {
  fetch: () => Promise<void>
  /** Records that a part replaces a placeholder that may be pressed while the code arrives. */
  noteReplacing: () => void
}

/**
 * Fetches a module once the page shows its tasks, or as soon as one of its parts is needed.
 * @param module its path in `src/web`, the same as in `load`
 */
export function later<M>(module: string, load: () => Promise<M>): LaterCode<M> {
  const code = onUse(module, load)
  void fetchAhead(module, code.fetch)
  return code
}

/**
 * Returns a component whose code isn't part of the first load. The component mounts with its latest props once the code
 * has loaded, so no click is lost. If loading fails, a message says so. Unlike `React.lazy`, it needs no fallback.
 */
export function deferred<M, K extends keyof M, Extra extends object = object>(
  code: LaterCode<M>,
  part: K,
  {
    isWanted = () => true,
    canWait = () => false,
    whileAway,
    takesKeys = false,
    name = '',
    ...missing
  }: Options<PropsOf<M[K]> & Extra> = {},
): (props: PropsOf<M[K]> & Extra) => ReactNode {
  if (whileAway) code.noteReplacing()
  return memo((props: PropsOf<M[K]> & Extra) => {
    const module = useStore(code)
    const Loaded = module && (module[part] as FC<object>)
    const [message, setMessage] = useState<Message | null>(null)
    const isNeeded = Loaded === null && message === null && isWanted(props)
    const waits = canWait(props)
    const fail = useEffectEvent((error: unknown) => {
      takeKeys()
      const message = { title: words.notLoaded(name), text: reasonOf(error) }
      if (missing.whenMissing) return setMessage(message)
      showToast({ ...message, variant: 'destructive' })
      missing.onMissing?.(props)
    })
    useEffect(() => {
      if (!isNeeded) return
      if (waits) return keepFetching(code.fetch)
      keepKeys(takesKeys)
      const ms = missing.whenMissing || missing.isShown ? SHOWN_MS_MAX : PRESS_MS_MAX
      const stop = fetchForPress(code.fetch, ms, (error) => fail(error))
      return () => {
        stop()
        keepKeys(false)
      }
    }, [isNeeded, waits])
    if (message) return missing.whenMissing?.(message, () => setMessage(null))
    if (Loaded) return createElement(Loaded, props)
    return isNeeded && whileAway ? whileAway(props) : null
  })
}

/** Visitors download only what their page shows. */
async function fetchAhead(module: string, fetch: () => Promise<void>): Promise<void> {
  await untilShown()
  if (!readEntrance().user) return
  try {
    await fetchLaterFilesAhead(module)
    whenIdle(() => fetch().catch(() => undefined))
  } catch (error) {
    // A retry helps after a network failure, but not if an update removed the file.
    if (isOffline(error)) setTimeout(() => void fetchAhead(module, fetch), RETRY_MS)
  }
}

/**
 * Fetches a module only when one of its parts is needed, for parts that few users see.
 * @param module its path in `src/web`, the same as in `load`
 */
export function onUse<M>(module: string, load: () => Promise<M>): LaterCode<M> {
  const { get, set, subscribe } = createStore<M | null>(null)
  let loading: Promise<void> | null = null
  let isReplacing = false
  const run = async () => {
    try {
      await fetchLaterFiles(module)
      const code = await load()
      if (isReplacing) await untilReleased()
      const giveBack = keepFocus()
      flushSync(() => set(code))
      giveBack()
    } finally {
      loading = null
    }
  }
  return {
    get,
    subscribe,
    fetch: async () => {
      if (get() === null) await (loading ??= run())
    },
    noteReplacing: () => (isReplacing = true),
  }
}

/** Returns a function that moves the focus from a placeholder to the part's button with the same `data-place`. */
function keepFocus(): () => void {
  const focused = document.activeElement
  const place = focused instanceof HTMLElement ? focused.dataset.place : undefined
  return () => {
    if (!place || focused?.isConnected || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true })
  }
}

function keepFetching(fetch: () => Promise<void>): () => void {
  let isOver = false
  const ask = async () => {
    await untilShown()
    if (!isOver) await fetch().catch(() => setTimeout(() => void ask(), RETRY_MS))
  }
  void ask()
  return () => {
    isOver = true
  }
}

/** Fetches immediately, and calls `fail` if there is no result after `ms`. @returns a function that stops waiting */
function fetchForPress(fetch: () => Promise<void>, ms: number, fail: (error: unknown) => void): () => void {
  let isOver = false
  const stop = () => void (isOver = true)
  const end = (error: unknown) => {
    if (!isOver) fail(error)
    stop()
  }
  setTimeout(end, ms, null)
  fetch().then(stop, end)
  return stop
}

function reasonOf(error: unknown): string {
  if (isOffline(error)) return words.offline
  return error ? words.reload : words.slow
}

/** `fetch` throws a TypeError if there is no response. */
function isOffline(error: unknown): boolean {
  return error instanceof TypeError
}
