import { formatSize } from '#domain/format-size.ts'
import { TenfoldError } from '#domain/error.ts'

export function textQuotaFull(bytesMax: number): TenfoldError {
  const message = `Your text can use up to ${formatSize(bytesMax)} in total, including deleted tasks. Open the trash and choose “Empty trash”, or shorten tasks or templates.`
  return new TenfoldError('text_quota', message)
}
