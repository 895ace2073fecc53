import { randomUUID } from 'node:crypto'

import { S3mini } from 's3mini'
import { inject } from 'vitest'

import type { BucketSettings } from '#server/files/bucket/settings.ts'
import { abortUploads, listUploads } from '#server/files/bucket/unfinished.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided only where the tests store files in a bucket. */
    bucket: BucketSettings | undefined
  }
}

/** Returns a separate prefix in this run's bucket for one test, or null if the tests store files in a folder. */
export function freshBucket(): BucketSettings | null {
  const bucket = inject('bucket')
  return bucket ? { ...bucket, prefix: `${bucket.prefix}${randomUUID()}/` } : null
}

/** Returns a prefix as `freshBucket` does. Throws if the tests store files in a folder. */
export function requireFreshBucket(): BucketSettings {
  const bucket = freshBucket()
  if (!bucket) throw new Error('There is no bucket: this test belongs to the project s3.')
  return bucket
}

/** Lists the names in the bucket as in a folder: an unfinished upload ends with '.part'. */
export async function namesInBucket(bucket: BucketSettings): Promise<string[]> {
  const client = clientOfBucket(bucket)
  const objects = (await client.listObjects('/', bucket.prefix)) ?? []
  const uploads = await listUploads(client, bucket.prefix)
  const keys = [...objects.map(({ Key }) => Key), ...uploads.map(({ key }) => `${key}.part`)]
  return keys.map((key) => key.slice(bucket.prefix.length))
}

/** Leaves an object behind, as a stopped server does. A name with '.part' creates an unfinished upload. */
export async function leaveInBucket(bucket: BucketSettings, name: string, bytes: string): Promise<void> {
  const client = clientOfBucket(bucket)
  const key = bucket.prefix + name
  if (!name.endsWith('.part')) {
    await client.putObject(key, bytes)
    return
  }
  const id = key.slice(0, -'.part'.length)
  await client.uploadPart(id, await client.getMultipartUploadId(id), bytes, 1)
}

export async function emptyBucket(bucket: BucketSettings): Promise<void> {
  const client = clientOfBucket(bucket)
  for (const name of await namesInBucket(bucket)) {
    const key = bucket.prefix + name
    if (name.endsWith('.part')) await abortUploads(client, key.slice(0, -'.part'.length))
    else await client.deleteObject(key)
  }
}

export function clientOfBucket({ endpoint, name, ...rest }: BucketSettings): S3mini {
  return new S3mini({ ...rest, endpoint: `${endpoint}/${name}` })
}
