import { isStorable } from './text.ts'

/** Counted in UTF-8, as file systems do: a name that is taken can be saved where it is downloaded. */
export const ATTACHMENT_NAME_BYTES_MAX = 255

/** A name as it was given, but without what could end a line or name a folder. Source: decisions 12. */
export function cleanAttachmentName(given: string): string {
  return given.replace(/[/\\\p{Cc}\u2028\u2029]/gu, '_')
}

/** Why a cleaned name cannot be that of an attachment; null when it can. Source: decisions 12. */
export function attachmentNameFault(name: string): string | null {
  if (name === '') return 'An attachment needs a name.'
  if (name === '.' || name === '..') return 'An attachment cannot be named . or ..'
  if (!isStorable(name)) return 'The name contains a character that cannot be stored.'
  if (isTooLong(name)) return `The name of an attachment can have at most ${ATTACHMENT_NAME_BYTES_MAX} bytes.`
  return null
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** A huge text is never encoded: no character takes less than a byte. */
function isTooLong(name: string): boolean {
  return name.length > ATTACHMENT_NAME_BYTES_MAX || byteLength(name) > ATTACHMENT_NAME_BYTES_MAX
}
