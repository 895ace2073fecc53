// What `npm run focus-audio` runs: it makes the loops of the focus audio anew, after a change of their recipes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createMp3Encoder } from 'wasm-media-encoders'

import { BANDS, LOOP } from '#domain/focus-audio.ts'

import { SAMPLE_RATE, makeLoop } from './loops.ts'

const PUBLIC = join(import.meta.dirname, '../../src/web/public')

/** In kilobits a second. The loops then have half a megabyte each. */
const BITRATE = 128
const SILENCE_BITRATE = 32

/** Longer than the five seconds that a browser wants of anything it shows in its media panel. */
const SILENCE_SECONDS = 10

/** Before the repeated part and after it: more than any encoder and decoder add between them. */
const MARGIN = LOOP.start * SAMPLE_RATE

for (const { id, path } of BANDS) {
  const { left, right } = makeLoop(id)
  await writeMp3(path, [withMargins(left), withMargins(right)], BITRATE)
}
// What the browser's media panel holds on to while Web Audio plays.
await writeMp3('/audio/silence.mp3', [new Float32Array(SILENCE_SECONDS * SAMPLE_RATE)], SILENCE_BITRATE)

/** The period, with its own end before it and its own beginning after it. */
function withMargins(period: Float64Array): Float32Array {
  return Float32Array.from({ length: period.length + 2 * MARGIN }, (_, i) => {
    return period[(i - MARGIN + period.length) % period.length] ?? 0
  })
}

async function writeMp3(path: string, channels: Float32Array[], bitrate: 32 | 128): Promise<void> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: channels.length === 2 ? 2 : 1, sampleRate: SAMPLE_RATE, bitrate })
  // The encoder gives out its own memory, which the next call overwrites.
  const parts = [Buffer.from(encoder.encode(channels)), Buffer.from(encoder.finalize())]
  const file = Buffer.concat(parts)
  await writeFile(join(PUBLIC, path), file)
  console.log(`${path}: ${file.length} bytes`)
}
