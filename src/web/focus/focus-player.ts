import {
  BANDS,
  type Band,
  type BandId,
  type Claim,
  FIRST_MIX,
  type Levels,
  type Mix,
  canPlay,
  chosenBands,
  gainsOf,
  mixSchema,
  yieldsTo,
} from './focus-audio.ts'

import { createStore } from '../state/store.ts'
import { type StoredValue, createStoredValue, parseJson } from '../state/stored-value.ts'

export type FocusGraph = {
  /** Starts the output. Some browsers allow this only within a click. */
  wake: () => Promise<void>
  /** Loads a band's sound, at most once. */
  load: (band: Band) => Promise<void>
  has: (band: BandId) => boolean
  /** Fades each loaded band to its gain. */
  setGains: (gains: Levels) => void
  /** Fades out and suspends the output. */
  sleep: () => void
}

/** The browser's services for the player; tests replace them. */
export type FocusSurroundings = {
  /** Throws in some private windows. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Called on the first play. `onSilenced` reports that the system stopped the sound. */
  openGraph: (onSilenced: () => void) => FocusGraph
  tell: (claim: Claim) => void
  tab: string
  now: () => number
  /** Logs a failure without showing it to the user. Source: specification 8. */
  warn: (message: string, cause: unknown) => void
}

export type FocusState = {
  mix: Mix
  /** `starting` until the first band is loaded. */
  playback: 'paused' | 'starting' | 'playing'
}

export type FocusPlayer = {
  current: () => FocusState
  subscribe: (listener: () => void) => () => void
  /** Plays the mix; does nothing if every band is Off. */
  play: () => void
  pause: () => void
  /** Changes the mix; stops if every band is Off. */
  setMix: (mix: Mix) => void
  hearClaim: (claim: Claim) => void
  reload: () => void
}

export const MIX_KEY = 'tenfold:focus'

/** Opens a tab's player. The browser's tabs share the mix but not the playback state. */
export function openFocusPlayer(surroundings: FocusSurroundings): FocusPlayer {
  const { storage, openGraph, tell, tab, now, warn } = surroundings
  const storedMix = openStoredMix(storage)
  const state = createStore<FocusState>({ mix: storedMix.read(), playback: 'paused' })
  const current = state.get
  const change = (next: Partial<FocusState>) => state.set({ ...state.get(), ...next })
  let graph: FocusGraph | null = null
  let claim: Claim | null = null
  let isAwake = false

  const isPaused = () => current().playback === 'paused'
  const isHeard = () => chosenBands(current().mix).some(({ id }) => graph?.has(id))

  const pause = () => {
    if (isPaused()) return
    claim = null
    isAwake = false
    change({ playback: 'paused' })
    graph?.sleep()
  }
  const hear = () => {
    if (isPaused() || !isAwake || !isHeard()) return
    graph?.setGains(gainsOf(current().mix))
    if (current().playback === 'starting') change({ playback: 'playing' })
  }
  const bring = bringer({ findWanted: () => (isPaused() ? [] : chosenBands(current().mix)), hear, warn })
  const bringChosen = async (graph: FocusGraph) => {
    await bring(graph)
    if (!isHeard()) pause()
  }
  const begin = async () => {
    try {
      graph ??= openGraph(pause)
      await graph.wake()
      isAwake = !isPaused()
      hear()
      await bringChosen(graph)
    } catch (error) {
      warn('Couldn’t play the focus audio.', error)
      pause()
    }
  }
  const follow = (mix: Mix) => {
    change({ mix })
    if (!canPlay(mix)) pause()
    if (isPaused() || !graph) return
    hear()
    void bringChosen(graph)
  }
  return {
    current,
    subscribe: state.subscribe,
    play: () => {
      if (!isPaused() || !canPlay(current().mix)) return
      claim = { at: now(), tab }
      tell(claim)
      change({ playback: 'starting' })
      void begin()
    },
    pause,
    setMix: (mix) => {
      storedMix.write(mix)
      follow(mix)
    },
    hearClaim: (other) => {
      if (claim && yieldsTo(claim, other)) pause()
    },
    reload: () => follow(storedMix.read()),
  }
}

type Bringing = {
  findWanted: () => readonly Band[]
  hear: () => void
  warn: FocusSurroundings['warn']
}

/** Loads the chosen bands in rounds. A band fails at most once per round, with one warning for all failures. */
function bringer({ findWanted, hear, warn }: Bringing): (graph: FocusGraph) => Promise<void> {
  let round: Promise<void> | null = null
  const bringAll = async (graph: FocusGraph) => {
    const failed = new Map<Band, unknown>()
    const findMissing = () => findWanted().filter((band) => !graph.has(band.id) && !failed.has(band))
    // The user may choose more bands during loading.
    for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
      const loads = missing.map((band) => graph.load(band).then(hear, (error) => failed.set(band, error)))
      await Promise.all(loads)
    }
    // Lists failures in display order.
    const bands = BANDS.filter((band) => failed.has(band))
    const paths = bands.map(({ path }) => path).join(', ')
    if (bands[0]) warn(`Couldn’t load focus audio: ${paths}.`, failed.get(bands[0]))
  }
  return (graph) => {
    round ??= bringAll(graph).finally(() => (round = null))
    return round
  }
}

function openStoredMix(storage: FocusSurroundings['storage']): StoredValue<Mix> {
  return createStoredValue(MIX_KEY, {
    parse: (text) => mixSchema.parse(parseJson(text)),
    fallback: FIRST_MIX,
    storage,
  })
}
