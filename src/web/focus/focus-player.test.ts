import { beforeEach, describe, expect, test } from 'vitest'

import {
  type BandId,
  type Claim,
  FIRST_MIX,
  type Levels,
  type Mix,
  PRESETS,
  applyPreset,
  setStep,
  setVolume,
} from '#domain/focus-audio.ts'

import { type FocusGraph, type FocusPlayer, MIX_KEY, openFocusPlayer } from './focus-player.ts'

/** A browser: what it keeps, its tabs, and a server whose files may be away or slow. */
let kept: Map<string, string>
let isForbidden: boolean
let away: Set<BandId>
let late: Set<BandId>
let noDevice: boolean
let time: number
beforeEach(() => {
  kept = new Map()
  isForbidden = false
  away = new Set()
  late = new Set()
  noDevice = false
  time = 0
})

const NOTHING = { theta: 0, alpha: 0, beta: 0, gamma: 0 }

/** What a graph was told, and how its loads are let go on. */
class TestGraph implements FocusGraph {
  gains: Levels = NOTHING
  isAwake = false
  loads: BandId[] = []
  loaded = new Set<BandId>()
  silence: () => void

  constructor(onSilenced: () => void) {
    this.silence = onSilenced
  }
  wake = async () => {
    if (noDevice) throw new Error('No device.')
    this.isAwake = true
  }
  load: FocusGraph['load'] = async ({ id }) => {
    this.loads.push(id)
    await settled()
    if (late.has(id)) await settled()
    if (away.has(id)) throw new Error('Not found.')
    this.loaded.add(id)
  }
  has = (band: BandId) => this.loaded.has(band)
  setGains = (gains: Levels) => {
    this.gains = gains
  }
  sleep = () => {
    this.isAwake = false
  }
}

type Tab = { player: FocusPlayer; graphs: TestGraph[]; warnings: string[] }

const tabs: Tab[] = []
beforeEach(() => {
  tabs.length = 0
})

function openTab(): Tab {
  const [graphs, warnings]: [TestGraph[], string[]] = [[], []]
  const tellOthers = (claim: Claim) => {
    for (const other of tabs) if (other !== tab) other.player.hearClaim(claim)
  }
  const player = openFocusPlayer({
    storage: () => {
      if (isForbidden) throw new Error('forbidden')
      return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
    },
    openGraph: (onSilenced) => {
      const graph = new TestGraph(onSilenced)
      graphs.push(graph)
      return graph
    },
    tell: tellOthers,
    tab: `tab ${tabs.length}`,
    now: () => (time += 1),
    warn: (message) => warnings.push(message),
  })
  const tab = { player, graphs, warnings }
  tabs.push(tab)
  return tab
}

