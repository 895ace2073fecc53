import { z } from 'zod'

export type BandId = 'theta' | 'alpha' | 'beta' | 'gamma'

export type Band = {
  id: BandId
  name: string
  /** The band of brain waves, in words. */
  range: string
  description: string
  /** A sentence or two about it, for its tooltip. */
  about: string
  /** How often its sound beats in a second. */
  beatHz: number
  /** Where its loop is fetched. */
  path: string
}

const HEADPHONES = 'Best with headphones: the beat is stereo.'

/** The four bands, from slow to quick. Source: specification 9; their beats: decisions 10. */
export const BANDS: readonly Band[] = [
  {
    id: 'theta',
    name: 'Theta',
    range: '4-7 Hz',
    description: 'Meditation, intuition, creativity',
    about: `Theta carries meditation, intuition and creativity, for priming or winding down. ${HEADPHONES}`,
    beatHz: 6,
    path: '/audio/theta.mp3',
  },
  {
    id: 'alpha',
    name: 'Alpha',
    range: '8-12 Hz',
    description: 'Calm focus, reading and planning',
    about: `Alpha carries calm focus, reading and planning. ${HEADPHONES}`,
    beatHz: 10,
    path: '/audio/alpha.mp3',
  },
  {
    id: 'beta',
    name: 'Beta',
    range: '13-30 Hz',
    description: 'Concentration, deep work',
    about: `Beta carries concentration and deep work. ${HEADPHONES}`,
    beatHz: 20,
    path: '/audio/beta.mp3',
  },
  {
    id: 'gamma',
    name: 'Gamma',
    range: '30-100 Hz',
    description: 'Memory, cognition, insight',
    about: `Gamma carries memory, cognition and insight. ${HEADPHONES}`,
    beatHz: 40,
    path: '/audio/gamma.mp3',
  },
]

/**
 * The part of each file that is repeated, in seconds. A file holds its sound from before it to after it, all of one
 * period, so that however much of the encoder's padding a browser leaves on, the end of the part meets its beginning.
 */
export const LOOP = { start: 0.25, length: 32 }

/** The steps of a band and how loud they are. Source: specification 9. */
export const STEPS = [
  { name: 'Off', level: 0 },
  { name: 'Low', level: 0.3 },
  { name: 'Medium', level: 0.6 },
  { name: 'High', level: 1 },
] as const

export type StepName = (typeof STEPS)[number]['name']

/** A level counts as a step when it is this near. Source: specification 4. */
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
    description: 'Beta high, gamma medium. For concentrated work.',
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

/** The master volume moves in hundredths from 0 to 1. Source: specification 5. */
export const VOLUME_STEP = 0.01
const VOLUME_DEFAULT = 0.7

const fraction = z.number().min(0).max(1)

/** What is heard: how loud each band is, and all of it together. Nothing of it says whether it plays. */
export const mixSchema = z.object({
  levels: z.object({ theta: fraction, alpha: fraction, beta: fraction, gamma: fraction }),
  volume: fraction,
})
export type Mix = z.output<typeof mixSchema>

/** Where nothing was chosen yet: every band is Off. */
export const FIRST_MIX: Mix = {
  levels: { theta: 0, alpha: 0, beta: 0, gamma: 0 },
  volume: VOLUME_DEFAULT,
}

/** The step a level counts as, or null between two of them. */
export function stepOfLevel(level: number): StepName | null {
  // The difference of two decimals may be a hair more than it is on paper.
  const step = STEPS.find((step) => Math.abs(step.level - level) <= STEP_TOLERANCE + Number.EPSILON)
  return step?.name ?? null
}

/** Sets a band to one of its steps. */
export function setStep(mix: Mix, band: BandId, name: StepName): Mix {
  const level = STEPS.find((step) => step.name === name)?.level ?? 0
  return { ...mix, levels: { ...mix.levels, [band]: level } }
}

/** @param volume is brought to the nearest hundredth between 0 and 1 */
export function setVolume(mix: Mix, volume: number): Mix {
  return { ...mix, volume: Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100 }
}

export function applyPreset(mix: Mix, preset: Preset): Mix {
  return { ...mix, levels: preset.levels }
}

/** The preset whose levels are chosen, however they came about. */
export function activePreset({ levels }: Mix): Preset | null {
  return PRESETS.find((preset) => BANDS.every(({ id }) => isSameStep(preset.levels[id], levels[id]))) ?? null
}

function isSameStep(one: number, other: number): boolean {
  return stepOfLevel(one) === stepOfLevel(other)
}

/** How loud each band plays, from 0 to 1: its level times the master volume. Source: specification 4. */
export function gainsOf({ levels, volume }: Mix): Levels {
  return {
    theta: levels.theta * volume,
    alpha: levels.alpha * volume,
    beta: levels.beta * volume,
    gamma: levels.gamma * volume,
  }
}

/** The bands that are not Off, whatever the master volume. */
export function chosenBands({ levels }: Mix): Band[] {
  return BANDS.filter(({ id }) => levels[id] > 0)
}

/** With every band Off there is nothing to play. Source: specification 4. */
export function canPlay(mix: Mix): boolean {
  return chosenBands(mix).length > 0
}

/** The master volume as it is shown: '70%'. */
export function formatVolume(volume: number): string {
  return `${Math.round(volume * 100)}%`
}

/** The mix in a few words, for a lock screen: the name of its preset, or of its bands. */
export function describeMix(mix: Mix): string {
  const names = chosenBands(mix).map(({ name }) => name)
  const last = names.pop() ?? 'Silence'
  return activePreset(mix)?.name ?? (names.length > 0 ? `${names.join(', ')} and ${last}` : last)
}

/** A tab's word that it plays from now on: when it began, in milliseconds, and which it is. */
export const claimSchema = z.object({ at: z.number(), tab: z.string() })
export type Claim = z.output<typeof claimSchema>

/** Only one tab plays: the one that began last, and of two at the same moment always the same one. */
export function yieldsTo(own: Claim, other: Claim): boolean {
  return other.at === own.at ? other.tab > own.tab : other.at > own.at
}
