type Biquad = { b: readonly [number, number, number]; a: readonly [number, number] }

/** The head shelf and the high-pass filter for 44.1 kHz. Source: ITU-R BS.1770-5, annex 1, which gives them for 48 kHz. */
const K_WEIGHTING: readonly Biquad[] = [
  {
    b: [1.5308412300503478, -2.650979995154729, 1.1690790799215869],
    a: [-1.6636551132560204, 0.7125954280732254],
  },
  { b: [1, -2, 1], a: [-1.9891696736297957, 0.9891990357870394] },
]

/**
 * Returns the loudness of a 44.1 kHz sound in LUFS, without gating. Source: ITU-R BS.1770-5.
 * @param channels left and right, from -1 to 1
 */
export function loudness(channels: readonly ArrayLike<number>[]): number {
  const power = channels.reduce((sum, channel) => sum + meanSquare(weight(channel)), 0)
  return -0.691 + 10 * Math.log10(power)
}

function weight(channel: ArrayLike<number>): ArrayLike<number> {
  return K_WEIGHTING.reduce(filter, channel)
}

function filter(samples: ArrayLike<number>, { b, a }: Biquad): Float64Array {
  const filtered = new Float64Array(samples.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] ?? 0
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    filtered[i] = y
  }
  return filtered
}

function meanSquare(samples: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2
  return sum / samples.length
}
