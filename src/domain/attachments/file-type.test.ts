import { describe, expect, it } from 'vitest'

import { FILE_HEAD_BYTES, UNKNOWN_TYPE, fileType, isPicture } from './file-type.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Returns the start of a zip: the header of its first entry, that entry's name, and its content. */
const zip = (entry: string, content = '') =>
  latin1(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(entry.length)}\0\0\0${entry}${content}`)

const PNG = latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const JPEG = latin1('\xff\xd8\xff\xe0\0\x10JFIF')
const PDF = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3')
const OLE = latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const HTML = utf8('<!doctype html><script>alert(1)</script>')
const OOXML = 'application/vnd.openxmlformats-officedocument.'
const ODF = 'application/vnd.oasis.opendocument.'

describe('the type of a file', () => {
  it.each([
    ['photo.png', PNG, 'image/png'],
    ['photo', PNG, 'image/png'],
    ['photo.txt', PNG, 'image/png'],
    ['photo.html', PNG, 'image/png'],
    ['photo.jpg', JPEG, 'image/jpeg'],
    ['moving.gif', latin1('GIF89a\x01\0'), 'image/gif'],
    ['moving.gif', latin1('GIF87a\x01\0'), 'image/gif'],
    ['photo.webp', latin1('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
    ['photo.avif', latin1('\0\0\0\x20ftypavif\0\0\0\0'), 'image/avif'],
    ['moving.avif', latin1('\0\0\0\x20ftypavis\0\0\0\0'), 'image/avif'],
    ['plan.pdf', PDF, 'application/pdf'],
    ['notes.txt', utf8('Dear diary,\r\n\ttoday …'), 'text/plain'],
    ['NOTES.TXT', utf8('\ufeffwith a mark'), 'text/plain'],
    ['list.csv', utf8('a;b;c'), 'text/plain'],
    ['README', utf8('# Tenfold'), 'text/plain'],
    ['README.md', HTML, 'text/plain'],
    ['empty.txt', utf8(''), 'text/plain'],
    ['letter.docx', zip('[Content_Types].xml'), `${OOXML}wordprocessingml.document`],
    ['sums.xlsx', zip('_rels/.rels'), `${OOXML}spreadsheetml.sheet`],
    ['talk.pptx', zip('ppt/presentation.xml'), `${OOXML}presentationml.presentation`],
    ['letter.odt', zip('mimetype', `${ODF}text`), `${ODF}text`],
    ['sums.ods', zip('mimetype', `${ODF}spreadsheet`), `${ODF}spreadsheet`],
    ['talk.odp', zip('mimetype', `${ODF}presentation`), `${ODF}presentation`],
    ['letter.doc', OLE, 'application/msword'],
    ['sums.XLS', OLE, 'application/vnd.ms-excel'],
    ['talk.ppt', OLE, 'application/vnd.ms-powerpoint'],
  ])('is read from the bytes of %j (%#)', (name, bytes, type) => {
    expect(fileType(name, bytes)).toBe(type)
  })

  it.each([
    ['page.html', HTML],
    ['page.svg', utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['page.xml', utf8('<?xml version="1.0"?>')],
    ['script.js', utf8('alert(1)')],
    ['photo.png', HTML],
    ['photo.jpg', utf8('GIF88a')],
    ['photo.heic', latin1('\0\0\0\x20ftypheic\0\0\0\0')],
    ['photo.webp', latin1('RIFF\x24\0\0\0WAVEfmt ')],
    ['plan.pdf', HTML],
    ['notes.txt', latin1('a\0b')],
    ['notes.txt', latin1('caf\xe9 au lait')],
    ['notes.txt', latin1('\x1b[31mred')],
    ['README', OLE],
    ['letter.docx', utf8('hello')],
    ['letter.docx', zip('evil.exe')],
    ['letter.docx', zip('mimetype', `${ODF}text`)],
    ['letter.docx', OLE],
    ['letter.odt', zip('mimetype', `${ODF}spreadsheet`)],
    ['letter.doc', zip('[Content_Types].xml')],
    ['archive.zip', zip('a.txt')],
    ['program.exe', latin1('MZ\x90\0')],
    ['__proto__', latin1('\0')],
    ['x.constructor', utf8('x')],
  ])('is unknown for %j %#', (name, bytes) => {
    expect(fileType(name, bytes)).toBe(UNKNOWN_TYPE)
  })

  it('is text even if its first bytes end inside a character', () => {
    const bytes = utf8('é'.repeat(FILE_HEAD_BYTES)).subarray(1, FILE_HEAD_BYTES)
    expect(fileType('a.txt', bytes)).toBe(UNKNOWN_TYPE)
    expect(fileType('a.txt', utf8(`x${'é'.repeat(FILE_HEAD_BYTES)}`).subarray(0, FILE_HEAD_BYTES))).toBe(
      'text/plain',
    )
  })
})

describe('isPicture', () => {
  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])(
    'is true for the type %s',
    (type) => {
      expect(isPicture(type)).toBe(true)
    },
  )

  it.each([UNKNOWN_TYPE, 'application/pdf', 'text/plain', 'image/svg+xml', 'image/tiff'])(
    'is false for the type %s',
    (type) => {
      expect(isPicture(type)).toBe(false)
    },
  )
})
