/** The strength of each frequency of a sound. */
export type Spectrum = {
  /** The distance between entries, in hertz. */
  stepHz: number
  /** Without a unit. The values are comparable only within one spectrum. */
  magnitudes: Float64Array
}

/**
 * Returns the spectrum of the first samples, up to the largest power of two, through a Hann window.
 * @param sampleRate in hertz
 */
export function spectrumOf(samples: ArrayLike<number>, sampleRate: number): Spectrum {
  const length = 2 ** Math.floor(Math.log2(samples.length))
  const real = Float64Array.from({ length }, (_, i) => (samples[i] ?? 0) * hann(i, length))
  const imaginary = new Float64Array(length)
  transform(real, imaginary)
  const magnitudes = real.subarray(0, length / 2).map((re, i) => Math.hypot(re, imaginary[i] ?? 0))
  return { stepHz: sampleRate / length, magnitudes }
}

/**
 * Returns the peak frequencies between two bounds, in hertz, ascending: maxima within 1 Hz whose strength is at least
 * `share` of the strongest.
 */
export function peaks(spectrum: Spectrum, fromHz: number, toHz: number, share: number): number[] {
  const { stepHz, magnitudes } = spectrum
  const [from, to] = [Math.ceil(fromHz / stepHz), Math.floor(toHz / stepHz)]
  const reach = Math.round(1 / stepHz)
  const strongest = Math.max(...magnitudes.subarray(from, to))
  const isPeak = (i: number) => {
    const size = magnitudes[i] ?? 0
    return size >= share * strongest && size === Math.max(...magnitudes.subarray(i - reach, i + reach + 1))
  }
  const indices = Array.from({ length: to - from }, (_, i) => from + i).filter(isPeak)
  return indices.map((i) => (i + offset(magnitudes, i)) * stepHz)
}

/** Returns the offset from an entry to the peak of the parabola through it and its neighbors, from -0.5 to 0.5. */
function offset(magnitudes: Float64Array, i: number): number {
  const [before = 0, at = 0, after = 0] = magnitudes.subarray(i - 1, i + 2).map(Math.log)
  return (after - before) / (2 * (2 * at - before - after))
}

function hann(i: number, length: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length)
}

/** Computes a Fourier transform in place, for lengths that are a power of two. Source: Cooley and Tukey, 1965. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  sortByReversedBits(real, imaginary)
  const cosines = Float64Array.from({ length: length / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / length))
  const sines = Float64Array.from({ length: length / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / length))
  for (let half = 1; half < length; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const [low, high, turn] = [start + k, start + k + half, (k * length) / (2 * half)]
        const [cos, sin] = [cosines[turn] ?? 0, sines[turn] ?? 0]
        const [re, im] = [real[high] ?? 0, imaginary[high] ?? 0]
        const [turnedRe, turnedIm] = [re * cos - im * sin, re * sin + im * cos]
        const [ownRe, ownIm] = [real[low] ?? 0, imaginary[low] ?? 0]
        real[low] = ownRe + turnedRe
        imaginary[low] = ownIm + turnedIm
        real[high] = ownRe - turnedRe
        imaginary[high] = ownIm - turnedIm
      }
    }
  }
}

function sortByReversedBits(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  for (let i = 0, j = 0; i < length; i++) {
    if (i < j) {
      ;[real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0]
      ;[imaginary[i], imaginary[j]] = [imaginary[j] ?? 0, imaginary[i] ?? 0]
    }
    let bit = length >> 1
    while (j & bit) {
      j ^= bit
      bit >>= 1
    }
    j |= bit
  }
}