/** All that was promised has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve))
const settledLoads = async () => {
  for (let i = 0; i < 5; i++) await settled()
}

const preset = (name: string): Mix => {
  const found = PRESETS.find((preset) => preset.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return applyPreset(FIRST_MIX, found)
}
const playback = ({ player }: Tab) => player.current().playback

async function openPlaying(mix = preset('Deep Work')): Promise<Tab & { graph: TestGraph }> {
  const tab = openTab()
  tab.player.setMix(mix)
  tab.player.play()
  await settledLoads()
  const [graph] = tab.graphs
  if (!graph) throw new Error('Nothing was opened.')
  return { ...tab, graph }
}

describe('playing', () => {
  test('opens nothing and fetches nothing before it is asked for', async () => {
    const tab = openTab()
    tab.player.setMix(preset('Deep Work'))
    await settledLoads()
    expect(tab.graphs).toEqual([])
    expect(playback(tab)).toBe('paused')
  })

  test('fetches what is chosen, and brings it to level times volume', async () => {
    const tab = openTab()
    tab.player.setMix(preset('Deep Work'))
    tab.player.play()
    expect(playback(tab)).toBe('starting')
    await settledLoads()
    expect(playback(tab)).toBe('playing')
    expect(tab.graphs[0]).toMatchObject({ isAwake: true, loads: ['beta', 'gamma'] })
    expect(tab.graphs[0]?.gains.beta).toBeCloseTo(0.7)
    expect(tab.graphs[0]?.gains.gamma).toBeCloseTo(0.42)
  })

  test('does nothing with every band Off', async () => {
    const tab = openTab()
    tab.player.play()
    await settledLoads()
    expect(playback(tab)).toBe('paused')
    expect(tab.graphs).toEqual([])
  })

  test('follows the levels and the volume, and fetches a band when it is first chosen', async () => {
    const { player, graph } = await openPlaying()
    player.setMix(setStep(setVolume(player.current().mix, 1), 'theta', 'Low'))
    expect(graph.gains).toMatchObject({ beta: 1, gamma: 0.6 })
    await settledLoads()
    expect(graph.gains.theta).toBeCloseTo(0.3)
    player.setMix(setStep(player.current().mix, 'beta', 'Off'))
    expect(graph.gains.beta).toBe(0)
    expect(graph.loads).toEqual(['beta', 'gamma', 'theta'])
  })

  test('goes on with what it had after a pause', async () => {
    const { player, graph, graphs } = await openPlaying()
    player.pause()
    expect(graph.isAwake).toBe(false)
    player.setMix(setVolume(player.current().mix, 0.5))
    player.play()
    await settledLoads()
    expect(graph.isAwake).toBe(true)
    expect(graph.gains).toMatchObject({ beta: 0.5, gamma: 0.3 })
    expect(graph.loads).toEqual(['beta', 'gamma'])
    expect(graphs).toHaveLength(1)
  })

  test('ends and rests when the last band is switched off, and does not begin by itself', async () => {
    const tab = await openPlaying(setStep(FIRST_MIX, 'alpha', 'Low'))
    tab.player.setMix(FIRST_MIX)
    expect(playback(tab)).toBe('paused')
    expect(tab.graph.isAwake).toBe(false)
    tab.player.setMix(preset('Priming'))
    await settledLoads()
    expect(playback(tab)).toBe('paused')
  })

  test('is over when the system takes the sound away', async () => {
    const tab = await openPlaying()
    tab.graph.silence()
    expect(playback(tab)).toBe('paused')
  })

  test('that is paused before anything has arrived stays paused', async () => {
    const tab = openTab()
    tab.player.setMix(preset('Deep Work'))
    tab.player.play()
    tab.player.pause()
    await settledLoads()
    expect(playback(tab)).toBe('paused')
    expect(tab.graphs[0]?.isAwake).toBe(false)
    tab.player.play()
    tab.player.pause()
    tab.player.play()
    await settledLoads()
    expect(playback(tab)).toBe('playing')
    expect(tab.graphs[0]?.loads).toEqual(['beta', 'gamma'])
  })
})

describe('what cannot be had', () => {
  test('pauses again, in one warning, and is tried at the next play', async () => {
    away = new Set(['beta', 'gamma'])
    const tab = await openPlaying()
    expect(playback(tab)).toBe('paused')
    expect(tab.graph.isAwake).toBe(false)
    expect(tab.warnings).toEqual(['Focus audio could not be loaded: /audio/beta.mp3, /audio/gamma.mp3.'])
    away = new Set()
    tab.player.play()
    await settledLoads()
    expect(playback(tab)).toBe('playing')
    expect(tab.warnings).toHaveLength(1)
  })

  test('is named in the order of the bands, whichever failed first', async () => {
    away = new Set(['beta', 'gamma'])
    late = new Set(['beta'])
    const tab = await openPlaying()
    await settledLoads()
    expect(tab.warnings).toEqual(['Focus audio could not be loaded: /audio/beta.mp3, /audio/gamma.mp3.'])
  })

  test('leaves the others playing', async () => {
    away = new Set(['gamma'])
    const tab = await openPlaying()
    expect(playback(tab)).toBe('playing')
    expect(tab.warnings).toEqual(['Focus audio could not be loaded: /audio/gamma.mp3.'])
    tab.player.setMix(setStep(tab.player.current().mix, 'beta', 'Off'))
    await settledLoads()
    expect(playback(tab)).toBe('paused')
  })

  test('is the device too', async () => {
    noDevice = true
    const tab = await openPlaying()
    expect(playback(tab)).toBe('paused')
    expect(tab.warnings).toEqual(['The focus audio could not be played.'])
  })
})

describe('what is kept', () => {
  test('is the mix, not that it played', async () => {
    await openPlaying(setVolume(preset('Recovery'), 0.25))
    const reopened = openTab()
    await settledLoads()
    expect(reopened.player.current()).toEqual({
      mix: setVolume(preset('Recovery'), 0.25),
      playback: 'paused',
    })
    expect(reopened.graphs).toEqual([])
  })

  test('is followed by the tab that plays', async () => {
    const playing = await openPlaying()
    const other = openTab()
    other.player.setMix(setVolume(other.player.current().mix, 0.1))
    playing.player.reload()
    expect(playing.graph.gains.beta).toBeCloseTo(0.1)
  })

  test.each(['', 'x', '{}', 'null', '{"levels":{"theta":7},"volume":1}'])('%j is no mix', (text) => {
    kept.set(MIX_KEY, text)
    expect(openTab().player.current().mix).toEqual(FIRST_MIX)
  })

  test('is nothing where the browser refuses, and it plays all the same', async () => {
    isForbidden = true
    expect(playback(await openPlaying())).toBe('playing')
  })
})

describe('of two tabs', () => {
  test('the one that began last plays', async () => {
    const first = await openPlaying()
    const second = await openPlaying()
    expect([playback(first), playback(second)]).toEqual(['paused', 'playing'])
    expect(first.graph.isAwake).toBe(false)
    first.player.play()
    await settledLoads()
    expect([playback(first), playback(second)]).toEqual(['playing', 'paused'])
  })
})

test('those who draw it are told of each change, and of nothing when nothing has changed', async () => {
  const { player } = await openPlaying()
  let drawn = 0
  const unsubscribe = player.subscribe(() => (drawn += 1))
  player.play()
  expect(drawn).toBe(0)
  player.pause()
  player.pause()
  expect(drawn).toBe(1)
  unsubscribe()
  player.play()
  expect(drawn).toBe(1)
})
