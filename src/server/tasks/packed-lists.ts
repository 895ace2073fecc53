import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

type Encoding = 'br' | 'gzip'

/** The best first. */
const ENCODINGS: Encoding[] = ['br', 'gzip']

/** Of all lists together, and of one: one that is larger is packed each time. */
const KEPT_BYTES_MAX = 8 * 2 ** 20
const LIST_BYTES_MAX = 2 ** 20

/** A level of Brotli that takes about as long as making the list did, on a thread of its own. */
const BROTLI_QUALITY = 4

/** A list of tasks as it goes over the line. */
export type PackedList = { encoding: Encoding; bytes: Buffer }

/** Packs a list, or takes it from those that were packed, for a client that accepts an encoding; null for one that does not. */
export type PackList = (
  etag: string,
  acceptEncoding: string | undefined,
  readList: () => Promise<readonly unknown[]>,
) => Promise<PackedList | null>

/**
 * Keeps the lists that were packed last: packing one takes longer than reading it, and every browser that opens the
 * board asks for it. An ETag stands for one list of one user, so what is kept is never stale.
 */
export function keepPackedLists(): PackList {
  const kept = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: KEPT_BYTES_MAX,
    maxEntrySize: LIST_BYTES_MAX,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    // Those who ask for the same at once wait for one packing, also when others are kept in its place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: pack }) => pack(),
  })
  return async (etag, acceptEncoding, readList) => {
    const encoding = acceptEncoding === undefined ? null : negotiate(acceptEncoding, ENCODINGS)
    if (!encoding) return null
    const packNow = async () => pack(encoding, toLines(await readList()))
    const bytes = await kept.fetch(`${encoding} ${etag}`, { context: packNow })
    return { encoding, bytes: bytes ?? (await packNow()) }
  }
}

/** As JSON, each entry on a line of its own: a browser can read a long list a piece at a time. */
function toLines(list: readonly unknown[]): string {
  return `[${list.map((entry) => JSON.stringify(entry)).join(',\n')}]`
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

function pack(encoding: Encoding, text: string): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(text)
  return brotliAsync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })
}
