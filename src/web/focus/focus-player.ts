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
} from '#domain/focus-audio.ts'

/** What makes the sound. */
export type FocusGraph = {
  /** Lets the sound out. Only within a press does every browser allow it. */
  wake: () => Promise<void>
  /** Gets a band's sound. A band that is there already, or on its way, is not fetched again. */
  load: (band: Band) => Promise<void>
  has: (band: BandId) => boolean
  /** Brings each band that is there to its gain, without a step. */
  setGains: (gains: Levels) => void
  /** Fades everything out, and rests. */
  sleep: () => void
}

/** What a browser gives its tabs; tests give the same. */
export type FocusSurroundings = {
  /** Asking for it is itself refused in some private windows. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Called by the first play. Reports when the system has taken the sound away. */
  openGraph: (onSilenced: () => void) => FocusGraph
  /** Tells the other tabs. */
  tell: (claim: Claim) => void
  /** Like no other tab's. */
  tab: string
  /** The computer's clock in milliseconds. */
  now: () => number
  /** Notes what failed where nobody is disturbed. Source: specification 8. */
  warn: (message: string, cause: unknown) => void
}

export type FocusState = {
  mix: Mix
  /** `starting` until the first band is there to be heard. */
  playback: 'paused' | 'starting' | 'playing'
}

export type FocusPlayer = {
  current: () => FocusState
  subscribe: (listener: () => void) => () => void
  /** Plays what is chosen; nothing when every band is Off. */
  play: () => void
  pause: () => void
  /** What plays follows; it stops when every band is Off. */
  setMix: (mix: Mix) => void
  /** Another tab plays from now on. */
  hearClaim: (claim: Claim) => void
  /** Takes over the mix that another tab has kept. */
  reload: () => void
}

/** Where a browser keeps the mix. */
export const MIX_KEY = 'tenfold:focus'

/** The focus audio of one tab. The mix is the browser's; whether it plays is not kept. */
export function openFocusPlayer(surroundings: FocusSurroundings): FocusPlayer {
  const { storage, openGraph, tell, tab, now, warn } = surroundings
  const state = observe<FocusState>({ mix: readMix(storage), playback: 'paused' })
  const { change, current } = state
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
      warn('The focus audio could not be played.', error)
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
      keepMix(storage, mix)
      follow(mix)
    },
    hearClaim: (other) => {
      if (claim && yieldsTo(claim, other)) pause()
    },
    reload: () => follow(readMix(storage)),
  }
}

function observe<State extends object>(first: State) {
  const listeners = new Set<() => void>()
  let state = first
  return {
    current: () => state,
    change: (next: Partial<State>) => {
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Bringing = {
  /** The bands that shall be heard, by now. */
  findWanted: () => readonly Band[]
  /** Called with each band that has arrived. */
  hear: () => void
  warn: FocusSurroundings['warn']
}

/** Loads what is wanted, one round at a time: each band fails once in it, and all failures are one warning. */
function bringer({ findWanted, hear, warn }: Bringing): (graph: FocusGraph) => Promise<void> {
  let round: Promise<void> | null = null
  const bringAll = async (graph: FocusGraph) => {
    const failed = new Map<Band, unknown>()
    const findMissing = () => findWanted().filter((band) => !graph.has(band.id) && !failed.has(band))
    // While some are on their way, others may be chosen.
    for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
      const loads = missing.map((band) => graph.load(band).then(hear, (error) => failed.set(band, error)))
      await Promise.all(loads)
    }
    // Whichever failed first, they are named in the order in which they stand.
    const bands = BANDS.filter((band) => failed.has(band))
    if (bands[0]) warn(describeFailure(bands), failed.get(bands[0]))
  }
  return (graph) => {
    round ??= bringAll(graph).finally(() => (round = null))
    return round
  }
}

function describeFailure(bands: readonly Band[]): string {
  return `Focus audio could not be loaded: ${bands.map(({ path }) => path).join(', ')}.`
}

/** What cannot be read is no mix. */
function readMix(storage: FocusSurroundings['storage']): Mix {
  try {
    return mixSchema.parse(JSON.parse(storage().getItem(MIX_KEY) ?? ''))
  } catch {
    return FIRST_MIX
  }
}

function keepMix(storage: FocusSurroundings['storage'], mix: Mix): void {
  try {
    storage().setItem(MIX_KEY, JSON.stringify(mix))
  } catch {
    // Storage may be refused; the mix then lasts as long as the page.
  }
}
