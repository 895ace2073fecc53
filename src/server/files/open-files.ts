import { filesInBucket } from './bucket/files-in-bucket.ts'
import type { Settings } from '../config.ts'
import { type Files, filesIn } from './files.ts'

type Place = Pick<Settings, 'bucket' | 'dataDir'>

/** Returns the folder or the bucket of the stored files, with a slash at the end, for messages. */
export function placeOfFiles({ bucket, dataDir }: Place): string {
  return bucket === null ? `${dataDir}/files/` : `s3://${bucket.name}/${bucket.prefix}`
}

/** Opens the stored files in the configured bucket, else in the data folder. */
export function openFiles({ bucket, dataDir }: Place): Files {
  return bucket === null ? filesIn(dataDir) : filesInBucket(bucket)
}
