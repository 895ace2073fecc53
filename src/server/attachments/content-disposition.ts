import { encodeExtended } from 'content-disposition'

/**
 * Returns a header that makes a browser save a file under its name instead of showing it. The name appears twice: in
 * ASCII for old programs, and in UTF-8. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(name: string): string {
  // The library's `create` omits the UTF-8 name if it is ASCII, and allows `\"` and `%` in the ASCII name.
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(name)}`
}
