import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import type { S3mini, UploadPart } from 's3mini'

import { TenfoldError } from '#domain/error.ts'
import { FILE_HEAD_BYTES } from '#domain/file-type.ts'

import { BLOB_NAME, type Files, type StoredBlob } from '../files.ts'
import { limitedBody } from '../upload-body.ts'
import { StoreError, openBucket, toStoreError } from './client.ts'
import type { BucketSettings } from './settings.ts'
import { abortUploads, listUploads } from './unfinished.ts'

/** So much of a file is in memory at once. Parts but the last must have 5 MiB at least. */
const PART_BYTES = 8 * 2 ** 20

const MEMORY_BYTES_MIN = 2 ** 16

/** A file has so many parts at most. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const PARTS_MAX = 10_000

/** The files in a bucket: each blob is an object of its name, behind the prefix. */
export function filesInBucket(settings: BucketSettings): Files {
  const bucket = openBucket(settings)
  const { prefix } = settings
  const keyOf = (id: string) => prefix + id
  const idsOf = (things: readonly { key: string; since: Date }[], ageMs: number) =>
    things
      .filter(({ since }) => ageMs === 0 || since.getTime() <= Date.now() - ageMs)
      .map(({ key }) => key.slice(prefix.length))
      .filter((id) => BLOB_NAME.test(id))
  return {
    receive: async (body, limits) => {
      const id = randomUUID()
      const partBytes = Math.max(PART_BYTES, Math.ceil(limits.bytesMax / PARTS_MAX))
      const parts = inParts(limitedBody(body, limits), partBytes)
      return { id, ...(await storeWhole(bucket, keyOf(id), parts)) }
    },
    put: async (id, body) => {
      await storeWhole(bucket, keyOf(id), inParts(body, PART_BYTES))
    },
    read: (id, size) => asked(async () => readWhole(await bucket.getObjectResponse(keyOf(id)), size)),
    has: async (id, size) => (await sizeOf(bucket, keyOf(id))) === size,
    remove: (id) => asked(() => removeObject(bucket, keyOf(id))),
    list: async (ageMs = 0) => ({
      blobs: idsOf(await asked(() => listObjects(bucket, prefix)), ageMs),
      unfinished: idsOf(await asked(() => listUploads(bucket, prefix)), ageMs),
    }),
    removeUnfinished: (id) => asked(() => abortUploads(bucket, keyOf(id))),
  }
}

/** @throws StoreError when the store is away, or refuses */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toStoreError(error)
  }
}

type Part = { bytes: Buffer; isLast: boolean }

/**
 * A body in parts of the same size, but for the last. There is always one, be it empty. All parts are read into one
 * piece of memory, so the bytes of one are good until the next is asked for.
 */
async function* inParts(body: Readable, partBytes: number): AsyncGenerator<Part> {
  let memory = Buffer.allocUnsafeSlow(MEMORY_BYTES_MIN)
  let length = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    for (let taken = 0; taken < piece.length;) {
      if (length === partBytes) {
        yield { bytes: memory, isLast: false }
        length = 0
      }
      if (length === memory.length) memory = grown(memory, partBytes)
      const copied = piece.copy(memory, length, taken)
      taken += copied
      length += copied
    }
  }
  yield { bytes: memory.subarray(0, length), isLast: true }
}

/** Twice the memory with the same bytes in it, but no more than a part has. Small files take little. */
function grown(memory: Buffer, partBytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(memory.length * 2, partBytes))
  memory.copy(larger)
  return larger
}

/**
 * A file of one part is stored at once; of several, part by part, and it appears when the store has put them together.
 * Whatever fails, what was sent until then is taken back.
 */
async function storeWhole(
  bucket: S3mini,
  key: string,
  parts: AsyncIterable<Part>,
): Promise<Omit<StoredBlob, 'id'>> {
  let size = 0
  let head = new Uint8Array()
  const sent: Sent = { uploadId: null, isWhole: false }
  const stored: UploadPart[] = []
  try {
    for await (const { bytes, isLast } of parts) {
      if (size === 0) head = Uint8Array.from(bytes.subarray(0, FILE_HEAD_BYTES))
      size += bytes.length
      if (isLast && sent.uploadId === null) {
        sent.isWhole = true
        await bucket.putObject(key, bytes)
      } else {
        sent.uploadId ??= await bucket.getMultipartUploadId(key)
        stored.push(await bucket.uploadPart(key, sent.uploadId, bytes, stored.length + 1))
      }
    }
    if (sent.uploadId !== null) {
      sent.isWhole = true
      await complete(bucket, key, sent.uploadId, stored)
    }
    return { size, head }
  } catch (error) {
    await takeBack(bucket, key, sent)
    throw error instanceof TenfoldError ? error : toStoreError(error)
  }
}

/** The store may say only at the end of a good answer that it failed. */
async function complete(bucket: S3mini, key: string, uploadId: string, parts: UploadPart[]): Promise<void> {
  const { etag } = await bucket.completeMultipartUpload(key, uploadId, parts)
  if (!etag) throw new StoreError('it did not put the parts of a file together', 200)
}

/** How far a file was sent: an upload of parts that was begun, and whether the store may have the whole of it. */
type Sent = { uploadId: string | null; isWhole: boolean }

/** Should that fail too, the next start does it. */
async function takeBack(bucket: S3mini, key: string, { uploadId, isWhole }: Sent): Promise<void> {
  if (uploadId !== null) await bucket.abortMultipartUpload(key, uploadId).catch(() => undefined)
  if (isWhole) await bucket.deleteObject(key).catch(() => undefined)
}

async function readWhole(response: Response | null, size: number): Promise<Readable | null> {
  if (!response) return null
  const { body, headers } = response
  if (Number(headers.get('content-length')) === size) {
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  }
  await body?.cancel()
  return null
}

/** How many bytes an object has; null when it is not there. */
async function sizeOf(bucket: S3mini, key: string): Promise<number | null> {
  try {
    return await asked(() => bucket.getContentLength(key))
  } catch (error) {
    if (error instanceof StoreError && error.status === 404) return null
    throw error
  }
}

async function removeObject(bucket: S3mini, key: string): Promise<void> {
  try {
    await bucket.deleteObject(key)
  } catch (error) {
    // Some stores say so when there is none.
    if (toStoreError(error).status !== 404) throw error
  }
}

async function listObjects(bucket: S3mini, prefix: string): Promise<{ key: string; since: Date }[]> {
  const objects = await bucket.listObjects('/', prefix)
  if (objects === null) throw new StoreError('the bucket is not there', 404)
  return objects.map(({ Key, LastModified }) => ({ key: Key, since: LastModified }))
}
