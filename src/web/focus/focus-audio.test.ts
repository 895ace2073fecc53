import { describe, expect, it } from 'vitest'

import {
  BANDS,
  type BandId,
  FIRST_MIX,
  type Mix,
  PRESETS,
  STEPS,
  activePreset,
  applyPreset,
  canPlay,
  chosenBands,
  describeMix,
  formatVolume,
  gainsOf,
  mixSchema,
  setStep,
  setVolume,
  stepOfLevel,
  yieldsTo,
} from './focus-audio.ts'

/** Returns a mix with these levels, in band order. */
function mixOf(theta: number, alpha: number, beta: number, gamma: number, volume = 0.7): Mix {
  return { levels: { theta, alpha, beta, gamma }, volume }
}

const preset = (name: string) => PRESETS.find((preset) => preset.name === name) ?? fail(name)
const fail = (name: string): never => {
  throw new Error(`There is no ${name}.`)
}

describe('the constants', () => {
  it('include four bands with the specification’s labels and paths', () => {
    expect(BANDS.map(({ name, range }) => `${name} ${range}`)).toEqual([
      'Theta 4-7 Hz',
      'Alpha 8-12 Hz',
      'Beta 13-30 Hz',
      'Gamma 30-100 Hz',
    ])
    expect(BANDS.map(({ path }) => path)).toEqual([
      '/audio/theta.mp3',
      '/audio/alpha.mp3',
      '/audio/beta.mp3',
      '/audio/gamma.mp3',
    ])
  })

  it('include four steps and the default volume', () => {
    expect(STEPS.map(({ name, level }) => `${name} ${level}`)).toEqual([
      'Off 0',
      'Low 0.3',
      'Medium 0.6',
      'High 1',
    ])
    expect(FIRST_MIX.volume).toBe(0.7)
  })

  it.each([
    ['Priming', 1, 0.3, 0, 0],
    ['Deep Work', 0, 0, 1, 0.6],
    ['Creative Work', 0.6, 1, 0, 0.3],
    ['Recovery', 1, 0.6, 0, 0],
  ])('include the preset %s', (name, theta, alpha, beta, gamma) => {
    expect(applyPreset(FIRST_MIX, preset(name))).toEqual(mixOf(theta, alpha, beta, gamma))
  })
})

describe('a level', () => {
  it.each([
    [0, 'Off'],
    [0.1, 'Off'],
    [0.101, null],
    [0.2, 'Low'],
    [0.3, 'Low'],
    [0.4, 'Low'],
    [0.45, null],
    [0.5, 'Medium'],
    [0.7, 'Medium'],
    [0.8, null],
    [0.9, 'High'],
    [1, 'High'],
  ])('of %d counts as %s', (level, step) => {
    expect(stepOfLevel(level)).toBe(step)
  })

  it('is set for one band only', () => {
    expect(setStep(mixOf(1, 0.3, 0, 0), 'beta', 'Medium')).toEqual(mixOf(1, 0.3, 0.6, 0))
    expect(setStep(mixOf(1, 0.3, 0, 0), 'theta', 'Off')).toEqual(mixOf(0, 0.3, 0, 0))
  })
})

describe('the master volume', () => {
  it.each([
    [0.426, 0.43],
    [0.29, 0.29],
    [-1, 0],
    [1.01, 1],
  ])('stores %d as %d', (volume, set) => {
    expect(setVolume(FIRST_MIX, volume)).toEqual({ ...FIRST_MIX, volume: set })
  })

  it.each([
    [0, '0%'],
    [0.29, '29%'],
    [0.57, '57%'],
    [1, '100%'],
  ])('shows %d as %s', (volume, text) => {
    expect(formatVolume(volume)).toBe(text)
  })
})

describe('the gain of a band', () => {
  it('is its level times the master volume', () => {
    const gains = gainsOf(mixOf(1, 0.6, 0.3, 0))
    expect(gains.theta).toBeCloseTo(0.7)
    expect(gains.alpha).toBeCloseTo(0.42)
    expect(gains.beta).toBeCloseTo(0.21)
    expect(gains.gamma).toBe(0)
  })

  it('doesn’t affect whether there is anything to play', () => {
    expect(canPlay(mixOf(0, 0, 0.3, 0, 0))).toBe(true)
    expect(canPlay(mixOf(0, 0, 0, 0, 1))).toBe(false)
    expect(chosenBands(mixOf(0, 0.3, 0, 1)).map(({ id }): BandId => id)).toEqual(['alpha', 'gamma'])
  })
})

describe('the active preset', () => {
  it('is the one with the current levels', () => {
    let mix = setStep(FIRST_MIX, 'beta', 'High')
    expect(activePreset(mix)).toBeNull()
    mix = setStep(mix, 'gamma', 'Medium')
    expect(activePreset(mix)).toBe(preset('Deep Work'))
    expect(activePreset(setVolume(mix, 0.1))).toBe(preset('Deep Work'))
    expect(activePreset(setStep(mix, 'theta', 'Low'))).toBeNull()
    expect(activePreset(FIRST_MIX)).toBeNull()
  })
})

describe('the description of a mix', () => {
  it.each([
    [mixOf(1, 0.3, 0, 0), 'Priming'],
    [mixOf(1, 0, 0, 0), 'Theta'],
    [mixOf(1, 0, 0, 1), 'Theta and Gamma'],
    [mixOf(1, 1, 1, 1), 'Theta, Alpha, Beta and Gamma'],
    [FIRST_MIX, 'Silence'],
  ])('of %j is %j', (mix, words) => {
    expect(describeMix(mix)).toBe(words)
  })
})

describe('the stored mix', () => {
  it.each([null, {}, { levels: { theta: 1 }, volume: 1 }, mixOf(0, 0, 0, 2), mixOf(0, 0, 0, 0, -1)])(
    'can’t be %j',
    (kept) => {
      expect(mixSchema.safeParse(kept).success).toBe(false)
    },
  )

  it('is read unchanged', () => {
    expect(mixSchema.parse(JSON.parse(JSON.stringify(mixOf(1, 0.6, 0, 0.3))))).toEqual(mixOf(1, 0.6, 0, 0.3))
  })
})

describe('two tabs', () => {
  it('leave playback to the one that started last', () => {
    const [first, second, twin] = [
      { at: 1, tab: 'b' },
      { at: 2, tab: 'a' },
      { at: 2, tab: 'c' },
    ]
    expect(yieldsTo(first, second)).toBe(true)
    expect(yieldsTo(second, first)).toBe(false)
    expect([yieldsTo(second, twin), yieldsTo(twin, second)]).toEqual([true, false])
  })
})
