import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { MPEGDecoder } from 'mpg123-decoder'
import { beforeAll, describe, expect, test } from 'vitest'

import { BANDS, LOOP } from '../../src/web/focus/focus-audio.ts'
import { peaks, spectrumOf } from '../../tests/support/spectrum.ts'

import { loudness } from './loudness.ts'

const RATE = 44_100
const PERIOD = LOOP.length * RATE
const START = LOOP.start * RATE

/** The padding a decoder may leave at the start: none, its own delay, or one or two encoder frames. */
const PADDING_LEFT_ON = [0, 529, 1105, 2304]

/** Six seconds, long enough for a resolution of 0.5 Hz. */
const SPECTRUM_SAMPLES = 2 ** 18

type Decoded = { size: number; sampleRate: number; channels: Float32Array[] }

const decoded = new Map<string, Decoded>()
beforeAll(async () => {
  for (const path of [...BANDS.map(({ path }) => path), '/audio/silence.mp3']) {
    decoded.set(path, await decode(path))
  }
})

async function decode(path: string): Promise<Decoded> {
  const file = readFileSync(join(import.meta.dirname, '../../src/web/public', path))
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  const { sampleRate, channelData, errors } = decoder.decode(file)
  decoder.free()
  expect(errors).toEqual([])
  return { size: file.length, sampleRate, channels: channelData }
}

/** Returns the repeated part of each channel. */
function loopOf(path: string): { left: Float32Array; right: Float32Array } {
  const [left, right] = requireFile(path).channels.map((channel) => channel.slice(START, START + PERIOD))
  if (!left || !right) throw new Error(`${path} is not stereo.`)
  return { left, right }
}

function requireFile(path: string): Decoded {
  const file = decoded.get(path)
  if (!file) throw new Error(`${path} was not decoded.`)
  return file
}

describe.each(BANDS)('the loop of $name', ({ path, beatHz }) => {
  test('is stereo at 44.1 kHz, at least 30 seconds long and under a megabyte', () => {
    const { size, sampleRate, channels } = requireFile(path)
    expect(sampleRate).toBe(RATE)
    expect(channels).toHaveLength(2)
    expect(LOOP.length).toBeGreaterThanOrEqual(30)
    // Each channel has the repeated part and enough samples around it for any padding.
    for (const channel of channels) expect(channel.length).toBeGreaterThan(PERIOD + 2 * START)
    expect(size).toBeLessThan(1_000_000)
  })

  test('does not clip', () => {
    for (const channel of requireFile(path).channels) {
      const peak = channel.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
      expect(peak).toBeGreaterThan(0.1)
      expect(peak).toBeLessThan(0.9)
    }
  })

  test('has a binaural beat at the frequency of its band', () => {
    const { left, right } = loopOf(path)
    const [heardLeft, heardRight] = [left, right].map((ear) => peaks(spectrum(ear), 60, 1000, 0.3))
    expect(heardLeft).toHaveLength(3)
    expect(heardRight?.length).toBe(heardLeft?.length)
    for (const [i, hz] of (heardLeft ?? []).entries())
      expect((heardRight?.[i] ?? 0) - hz).toBeCloseTo(beatHz, 1)
    // The beat is the strongest slow component of both channels combined.
    const together = left.map((sample, i) => sample * (right[i] ?? 0))
    const beats = peaks(spectrum(together), 2, 45, 0.5)
    expect(beats).toHaveLength(1)
    expect(beats[0]).toBeCloseTo(beatHz, 1)
  })

  test('plays without a gap, whatever padding the decoder leaves', () => {
    for (const channel of requireFile(path).channels) {
      const steps = channel.slice(1).map((sample, i) => Math.abs(sample - (channel[i] ?? 0)))
      const largestStep = steps.slice(START, START + PERIOD).reduce((max, step) => Math.max(max, step), 0)
      for (const padding of PADDING_LEFT_ON) {
        const first = START - padding
        const last = first + PERIOD - 1
        expect(Math.abs((channel[first] ?? 0) - (channel[last] ?? 0))).toBeLessThanOrEqual(largestStep)
        expect(difference(channel, first, first + PERIOD, 2048)).toBeLessThan(0.1)
      }
    }
  })
})

test('gamma also beats at 40 Hz in each ear, because its binaural beat is hardly audible', () => {
  const modulated = BANDS.filter(({ path }) => {
    const { left, right } = loopOf(path)
    return modulation(left, 40) > 0.2 && modulation(right, 40) > 0.2
  })
  expect(modulated.map(({ id }) => id)).toEqual(['gamma'])
})

test('all loops have the same loudness', () => {
  const levels = BANDS.map(({ path }) => loopOf(path)).map(({ left, right }) => loudness([left, right]))
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1)
  const powers = BANDS.map(({ path }) => loopOf(path)).map(({ left, right }) => decibels([left, right]))
  expect(Math.max(...powers) - Math.min(...powers)).toBeLessThan(3)
})

test('the silent file is silent, and long enough for the media panel to appear', () => {
  const { sampleRate, channels } = requireFile('/audio/silence.mp3')
  for (const channel of channels) {
    expect(channel.every((sample) => sample === 0)).toBe(true)
    expect(channel.length / sampleRate).toBeGreaterThan(5)
  }
})

test('the examples in the standard have the documented loudness', () => {
  const sine = (hz: number, level: number) =>
    Float64Array.from({ length: 10 * RATE }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / RATE))
  const nothing = new Float64Array(10 * RATE)
  expect(loudness([sine(997, 1), nothing])).toBeCloseTo(-3.01, 1)
  expect(loudness([sine(1000, 10 ** (-23 / 20)), sine(1000, 10 ** (-23 / 20))])).toBeCloseTo(-23, 1)
  // The filter reduces low frequencies.
  expect(loudness([sine(40, 1), nothing])).toBeLessThan(-7)
})

function spectrum(samples: Float32Array) {
  return spectrumOf(samples.subarray(0, SPECTRUM_SAMPLES), RATE)
}

/** Returns the relative difference between two parts of a channel. */
function difference(channel: Float32Array, one: number, other: number, length: number): number {
  const [first, second] = [channel.subarray(one, one + length), channel.subarray(other, other + length)]
  const apart = first.map((sample, i) => sample - (second[i] ?? 0))
  return Math.hypot(...apart) / Math.hypot(...first)
}

/** Returns the relative modulation of loudness at a frequency. */
function modulation(samples: Float32Array, hz: number): number {
  const power = samples.map((sample) => sample * sample)
  let [cos, sin, mean] = [0, 0, 0]
  for (let i = 0; i < power.length; i++) {
    const value = power[i] ?? 0
    mean += value
    cos += value * Math.cos((2 * Math.PI * hz * i) / RATE)
    sin += value * Math.sin((2 * Math.PI * hz * i) / RATE)
  }
  return (2 * Math.hypot(cos, sin)) / mean
}

function decibels(channels: readonly Float32Array[]): number {
  const power = channels.reduce((sum, channel) => sum + channel.reduce((sum, it) => sum + it * it, 0), 0)
  return 10 * Math.log10(power)
}
