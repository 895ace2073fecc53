import { type Readable, Transform } from 'node:stream'

import { fileTooLarge } from '#domain/attachments/attachment.ts'
import { TenfoldError } from '#domain/error.ts'

/** The minimum bytes per `stallMs`. A slower body means an attack or a broken connection. */
const PROGRESS_BYTES_MIN = 1024

export const cutOff = () => new TenfoldError('invalid', 'The upload was cut off. Try again.')

/** The limits of a body: its size, and how many milliseconds to wait for its next KiB or its end. */
export type UploadLimits = {
  bytesMax: number
  stallMs: number
  /** Receives each piece of a body that is still within the limits. */
  onPiece?: (piece: Buffer) => void
}

/**
 * Passes on the bytes of a body within the limits. Uses `pipe`, because it leaves the body open when the reader fails;
 * closing the body would close the connection.
 */
export function limitedBody(body: Readable, { bytesMax, stallMs, onPiece }: UploadLimits): Readable {
  let size = 0
  let progressAt = 0
  const gate = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length
      if (size - progressAt >= PROGRESS_BYTES_MIN) {
        progressAt = size
        stall.refresh()
      }
      if (size > bytesMax) return done(fileTooLarge(bytesMax))
      onPiece?.(piece)
      done(null, piece)
    },
  })
  const stall = setTimeout(() => {
    // If bytes are buffered, the client sent them in time and the store is slow.
    if (gate.readableLength > 0) stall.refresh()
    else gate.destroy(new TenfoldError('too_slow', 'The upload took too long. Try again.'))
  }, stallMs)
  gate.once('finish', () => clearTimeout(stall))
  gate.once('close', () => {
    clearTimeout(stall)
    // Drains the rest of a rejected body, so that the client can read the error.
    body.unpipe(gate).resume()
  })
  const breakOff = () => {
    if (!body.readableEnded) gate.destroy(cutOff())
  }
  body.once('error', breakOff).once('close', breakOff)
  if (body.destroyed) breakOff()
  return body.pipe(gate)
}
