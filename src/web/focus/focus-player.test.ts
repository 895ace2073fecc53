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
} from './focus-audio.ts'

import { type FocusGraph, type FocusPlayer, MIX_KEY, openFocusPlayer } from './focus-player.ts'

/** A simulated browser with storage, tabs and a server whose files can be missing or slow. */
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

/** Records a graph's calls and controls its loads. */
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

/** Lets pending promises settle. */
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

describe('playback', () => {
  test('opens and loads nothing before the first play', async () => {
    const tab = openTab()
    tab.player.setMix(preset('Deep Work'))
    await settledLoads()
    expect(tab.graphs).toEqual([])
    expect(playback(tab)).toBe('paused')
  })

  test('loads the chosen bands and sets their gain to level times volume', async () => {
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

  test('doesn’t start with every band Off', async () => {
    const tab = openTab()
    tab.player.play()
    await settledLoads()
    expect(playback(tab)).toBe('paused')
    expect(tab.graphs).toEqual([])
  })

  test('follows levels and volume, and loads a band when it is first chosen', async () => {
    const { player, graph } = await openPlaying()
    player.setMix(setStep(setVolume(player.current().mix, 1), 'theta', 'Low'))
    expect(graph.gains).toMatchObject({ beta: 1, gamma: 0.6 })
    await settledLoads()
    expect(graph.gains.theta).toBeCloseTo(0.3)
    player.setMix(setStep(player.current().mix, 'beta', 'Off'))
    expect(graph.gains.beta).toBe(0)
    expect(graph.loads).toEqual(['beta', 'gamma', 'theta'])
  })

  test('resumes after a pause without loading again', async () => {
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

  test('stops when the last band is switched off, and doesn’t restart by itself', async () => {
    const tab = await openPlaying(setStep(FIRST_MIX, 'alpha', 'Low'))
    tab.player.setMix(FIRST_MIX)
    expect(playback(tab)).toBe('paused')
    expect(tab.graph.isAwake).toBe(false)
    tab.player.setMix(preset('Priming'))
    await settledLoads()
    expect(playback(tab)).toBe('paused')
  })

  test('pauses when the system stops the sound', async () => {
    const tab = await openPlaying()
    tab.graph.silence()
    expect(playback(tab)).toBe('paused')
  })

  test('stays paused if paused during loading', async () => {
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

describe('a failure', () => {
  test('pauses playback with one warning, and the next play retries', async () => {
    away = new Set(['beta', 'gamma'])
    const tab = await openPlaying()
    expect(playback(tab)).toBe('paused')
    expect(tab.graph.isAwake).toBe(false)
    expect(tab.warnings).toEqual(['Couldn’t load focus audio: /audio/beta.mp3, /audio/gamma.mp3.'])
    away = new Set()
    tab.player.play()
    await settledLoads()
    expect(playback(tab)).toBe('playing')
    expect(tab.warnings).toHaveLength(1)
  })

  test('lists the bands in display order, whichever failed first', async () => {
    away = new Set(['beta', 'gamma'])
    late = new Set(['beta'])
    const tab = await openPlaying()
    await settledLoads()
    expect(tab.warnings).toEqual(['Couldn’t load focus audio: /audio/beta.mp3, /audio/gamma.mp3.'])
  })

  test('of one band doesn’t stop the other bands', async () => {
    away = new Set(['gamma'])
    const tab = await openPlaying()
    expect(playback(tab)).toBe('playing')
    expect(tab.warnings).toEqual(['Couldn’t load focus audio: /audio/gamma.mp3.'])
    tab.player.setMix(setStep(tab.player.current().mix, 'beta', 'Off'))
    await settledLoads()
    expect(playback(tab)).toBe('paused')
  })

  test('of the audio device pauses playback with a warning', async () => {
    noDevice = true
    const tab = await openPlaying()
    expect(playback(tab)).toBe('paused')
    expect(tab.warnings).toEqual(['Couldn’t play the focus audio.'])
  })
})

describe('the stored mix', () => {
  test('doesn’t include whether it was playing', async () => {
    await openPlaying(setVolume(preset('Recovery'), 0.25))
    const reopened = openTab()
    await settledLoads()
    expect(reopened.player.current()).toEqual({
      mix: setVolume(preset('Recovery'), 0.25),
      playback: 'paused',
    })
    expect(reopened.graphs).toEqual([])
  })

  test('updates the tab that plays', async () => {
    const playing = await openPlaying()
    const other = openTab()
    other.player.setMix(setVolume(other.player.current().mix, 0.1))
    playing.player.reload()
    expect(playing.graph.gains.beta).toBeCloseTo(0.1)
  })

  test.each(['', 'x', '{}', 'null', '{"levels":{"theta":7},"volume":1}'])('can’t be %j', (text) => {
    kept.set(MIX_KEY, text)
    expect(openTab().player.current().mix).toEqual(FIRST_MIX)
  })

  test('isn’t needed for playing if the browser blocks storage', async () => {
    isForbidden = true
    expect(playback(await openPlaying())).toBe('playing')
  })
})

describe('two tabs', () => {
  test('leave playback to the one that started last', async () => {
    const first = await openPlaying()
    const second = await openPlaying()
    expect([playback(first), playback(second)]).toEqual(['paused', 'playing'])
    expect(first.graph.isAwake).toBe(false)
    first.player.play()
    await settledLoads()
    expect([playback(first), playback(second)]).toEqual(['playing', 'paused'])
  })
})

test('notifies listeners of changes only', async () => {
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
