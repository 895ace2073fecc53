import { isStorable, isVisible } from '../text.ts'

/** The limit of common file systems, in bytes of UTF-8. */
export const ATTACHMENT_NAME_BYTES_MAX = 255

/**
 * Normalizes a name to NFC, replaces slashes, control characters and line breaks, and removes characters that override its
 * direction. Source: decisions 12 and 14.
 */
export function cleanAttachmentName(given: string): string {
  return given
    .replaceAll(/[/\\\p{Cc}\u2028\u2029]/gu, '_')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
}

/** Returns why a cleaned name can't be used, or null. Source: decisions 12 and 14. */
export function attachmentNameFault(name: string): string | null {
  if (!isVisible(name)) return 'An attachment needs a name.'
  if (name === '.' || name === '..') return 'An attachment cannot be named "." or "..".'
  if (!isStorable(name)) return 'The name contains a character that cannot be stored.'
  if (isTooLong(name)) return `Attachment name must be ${ATTACHMENT_NAME_BYTES_MAX} bytes or fewer.`
  return null
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Checks the length first to avoid encoding a huge string: every character takes at least one byte. */
function isTooLong(name: string): boolean {
  return name.length > ATTACHMENT_NAME_BYTES_MAX || byteLength(name) > ATTACHMENT_NAME_BYTES_MAX
}
