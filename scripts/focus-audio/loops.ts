import { BANDS, type BandId, LOOP } from '../../src/web/focus/focus-audio.ts'

import { loudness } from './loudness.ts'

export const SAMPLE_RATE = 44_100

/** The loudness of each loop in LUFS, with headroom for peaks and for the encoder. */
const LOUDNESS = -18

/** One period of a stereo sound, from -1 to 1. */
export type Stereo = { left: Float64Array; right: Float64Array }

type Recipe = {
  /** The tones of the pad, with frequencies in whole hertz. */
  tones: readonly { hz: number; strength: number }[]
  /** The noise under the pad: its strength and its cutoff frequency. */
  noise: { strength: number; cutoffHz: number }
  /** A fixed seed makes the noise reproducible. */
  seed: number
  /** How strongly the pad itself pulsates, from 0 to 1. A binaural beat above 30 Hz is hardly audible. */
  modulation?: number
}

const RECIPES: Record<BandId, Recipe> = {
  theta: {
    tones: [
      { hz: 110, strength: 1 },
      { hz: 165, strength: 0.85 },
      { hz: 220, strength: 0.65 },
    ],
    noise: { strength: 0.25, cutoffHz: 220 },
    seed: 6,
  },
  alpha: {
    tones: [
      { hz: 147, strength: 1 },
      { hz: 220, strength: 0.85 },
      { hz: 294, strength: 0.65 },
    ],
    noise: { strength: 0.25, cutoffHz: 320 },
    seed: 10,
  },
  beta: {
    tones: [
      { hz: 196, strength: 1 },
      { hz: 294, strength: 0.85 },
      { hz: 392, strength: 0.65 },
    ],
    noise: { strength: 0.25, cutoffHz: 480 },
    seed: 20,
  },
  gamma: {
    tones: [
      { hz: 220, strength: 1 },
      { hz: 330, strength: 0.85 },
      { hz: 440, strength: 0.65 },
    ],
    noise: { strength: 0.2, cutoffHz: 640 },
    seed: 40,
    modulation: 0.5,
  },
}

/**
 * Returns exactly one period of a band's sound. Every tone, swell and filter is periodic, so the end continues into the
 * beginning. The result is reproducible.
 */
export function makeLoop(band: BandId): Stereo {
  const recipe = RECIPES[band]
  const beatHz = BANDS.find(({ id }) => id === band)?.beatHz ?? 0
  const random = randomNumbers(recipe.seed)
  // Each tone is half a beat lower in one ear and half a beat higher in the other.
  const left = makeEar(recipe, -beatHz / 2, beatHz, random)
  const right = makeEar(recipe, beatHz / 2, beatHz, random)
  const gain = 10 ** ((LOUDNESS - loudness([left, right])) / 20)
  return { left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) }
}

function makeEar(recipe: Recipe, shiftHz: number, beatHz: number, random: () => number): Float64Array {
  const { tones, noise, modulation = 0 } = recipe
  const samples = makeNoise(noise.strength, noise.cutoffHz, random)
  for (let i = 0; i < samples.length; i++) {
    const seconds = i / SAMPLE_RATE
    let pad = 0
    for (const [nth, { hz, strength }] of tones.entries()) {
      pad += strength * swell(nth, seconds) * Math.sin(TURN * (hz + shiftHz) * seconds)
    }
    const beat = 1 - modulation / 2 + (modulation / 2) * Math.cos(TURN * beatHz * seconds)
    samples[i] = (samples[i] ?? 0) + pad * beat
  }
  return samples
}

const TURN = 2 * Math.PI

/** Varies each tone by a quarter at its own rate, so that the pad keeps moving. */
function swell(nth: number, seconds: number): number {
  return 1 + SWELL * Math.sin(TURN * (((nth + 1) * seconds) / LOOP.length + nth / 3))
}

const SWELL = 0.25

/** Returns low-passed noise with a mean power of `strength` squared. */
function makeNoise(strength: number, cutoffHz: number, random: () => number): Float64Array {
  const samples = Float64Array.from({ length: LOOP.length * SAMPLE_RATE }, () => random() * 2 - 1)
  const share = 1 - Math.exp((-TURN * cutoffHz) / SAMPLE_RATE)
  // Filtered twice, for a steeper slope.
  smoothRound(samples, share)
  smoothRound(samples, share)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return samples.map((sample) => (sample * strength) / Math.sqrt(power))
}

/** A first-order low-pass filter for periodic samples: its initial state is its final state. */
function smoothRound(samples: Float64Array, share: number): void {
  let level = 0
  for (const sample of samples) level += share * (sample - level)
  for (let i = 0; i < samples.length; i++) {
    level += share * ((samples[i] ?? 0) - level)
    samples[i] = level
  }
}

/** Returns reproducible numbers from 0 to 1. Source: Mulberry32 by Tommy Ettinger, public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
