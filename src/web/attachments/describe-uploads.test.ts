import { expect, it } from 'vitest'

import { describeUploads, percentOfAll, percentSent } from './describe-uploads.ts'
import type { UploadState } from './uploads.ts'

const upload = (size: number, state: UploadState) => ({ file: { size }, state })
const waiting = upload(100, { is: 'waiting' })
const sending = upload(300, { is: 'sending', sent: 150 })
const failed = upload(5000, { is: 'failed', reason: 'The connection was lost.', canRetry: true })

it.each([
  [[sending], 'Uploading 1 file', 50],
  [[sending, waiting], 'Uploading 2 files', 37],
  [[sending, failed], 'Uploading 1 file, 1 file not attached', 50],
  [[failed, failed], '2 files not attached', 0],
])('describes uploads (case %#)', (uploads, text, percent) => {
  expect(describeUploads(uploads)).toBe(text)
  expect(percentOfAll(uploads)).toBe(percent)
})

it.each([
  [0, 10, 0],
  [1, 3, 33],
  [10, 10, 100],
  [12, 10, 100],
  [0, 0, 0],
])('rounds %d of %d bytes to %d percent', (sent, size, percent) => {
  expect(percentSent(sent, size)).toBe(percent)
})
