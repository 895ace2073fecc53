import { type Readable, Transform } from 'node:stream'

import { fileTooLarge } from '#domain/attachment.ts'
import { TenfoldError } from '#domain/error.ts'

/** A body that brings less than this in `stallMs` is held up on purpose, or as good as lost. */
const PROGRESS_BYTES_MIN = 1024

/** What a body must keep to: at most so many bytes, and never so many milliseconds without a KiB or its end. */
export type UploadLimits = { bytesMax: number; stallMs: number }

/**
 * The bytes of a body, for as long as it keeps to the limits. Joined by `pipe`, which leaves the body as it is when
 * the reader fails: anything else would end the connection with it.
 */
export function limitedBody(body: Readable, { bytesMax, stallMs }: UploadLimits): Readable {
  let size = 0
  let progressAt = 0
  const gate = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length
      if (size - progressAt >= PROGRESS_BYTES_MIN) {
        progressAt = size
        stall.refresh()
      }
      if (size > bytesMax) done(fileTooLarge(bytesMax))
      else done(null, piece)
    },
  })
  const stall = setTimeout(() => {
    // What waits here to be read was sent in time: it is the store that is slow, not the client.
    if (gate.readableLength > 0) stall.refresh()
    else gate.destroy(new TenfoldError('too_slow', 'The upload took too long to arrive.'))
  }, stallMs)
  gate.once('finish', () => clearTimeout(stall))
  gate.once('close', () => {
    clearTimeout(stall)
    // What is still to come of a refused body is let pass, or the client would never read why.
    body.unpipe(gate).resume()
  })
  const breakOff = () => {
    if (!body.readableEnded)
      gate.destroy(new TenfoldError('invalid', 'The upload ended before it was whole.'))
  }
  body.once('error', breakOff).once('close', breakOff)
  if (body.destroyed) breakOff()
  return body.pipe(gate)
}
