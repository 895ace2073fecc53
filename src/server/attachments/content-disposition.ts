/**
 * The header that has a browser save a file under its name instead of showing it. The name is there twice: in ASCII for
 * old programs, and in full. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, percentEncode)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
