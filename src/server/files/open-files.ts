import { filesInBucket } from './bucket/files-in-bucket.ts'
import type { Settings } from '../config.ts'
import { type Files, filesIn } from './files.ts'

/** Opens the stored files in the configured bucket, else in the data folder. */
export function openFiles({ bucket, dataDir }: Pick<Settings, 'bucket' | 'dataDir'>): Files {
  return bucket === null ? filesIn(dataDir) : filesInBucket(bucket)
}
