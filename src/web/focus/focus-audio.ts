import { z } from 'zod'

import { percentText } from '../ui/numbers.ts'
import { and, silence } from './words.ts'

export type BandId = 'theta' | 'alpha' | 'beta' | 'gamma'

export type Band = {
  id: BandId
  name: string
  /** The frequency range of the brain waves. */
  range: string
  description: string
  about: string
  beatHz: number
  path: string
}

const HEADPHONES = 'Use headphones: the beat is stereo.'

/** The four bands, slow to fast. Source: specification 9; beat frequencies: decisions 10. */
export const BANDS: readonly Band[] = [
  {
    id: 'theta',
    name: 'Theta',
    range: '4-7 Hz',
    description: 'Meditation, intuition, creativity',
    about: `Theta is for meditation, intuition and creativity, and for warming up or winding down. ${HEADPHONES}`,
    beatHz: 6,
    path: '/audio/theta.mp3',
  },
  {
    id: 'alpha',
    name: 'Alpha',
    range: '8-12 Hz',
    description: 'Calm focus, reading and planning',
    about: `Alpha is for calm focus, reading and planning. ${HEADPHONES}`,
    beatHz: 10,
    path: '/audio/alpha.mp3',
  },
  {
    id: 'beta',
    name: 'Beta',
    range: '13-30 Hz',
    description: 'Concentration, deep work',
    about: `Beta is for concentration and deep work. ${HEADPHONES}`,
    beatHz: 20,
    path: '/audio/beta.mp3',
  },
  {
    id: 'gamma',
    name: 'Gamma',
    range: '30-100 Hz',
    description: 'Memory, cognition, insight',
    about: `Gamma is for memory, cognition and insight. ${HEADPHONES}`,
    beatHz: 40,
    path: '/audio/gamma.mp3',
  },
]

/**
 * The looped part of each file, in seconds. The sound is periodic and extends beyond both ends, so encoder padding that
 * a browser leaves in doesn't cause a gap.
 */
export const LOOP = { start: 0.25, length: 32 }

/** The steps and their levels. Source: specification 9. */
export const STEPS = [
  { name: 'Off', level: 0 },
  { name: 'Low', level: 0.3 },
  { name: 'Medium', level: 0.6 },
  { name: 'High', level: 1 },
] as const

export type StepName = (typeof STEPS)[number]['name']

/** A level counts as a step within this distance. Source: specification 4. */
const STEP_TOLERANCE = 0.1

export type Levels = Record<BandId, number>

export type Preset = { name: string; description: string; levels: Levels }

/** Source: specification 9. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Priming',
    description: 'Theta high, alpha low. For priming.',
    levels: { theta: 1, alpha: 0.3, beta: 0, gamma: 0 },
  },
  {
    name: 'Deep Work',
    description: 'Beta high, gamma medium. For focused work.',
    levels: { theta: 0, alpha: 0, beta: 1, gamma: 0.6 },
  },
  {
    name: 'Creative Work',
    description: 'Theta medium, alpha high, gamma low. For creative work.',
    levels: { theta: 0.6, alpha: 1, beta: 0, gamma: 0.3 },
  },
  {
    name: 'Recovery',
    description: 'Theta high, alpha medium. For winding down.',
    levels: { theta: 1, alpha: 0.6, beta: 0, gamma: 0 },
  },
]

/** The step of the master volume, from 0 to 1. Source: specification 5. */
export const VOLUME_STEP = 0.01
const VOLUME_DEFAULT = 0.7

const fraction = z.number().min(0).max(1)

/** The level of each band and the master volume. Doesn't include whether audio is playing. */
export const mixSchema = z.object({
  levels: z.object({ theta: fraction, alpha: fraction, beta: fraction, gamma: fraction }),
  volume: fraction,
})
export type Mix = z.output<typeof mixSchema>

export const FIRST_MIX: Mix = {
  levels: { theta: 0, alpha: 0, beta: 0, gamma: 0 },
  volume: VOLUME_DEFAULT,
}

/** Returns the step of a level, or null between two steps. */
export function stepOfLevel(level: number): StepName | null {
  // The difference of two decimals may be slightly too large in floating point.
  const step = STEPS.find((step) => Math.abs(step.level - level) <= STEP_TOLERANCE + Number.EPSILON)
  return step?.name ?? null
}

export function setStep(mix: Mix, band: BandId, name: StepName): Mix {
  const level = STEPS.find((step) => step.name === name)?.level ?? 0
  return { ...mix, levels: { ...mix.levels, [band]: level } }
}

/** @param volume rounded to the nearest hundredth between 0 and 1 */
export function setVolume(mix: Mix, volume: number): Mix {
  return { ...mix, volume: Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100 }
}

export function applyPreset(mix: Mix, preset: Preset): Mix {
  return { ...mix, levels: preset.levels }
}

export function activePreset({ levels }: Mix): Preset | null {
  const isSet = ({ levels: preset }: Preset) =>
    BANDS.every(({ id }) => stepOfLevel(preset[id]) === stepOfLevel(levels[id]))
  return PRESETS.find(isSet) ?? null
}

/** Returns each band's gain from 0 to 1: its level times the master volume. Source: specification 4. */
export function gainsOf({ levels, volume }: Mix): Levels {
  return {
    theta: levels.theta * volume,
    alpha: levels.alpha * volume,
    beta: levels.beta * volume,
    gamma: levels.gamma * volume,
  }
}

export function chosenBands({ levels }: Mix): Band[] {
  return BANDS.filter(({ id }) => levels[id] > 0)
}

/** Returns whether any band is on. Source: specification 4. */
export function canPlay(mix: Mix): boolean {
  return chosenBands(mix).length > 0
}

export function formatVolume(volume: number): string {
  return percentText(Math.round(volume * 100))
}

/** Describes the mix for a lock screen: the name of its preset or of its bands. */
export function describeMix(mix: Mix): string {
  const names = chosenBands(mix).map(({ name }) => name)
  const last = names.pop() ?? silence
  return activePreset(mix)?.name ?? (names.length > 0 ? and(names, last) : last)
}

/** A tab's claim that it has been playing since a time, in milliseconds. */
export const claimSchema = z.object({ at: z.number(), tab: z.string() })
export type Claim = z.output<typeof claimSchema>

/** Returns whether a tab must stop: the latest claim wins, and the highest tab id in a tie. */
export function yieldsTo(own: Claim, other: Claim): boolean {
  return other.at === own.at ? other.tab > own.tab : other.at > own.at
}
