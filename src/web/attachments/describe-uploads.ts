import type { Upload } from './uploads.ts'
import * as words from './words.ts'

type Progress = Pick<Upload, 'state'> & { file: Pick<File, 'size'> }

/** Returns a summary such as 'Uploading 2 files, 1 file not attached'. */
export function describeUploads(uploads: readonly Progress[]): string {
  const failed = uploads.filter(({ state }) => state.is === 'failed').length
  const underWay = uploads.length - failed
  const parts = []
  if (underWay > 0) parts.push(words.uploadingFiles(underWay))
  if (failed > 0) parts.push(words.filesNotAttached(failed))
  return parts.join(', ')
}

/** Returns how much of all running uploads has been sent, as a whole percentage. */
export function percentOfAll(uploads: readonly Progress[]): number {
  const underWay = uploads.filter(({ state }) => state.is !== 'failed')
  const size = underWay.reduce((sum, { file }) => sum + file.size, 0)
  const sent = underWay.reduce((sum, { state }) => sum + (state.is === 'sending' ? state.sent : 0), 0)
  return percentSent(sent, size)
}

/** Returns how much of a file has been sent, as a whole percentage; 0 for an empty file. */
export function percentSent(sentBytes: number, sizeBytes: number): number {
  return sizeBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / sizeBytes) * 100))
}
