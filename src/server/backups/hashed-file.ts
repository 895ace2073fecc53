import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The size in bytes and the SHA-256 in hexadecimal. */
export type Checksum = { size: number; sha256: string }

/** Writes a file that only its owner can read. Resolves once the file is on disk. A failure leaves a partial file. */
export async function writeHashed(path: string, pieces: AsyncIterable<string | Buffer>): Promise<Checksum> {
  const { pass, checksum } = hashing()
  await pipeline(pieces, pass, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return checksum()
}

export async function checksumOf(pieces: AsyncIterable<string | Buffer>): Promise<Checksum> {
  const { pass, checksum } = hashing()
  for await (const _ of pass(pieces));
  return checksum()
}

export function checksumOfFile(path: string): Promise<Checksum> {
  return checksumOf(createReadStream(path))
}

/** Passes chunks through and computes their checksum, which is complete after the last chunk. */
function hashing() {
  const hash = createHash('sha256')
  let size = 0
  async function* pass(pieces: AsyncIterable<string | Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      size += Buffer.byteLength(piece)
      yield piece
    }
  }
  return { pass, checksum: (): Checksum => ({ size, sha256: hash.digest('hex') }) }
}
