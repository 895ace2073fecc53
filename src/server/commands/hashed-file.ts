import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** How many bytes a file has, and their SHA-256 in hexadecimal digits. */
export type Checksum = { size: number; sha256: string }

/** Makes a file of pieces, for its owner alone. It is on the disk when this answers; what fails leaves a part of it. */
export async function writeHashed(path: string, pieces: AsyncIterable<string | Buffer>): Promise<Checksum> {
  const { pass, checksum } = hashing()
  await pipeline(pieces, pass, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return checksum()
}

/** The checksum of what a stream brings. */
export async function checksumOf(pieces: AsyncIterable<string | Buffer>): Promise<Checksum> {
  const { pass, checksum } = hashing()
  for await (const _ of pass(pieces));
  return checksum()
}

/** Hands pieces on and takes their checksum, which is right when all have passed. */
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
