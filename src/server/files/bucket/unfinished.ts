import type { S3mini } from 's3mini'
import { z } from 'zod'

import { toStoreError } from './client.ts'

/** A multipart upload that was started and neither completed nor aborted. */
type UnfinishedUpload = { key: string; uploadId: string; since: Date }

const uploadSchema = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.coerce.date() })

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
const pageSchema = z.object({
  ListMultipartUploadsResult: z.object({
    IsTruncated: z.string().optional(),
    NextKeyMarker: z.string().optional(),
    NextUploadIdMarker: z.string().optional(),
    Upload: z.union([z.array(uploadSchema), uploadSchema.transform((upload) => [upload])]).default([]),
  }),
})

/** Lists the unfinished uploads below a prefix, or none if the store can't list them. */
export async function listUploads(bucket: S3mini, prefix: string): Promise<UnfinishedUpload[]> {
  const uploads: UnfinishedUpload[] = []
  let markers: Record<string, string> = {}
  for (;;) {
    const page = await readPage(bucket, { prefix, ...markers })
    if (page === null) return uploads
    for (const { Key, UploadId, Initiated } of page.Upload) {
      uploads.push({ key: Key, uploadId: UploadId, since: Initiated })
    }
    if (page.IsTruncated !== 'true' || !page.NextKeyMarker) return uploads
    markers = { 'key-marker': page.NextKeyMarker, 'upload-id-marker': page.NextUploadIdMarker ?? '' }
  }
}

export async function abortUploads(bucket: S3mini, key: string): Promise<void> {
  for (const upload of await listUploads(bucket, key)) {
    if (upload.key === key) await bucket.abortMultipartUpload(key, upload.uploadId)
  }
}

/** Returns null for a store that doesn't support this call. */
async function readPage(bucket: S3mini, query: Record<string, string>) {
  try {
    const answer = await bucket.listMultipartUploads('/', '', 'GET', query)
    return pageSchema.parse(answer).ListMultipartUploadsResult
  } catch (error) {
    const { status } = toStoreError(error)
    if (status === 405 || status === 501) return null
    throw error
  }
}
