import { LRUCache } from 'lru-cache'

import { type Encoding, pack } from '../http/packing.ts'

/** The limits for all packed lists together, and for a single list. */
const KEPT_BYTES_MAX = 8 * 2 ** 20
const LIST_BYTES_MAX = 2 ** 20

/** A longer list is never completely in memory. */
const TEXT_LENGTH_MAX = 4 * 2 ** 20

/** The approximate memory of an entry besides its bytes. */
const ENTRY_BYTES = 1024

/** Marks a list as too long in the cache, so that it isn't read and packed again each time. */
const TOO_LONG = Buffer.alloc(0)

/** Returns a packed list, cached or new, or null when it is too large to cache. */
export type PackList = (
  etag: string,
  encoding: Encoding,
  readJson: () => AsyncIterable<string>,
) => Promise<Buffer | null>

/**
 * Caches the most recently packed lists. Packing takes longer than reading, and every browser that opens the board
 * needs the list. An ETag identifies one state of one user's list, so the cache is never stale.
 */
export function keepPackedLists(): PackList {
  const kept = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.buffer.byteLength + ENTRY_BYTES,
    // Concurrent requests for a list share one packing, even if its entry is evicted in between.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: packNow }) => packNow(),
  })
  return async (etag, encoding, readJson) => {
    const packNow = async () => {
      const text = await wholeText(readJson())
      const bytes = text === null ? TOO_LONG : await pack(encoding, text)
      return bytes.length <= LIST_BYTES_MAX && bytes !== TOO_LONG ? trimmed(bytes) : TOO_LONG
    }
    const bytes = await kept.fetch(`${encoding} ${etag}`, { context: packNow })
    return bytes && bytes !== TOO_LONG ? bytes : null
  }
}

/** Copies the bytes, because packing a short list returns a small part of a 16 kB buffer, which would stay in memory. */
function trimmed(bytes: Buffer): Buffer {
  return Buffer.from(Uint8Array.from(bytes).buffer)
}

async function wholeText(pieces: AsyncIterable<string>): Promise<string | null> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > TEXT_LENGTH_MAX) return null
  }
  return text
}
