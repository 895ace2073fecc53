import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BLOB, type Installation, makeInstallation } from '#tests/support/installation.ts'
import { insertUserRow } from '#tests/support/rows.ts'
import { emptyBucket, leaveInBucket, requireFreshBucket } from '#tests/support/s3/bucket.ts'

import type { BucketSettings } from '../files/bucket/settings.ts'

const HOUR_MS = 3_600_000

let here: Installation
let bucket: BucketSettings
let place: string
let env: Record<string, string>
beforeEach(async () => {
  here = await makeInstallation()
  bucket = requireFreshBucket()
  const { name, prefix, endpoint, region, accessKeyId, secretAccessKey } = bucket
  place = `s3://${name}/${prefix}`
  env = {
    ATTACHMENTS_URL: `${place}?endpoint=${endpoint}&region=${region}`,
    ATTACHMENTS_ACCESS_KEY_ID: accessKeyId,
    ATTACHMENTS_SECRET_ACCESS_KEY: secretAccessKey,
  }
})
afterEach(async () => {
  await here.remove()
  await emptyBucket(bucket)
})

test('the doctor names the bucket that has orphaned files', async () => {
  await here.use((db) => insertUserRow(db, 'ada'))
  await leaveInBucket(bucket, BLOB, 'left over')
  const later = Date.now() + 25 * HOUR_MS
  vi.spyOn(Date, 'now').mockReturnValue(later)
  const { out } = await here.tenfold(['doctor'], { env })
  expect(out.at(-1)).toBe(
    `WRONG  ${place} has 1 file that no task uses. Start Tenfold: the server moves these files to ${place}orphaned and deletes them after 7 days.`,
  )
})

test('restore names the bucket that has files of another installation', async () => {
  const folder = join(here.path, 'backup')
  await here.tenfold(['backup', folder])
  await leaveInBucket(bucket, BLOB, 'somebody’s')
  const to = await makeInstallation({ step: null })
  const { err } = await to.tenfold(['restore', folder], { env })
  expect(err).toEqual([
    `${place} contains other files, so nothing was restored. Add an unused prefix to ATTACHMENTS_URL, or move these files elsewhere.`,
  ])
  await to.remove()
})
