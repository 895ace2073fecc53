// The script of `npm run focus-audio`: generates the focus audio loops after a change to their definition.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createMp3Encoder } from 'wasm-media-encoders'

import { BANDS, LOOP } from '../../src/web/focus/focus-audio.ts'

import { SAMPLE_RATE, makeLoop } from './loops.ts'

const PUBLIC = join(import.meta.dirname, '../../src/web/public')

/** In kbit/s. At this rate each loop is half a megabyte. */
const BITRATE = 128
const SILENCE_BITRATE = 32

/** Longer than the five seconds that browsers require for the media panel. */
const SILENCE_SECONDS = 10

/** The padding before and after the repeated part, more than any encoder and decoder add. */
const MARGIN = LOOP.start * SAMPLE_RATE

for (const { id, path } of BANDS) {
  const { left, right } = makeLoop(id)
  await writeMp3(path, [withMargins(left), withMargins(right)], BITRATE)
}
// Keeps the browser's media panel open while Web Audio plays.
await writeMp3('/audio/silence.mp3', [new Float32Array(SILENCE_SECONDS * SAMPLE_RATE)], SILENCE_BITRATE)

/** Returns the period, preceded by its end and followed by its beginning. */
function withMargins(period: Float64Array): Float32Array {
  return Float32Array.from({ length: period.length + 2 * MARGIN }, (_, i) => {
    return period[(i - MARGIN + period.length) % period.length] ?? 0
  })
}

async function writeMp3(path: string, channels: Float32Array[], bitrate: 32 | 128): Promise<void> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: channels.length === 2 ? 2 : 1, sampleRate: SAMPLE_RATE, bitrate })
  // The encoder reuses this buffer in its next call.
  const parts = [Buffer.from(encoder.encode(channels)), Buffer.from(encoder.finalize())]
  const file = Buffer.concat(parts)
  await writeFile(join(PUBLIC, path), file)
  console.log(`${path}: ${file.length} bytes`)
}
