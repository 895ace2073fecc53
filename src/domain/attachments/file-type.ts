/** The media type of unrecognized bytes. Browsers save such a file instead of opening it. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** How many bytes from the start of a file `fileType` reads. */
export const FILE_HEAD_BYTES = 4096

/**
 * Returns the media type to serve a file with: one of a short list if the bytes match it, else `UNKNOWN_TYPE`. No type
 * on the list can run in a browser: no HTML, SVG, XML or script. Source: decisions 12.
 * @param name distinguishes types whose bytes look alike
 * @param head the first `FILE_HEAD_BYTES` of the file, or all of a smaller one
 */
export function fileType(name: string, head: Uint8Array): string {
  const start = String.fromCharCode(...head.subarray(0, 128))
  const signed = SIGNATURES.find((signature) => signature.test(start))
  if (signed) return signed.type
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (TEXT_ENDINGS.has(ending)) return isText(head) ? 'text/plain' : UNKNOWN_TYPE
  const office = OFFICE_TYPES.get(ending)
  return office?.test(start) ? office.type : UNKNOWN_TYPE
}

/** A type with a test for a file's first bytes, read as Latin-1. */
type FileType = { type: string; test(start: string): boolean }

const startsWith = (type: string, ...starts: string[]): FileType => ({
  type,
  test: (start) => starts.some((one) => start.startsWith(one)),
})

/** Types that the first bytes alone identify. */
const SIGNATURES: readonly FileType[] = [
  startsWith('image/png', '\x89PNG\r\n\x1a\n'),
  startsWith('image/jpeg', '\xff\xd8\xff'),
  startsWith('image/gif', 'GIF87a', 'GIF89a'),
  { type: 'image/webp', test: (start) => start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8) },
  { type: 'image/avif', test: (start) => /^ftypavi[fs]/.test(start.slice(4)) },
  startsWith('application/pdf', '%PDF-'),
]

/** Returns whether browsers show files of this type as an image. */
export function isPicture(type: string): boolean {
  return type.startsWith('image/') && SIGNATURES.some((signature) => signature.type === type)
}

/** The extensions of plain-text files. A name without an extension, such as README, counts as text. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(['', 'txt', 'text', 'md', 'csv', 'tsv', 'log'])

const OFFICE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ['docx', openXml('wordprocessingml.document')],
  ['xlsx', openXml('spreadsheetml.sheet')],
  ['pptx', openXml('presentationml.presentation')],
  ['odt', openDocument('text')],
  ['ods', openDocument('spreadsheet')],
  ['odp', openDocument('presentation')],
  ['doc', compoundFile('application/msword')],
  ['xls', compoundFile('application/vnd.ms-excel')],
  ['ppt', compoundFile('application/vnd.ms-powerpoint')],
])

/** Returns the type of a zip whose first entry is a known part of an Office document. Source: ECMA-376. */
function openXml(kind: string): FileType {
  return {
    type: `application/vnd.openxmlformats-officedocument.${kind}`,
    test: (start) =>
      /^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/)/.test(firstEntry(start)),
  }
}

/** Returns the type of a zip whose first entry, 'mimetype', holds the type uncompressed. Source: ODF 1.3, part 2. */
function openDocument(kind: string): FileType {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return { type, test: (start) => firstEntry(start).startsWith(`mimetype${type}`) }
}

/** Returns one of the older Office formats, which share one container format. Source: MS-CFB 2.2. */
function compoundFile(type: string): FileType {
  return startsWith(type, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
}

/** Returns the name and content of a zip's first entry, or an empty string if the file is not a zip. */
function firstEntry(start: string): string {
  return start.startsWith('PK\x03\x04') ? start.slice(30) : ''
}

/** Returns whether the head of a file is UTF-8 without control characters. The last character of the head may be cut off. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !/[^\P{Cc}\t\n\f\r]/u.test(text)
  } catch {
    return false
  }
}
