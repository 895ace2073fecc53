import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import type { S3mini, UploadPart } from 's3mini'

import { TenfoldError } from '#domain/error.ts'
import { FILE_HEAD_BYTES } from '#domain/attachments/file-type.ts'

import { boundedQueue } from '../../queues/bounded-queue.ts'
import type { Files, StoredBlob } from '../files.ts'
import { BLOB_NAME, ORPHANED } from '../orphaned-folder.ts'
import { limitedBody } from '../upload-body.ts'
import { StoreError, openBucket, toStoreError } from './client.ts'
import type { BucketSettings } from './settings.ts'
import { abortUploads, listUploads } from './unfinished.ts'

/** The size of a part in bytes. Each part is held in memory. All parts but the last must have at least 5 MiB. */
const PART_BYTES = 8 * 2 ** 20

/** Each running upload keeps one part in memory. The bodies of waiting uploads are not read yet. */
const UPLOADS_AT_ONCE = 16
const UPLOADS_WAITING_MAX = 64

/** The maximum number of parts of a file. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const PARTS_MAX = 10_000

/** Returns the files in a bucket. Each blob is an object with the blob's name after the prefix. */
export function filesInBucket(settings: BucketSettings): Files {
  const bucket = openBucket(settings)
  const { prefix } = settings
  const inUploadQueue = boundedQueue({
    name: 'uploads',
    atOnce: UPLOADS_AT_ONCE,
    waitingMax: UPLOADS_WAITING_MAX,
  })
  const keyOf = (id: string) => prefix + id
  const orphanedPrefix = `${prefix}${ORPHANED}/`
  const orphanedKeyOf = (id: string) => orphanedPrefix + id
  const moveBack = (id: string) => asked(() => moveObject(bucket, orphanedKeyOf(id), keyOf(id)))
  return {
    receive: (body, limits) =>
      inUploadQueue(async () => {
        const id = randomUUID()
        const partBytes = Math.max(PART_BYTES, Math.ceil(limits.bytesMax / PARTS_MAX))
        const parts = inParts(limitedBody(body, limits), partBytes)
        return { id, ...(await storeWhole(bucket, keyOf(id), parts)) }
      }),
    put: async (id, body) => {
      await storeWhole(bucket, keyOf(id), inParts(body, PART_BYTES))
    },
    read: async (id, size) => {
      const get = () => asked(() => bucket.getObjectResponse(keyOf(id)))
      let response = await get()
      if (!response) {
        await moveBack(id)
        response = await get()
      }
      return readWhole(response, size)
    },
    has: async (id, size) =>
      ((await sizeOf(bucket, keyOf(id))) ?? (await sizeOf(bucket, orphanedKeyOf(id)))) === size,
    remove: (id) =>
      asked(async () => {
        for (const key of [keyOf(id), orphanedKeyOf(id)]) await removeObject(bucket, key)
      }),
    list: async (before) => ({
      blobs: idsOf(await asked(() => listObjects(bucket, prefix)), prefix, before),
      unfinished: idsOf(await asked(() => listUploads(bucket, prefix)), prefix, before),
    }),
    removeUnfinished: (id) => asked(() => abortUploads(bucket, keyOf(id))),
    moveToOrphaned: (id) => asked(() => moveObject(bucket, keyOf(id), orphanedKeyOf(id))),
    moveBack,
    listOrphaned: async (before) =>
      idsOf(await asked(() => listObjects(bucket, orphanedPrefix)), orphanedPrefix, before),
    removeOrphaned: (id) => asked(() => removeObject(bucket, orphanedKeyOf(id))),
  }
}

type Dated = { key: string; since: Date }

/** Lists the names of blobs directly below a prefix. */
function idsOf(things: readonly Dated[], prefix: string, before = Infinity): string[] {
  return things
    .filter(({ since }) => since.getTime() < before)
    .map(({ key }) => key.slice(prefix.length))
    .filter((id) => BLOB_NAME.test(id))
}

/**
 * Runs a request to the store.
 * @throws StoreError when the store is unavailable or rejects the request
 */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toStoreError(error)
  }
}

type Part = { bytes: Buffer; isLast: boolean }

/**
 * Splits a body into parts of the same size, except the last. There is always at least one part, which may be empty.
 * All parts share one buffer, so use a part before requesting the next.
 */
async function* inParts(body: Readable, partBytes: number): AsyncGenerator<Part> {
  // The system allocates the memory only as it is written, so small files use little.
  const memory = Buffer.allocUnsafeSlow(partBytes)
  let length = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    for (let taken = 0; taken < piece.length;) {
      if (length === partBytes) {
        yield { bytes: memory, isLast: false }
        length = 0
      }
      const copied = piece.copy(memory, length, taken)
      taken += copied
      length += copied
    }
  }
  yield { bytes: memory.subarray(0, length), isLast: true }
}

/**
 * Stores a small file in one request and a larger one part by part. The file appears when the store has joined the parts. On
 * any failure, removes the parts that were sent.
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

/** The store may report a failure at the end of a 200 response. */
async function complete(bucket: S3mini, key: string, uploadId: string, parts: UploadPart[]): Promise<void> {
  const { etag } = await bucket.completeMultipartUpload(key, uploadId, parts)
  if (!etag) throw new StoreError('it did not join the parts of a file', 200)
}

/** The progress of an upload: a started multipart upload, and whether the store may already have the complete file. */
type Sent = { uploadId: string | null; isWhole: boolean }

/** Removes a failed upload. If the removal fails too, a sweep repeats it later. */
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

/** Returns the number of bytes of an object, or null when it is missing. */
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
    // Some stores return 404 when there is no such object.
    if (toStoreError(error).status !== 404) throw error
  }
}

/** Copies and deletes, because S3 has no move operation. Does nothing if the object is missing. */
async function moveObject(bucket: S3mini, from: string, to: string): Promise<void> {
  try {
    const { etag } = await bucket.copyObject(from, to)
    // A store may report a failure at the end of a 200 response.
    if (!etag) throw new StoreError('it did not copy a file', 200)
  } catch (error) {
    if (toStoreError(error).status === 404) return
    throw error
  }
  await removeObject(bucket, from)
}

async function listObjects(bucket: S3mini, prefix: string): Promise<Dated[]> {
  const objects = await bucket.listObjects('/', prefix)
  if (objects === null) throw new StoreError('the bucket is missing', 404)
  return objects.map(({ Key, LastModified }) => ({ key: Key, since: LastModified }))
}
