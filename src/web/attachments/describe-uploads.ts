import type { Upload } from './uploads.ts'

type Progress = Pick<Upload, 'state'> & { file: Pick<File, 'size'> }

/** What is going on, in one line: 'Uploading 2 files', '1 file was not attached'. */
export function describeUploads(uploads: readonly Progress[]): string {
  const failed = uploads.filter(({ state }) => state.is === 'failed').length
  const underWay = uploads.length - failed
  const parts = []
  if (underWay > 0) parts.push(`Uploading ${files(underWay)}`)
  if (failed > 0) parts.push(`${files(failed)} ${failed === 1 ? 'was' : 'were'} not attached`)
  return parts.join(', ')
}

/** How much of everything that is under way was sent, in whole percents. */
export function percentOfAll(uploads: readonly Progress[]): number {
  const underWay = uploads.filter(({ state }) => state.is !== 'failed')
  const size = underWay.reduce((sum, { file }) => sum + file.size, 0)
  const sent = underWay.reduce((sum, { state }) => sum + (state.is === 'sending' ? state.sent : 0), 0)
  return percentSent(sent, size)
}

/** Whole percents, for of an empty file there is nothing to send. */
export function percentSent(sentBytes: number, sizeBytes: number): number {
  return sizeBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / sizeBytes) * 100))
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
