import { type Readable, type Transform, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip'

/** Best first. */
const ENCODINGS: Encoding[] = ['br', 'gzip']

/** At this Brotli level, compressing a list on another thread is about as fast as reading it. */
const BROTLI_QUALITY = 4

/** The window of a stream, as a power of two. The default would use several MB per stream. */
const STREAM_WINDOW_BITS = 18

const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}

/** Returns the best encoding that the client accepts, or null. */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  return acceptEncoding === undefined ? null : negotiate(acceptEncoding, ENCODINGS)
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

export function pack(encoding: Encoding, text: string): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(text)
  const params = { ...BROTLI_PARAMS, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) }
  return brotliAsync(text, { params })
}

/**
 * Compresses a stream as it is read. The result fails when the source fails, and destroying the result destroys the
 * source.
 */
export function packed(body: Readable, encoding: Encoding): Transform {
  const params = { ...BROTLI_PARAMS, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS }
  const packer = encoding === 'gzip' ? createGzip() : createBrotliCompress({ params })
  pipeline(body, packer, () => undefined)
  return packer
}
