import type { Band, BandId } from './focus-audio.ts'

/** The number of waves; faster bands have more. */
const CYCLES: Record<BandId, number> = { theta: 4, alpha: 8, beta: 14, gamma: 28 }

const WIDTH = 288
const HEIGHT = 32

/** Half the wave's height for a band that is Off, and for one that is High. */
const AMPLITUDE_MIN = 2
const AMPLITUDE_MAX = 14

export function BandWave({ band, level }: { band: Band; level: number }) {
  const amplitude = AMPLITUDE_MIN + level * (AMPLITUDE_MAX - AMPLITUDE_MIN)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-4 mb-3 h-8 w-full overflow-visible max-sm:my-2"
    >
      <path
        d={wavePath(CYCLES[band.id], amplitude)}
        fill="none"
        stroke={level > 0 ? `var(--${band.id})` : 'var(--control)'}
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Returns the path of half waves, each a Bézier curve close to a sine. */
function wavePath(cycles: number, amplitude: number): string {
  const half = WIDTH / (2 * cycles)
  const halves = Array.from({ length: 2 * cycles }, (_, i) => {
    // A Bézier curve reaches three quarters of the distance to its two handles.
    const height = (i % 2 === 0 ? -1 : 1) * (amplitude / 0.75)
    return `c${BEZIER_SINE * half} ${height} ${(1 - BEZIER_SINE) * half} ${height} ${half} 0`
  })
  return `M0 ${HEIGHT / 2}${halves.join('')}`
}

/** The position of the handles along a half wave. */
const BEZIER_SINE = 0.3642
