import { BANDS, type BandId, LOOP } from '#domain/focus-audio.ts'

import { loudness } from './loudness.ts'

export const SAMPLE_RATE = 44_100

/** How loud each loop is to the ear, in LUFS: with room for its peaks, and for the encoder's. */
const LOUDNESS = -18

/** One period of a sound for both ears, from -1 to 1. */
export type Stereo = { left: Float64Array; right: Float64Array }

type Recipe = {
  /** The tones of the pad, as the two ears hear them together, in whole hertz, and how strong each is. */
  tones: readonly { hz: number; strength: number }[]
  /** The bed of noise under the pad: how strong, and above which frequency it falls off. */
  noise: { strength: number; cutoffHz: number }
  /** The noise is the same each time it is made. */
  seed: number
  /** How far the pad's own loudness beats as well, from 0 to 1: above 30 Hz a beat between the ears is hardly heard. */
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
 * The sound of a band, exactly one period of it: every tone, swell and filter comes round to where it began, so the end
 * runs into the beginning. The same each time.
 */
export function makeLoop(band: BandId): Stereo {
  const recipe = RECIPES[band]
  const beatHz = BANDS.find(({ id }) => id === band)?.beatHz ?? 0
  const random = randomNumbers(recipe.seed)
  // The ears hear each tone half a beat below and half a beat above.
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

/** The tones come and go by a quarter, each in its own time, so that the pad never stands still. */
function swell(nth: number, seconds: number): number {
  return 1 + SWELL * Math.sin(TURN * (((nth + 1) * seconds) / LOOP.length + nth / 3))
}

const SWELL = 0.25

/** Noise that falls off above a frequency, with a mean power of `strength` squared. */
function makeNoise(strength: number, cutoffHz: number, random: () => number): Float64Array {
  const samples = Float64Array.from({ length: LOOP.length * SAMPLE_RATE }, () => random() * 2 - 1)
  const share = 1 - Math.exp((-TURN * cutoffHz) / SAMPLE_RATE)
  // Twice, for a soft slope.
  smoothRound(samples, share)
  smoothRound(samples, share)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return samples.map((sample) => (sample * strength) / Math.sqrt(power))
}

/** A low pass of the first order over samples that go round: it begins as it will have ended. */
function smoothRound(samples: Float64Array, share: number): void {
  let level = 0
  for (const sample of samples) level += share * (sample - level)
  for (let i = 0; i < samples.length; i++) {
    level += share * ((samples[i] ?? 0) - level)
    samples[i] = level
  }
}

/** Numbers from 0 to 1, the same for the same seed. Source: Mulberry32 by Tommy Ettinger, public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
