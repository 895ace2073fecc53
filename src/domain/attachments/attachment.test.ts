import { describe, expect, it } from 'vitest'

import {
  addAttachment,
  attachmentName,
  fileTooLarge,
  freeAttachmentName,
  removeAttachment,
  shortAttachmentName,
  sortFiles,
  tooManyAttachments,
} from './attachment.ts'
import type { Task } from '../tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const BEFORE = '2026-11-20T10:00:00.000Z'
const NOW = '2026-11-20T11:00:00.000Z'

function taskWith(attachments: string[]): Task {
  return aTask({ attachments, updatedAt: BEFORE })
}

const add = (names: string[], stored: string[], wanted: string) =>
  addAttachment(taskWith(names), stored, wanted, { now: NOW })

describe('checking a file name', () => {
  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['...', '...'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\x', 'C:_x'],
    ['a\0b', 'a_b'],
    ['a\r\nb', 'a__b'],
    ['tab\there', 'tab_here'],
    ['del\u007f', 'del_'],
    ['c1\u0085', 'c1_'],
    ['line\u2028and\u2029paragraph', 'line_and_paragraph'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['exe.\u202efdp.txt', 'exe.fdp.txt'],
    ['cafe\u0301.txt', 'café.txt'],
    ['"quoted"; filename="x"', '"quoted"; filename="x"'],
    ['😀 文件.txt', '😀 文件.txt'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`${'é'.repeat(127)}x`, `${'é'.repeat(127)}x`],
    ['__proto__', '__proto__'],
  ])('turns %j into %j', (given, kept) => {
    expect(attachmentName(given)).toBe(kept)
  })

  it.each([
    ['', 'An attachment needs a name.'],
    [' ', 'An attachment needs a name.'],
    ['\u200b\u00ad', 'An attachment needs a name.'],
    ['.', 'An attachment cannot be named "." or "..".'],
    ['..', 'An attachment cannot be named "." or "..".'],
    ['x'.repeat(256), 'Attachment name must be 255 bytes or fewer.'],
    ['é'.repeat(128), 'Attachment name must be 255 bytes or fewer.'],
    ['😀'.repeat(64), 'Attachment name must be 255 bytes or fewer.'],
    ['a\ud800', 'The name contains a character that cannot be stored.'],
  ])('rejects %j: %s', (given, message) => {
    expect(() => attachmentName(given)).toThrow(message)
  })
})

describe('adding a file to a task', () => {
  it.each([
    [[], [], 'a.txt', 'a.txt', ['a.txt']],
    [['b.txt'], ['b.txt'], 'a.txt', 'a.txt', ['b.txt', 'a.txt']],
    [['a.txt', 'b.txt'], [], 'a.txt', 'a.txt', ['a.txt', 'b.txt']],
    [['a.txt'], ['a.txt'], 'a.txt', 'a (2).txt', ['a.txt', 'a (2).txt']],
    [['a.txt'], ['a.txt'], 'A.txt', 'A.txt', ['a.txt', 'A.txt']],
    [
      ['a.txt', 'a (2).txt'],
      ['a.txt', 'a (2).txt'],
      'a.txt',
      'a (3).txt',
      ['a.txt', 'a (2).txt', 'a (3).txt'],
    ],
    [['a.txt', 'a (2).txt'], ['a.txt'], 'a.txt', 'a (3).txt', ['a.txt', 'a (2).txt', 'a (3).txt']],
    [['a (2).txt'], ['a (2).txt'], 'a (2).txt', 'a (2) (2).txt', ['a (2).txt', 'a (2) (2).txt']],
    [['a.tar.gz'], ['a.tar.gz'], 'a.tar.gz', 'a.tar (2).gz', ['a.tar.gz', 'a.tar (2).gz']],
    [['README'], ['README'], 'README', 'README (2)', ['README', 'README (2)']],
    [['.env'], ['.env'], '.env', '.env (2)', ['.env', '.env (2)']],
    [['a.'], ['a.'], 'a.', 'a (2).', ['a.', 'a (2).']],
  ])('if the list is %j and %j have files, stores %j as %j', (names, stored, wanted, name, list) => {
    const added = add(names, stored, wanted)
    expect(added.name).toBe(name)
    expect(added.task).toEqual({ ...taskWith(names), attachments: list, version: 2, updatedAt: NOW })
  })

  it.each([
    [`${'x'.repeat(251)}.pdf`, `${'x'.repeat(247)} (2).pdf`],
    [`${'é'.repeat(125)}.pdf`, `${'é'.repeat(123)} (2).pdf`],
    [`a.${'x'.repeat(253)}`, `a.${'x'.repeat(249)} (2)`],
    [`${'😀'.repeat(63)}.x`, `${'😀'.repeat(62)} (2).x`],
  ])('shortens a long name so that its number fits into 255 bytes', (wanted, name) => {
    const added = add([wanted], [wanted], wanted)
    expect(added.name).toBe(name)
    expect(attachmentName(name)).toBe(name)
  })

  it('accepts the hundredth file and rejects the next', () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.txt`)
    expect(add(names.slice(1), [], 'new.txt').task.attachments).toHaveLength(100)
    expect(() => add(names, [], 'new.txt')).toThrow('A task can have at most 100 attachments.')
    expect(() => add(names, names, '5.txt')).toThrow('A task can have at most 100 attachments.')
    expect(add(names, [], '5.txt').task.attachments).toEqual(names)
  })
})

it.each([
  ['a.txt', [], 'a.txt'],
  ['a.txt', ['b.txt'], 'a.txt'],
  ['a.txt', ['a.txt'], 'a (2).txt'],
  ['a.txt', ['a.txt', 'a (2).txt'], 'a (3).txt'],
  ['a.txt', ['a (2).txt'], 'a.txt'],
])('the free name for %j with %j taken is %j', (wanted, taken, name) => {
  expect(freeAttachmentName(wanted, taken)).toBe(name)
})

const file = (name: string, size = 3) => ({ name, size })

describe('sorting chosen files', () => {
  it('accepts all valid files, even empty ones and the largest', () => {
    const files = [file('a.txt', 0), file('b.txt', 10), file('a.txt')]
    expect(sortFiles(files, 0, 10)).toEqual({ taken: files, refused: [], leftOut: 0 })
    expect(sortFiles([], 0, 10)).toEqual({ taken: [], refused: [], leftOut: 0 })
  })

  it('rejects files that are too large or have no valid name, with the reason', () => {
    const files = [file('film.mov', 2 ** 20 + 1), file('b.txt'), file('é'.repeat(128)), file('..')]
    expect(sortFiles(files, 0, 2 ** 20)).toEqual({
      taken: [files[1]],
      refused: [
        { name: 'film.mov', reason: 'Larger than 1 MB' },
        { name: 'é'.repeat(128), reason: 'Attachment name must be 255 bytes or fewer.' },
        { name: '..', reason: 'An attachment cannot be named "." or "..".' },
      ],
      leftOut: 0,
    })
  })

  it('accepts files up to the limit of the task, not counting rejected files', () => {
    const files = [file('large', 11), file('a'), file('b'), file('c')]
    expect(sortFiles(files, 98, 10)).toMatchObject({ taken: [files[1], files[2]], leftOut: 1 })
    expect(sortFiles(files, 100, 10)).toMatchObject({ taken: [], leftOut: 3 })
  })

  it('doesn’t count a file again if its name is listed but has no file yet', () => {
    const files = [file('a'), file('b'), file('a')]
    expect(sortFiles(files, 100, 10, ['a'])).toMatchObject({ taken: [files[0]], leftOut: 2 })
    expect(sortFiles(files, 99, 10, ['a'])).toMatchObject({ taken: [files[0], files[1]], leftOut: 1 })
  })

  it('reports how many files were left out', () => {
    expect(tooManyAttachments(1)).toBe('A task can have at most 100 attachments. 1 file was left out.')
    expect(tooManyAttachments(5)).toBe('A task can have at most 100 attachments. 5 files were left out.')
  })
})

it('removing an attachment removes its name from the list and increases the version', () => {
  const task = taskWith(['a', 'b', 'a'])
  expect(removeAttachment(task, 'a', { now: NOW })).toEqual({
    ...task,
    attachments: ['b'],
    version: 2,
    updatedAt: NOW,
  })
})

it('the error for a file that is too large states the limit', () => {
  expect(fileTooLarge(25 * 2 ** 20)).toMatchObject({
    code: 'too_large',
    message: 'The file is too large. The limit is 25 MB.',
  })
})

it.each([
  ['', ''],
  ['plan.pdf', 'plan.pdf'],
  ['12345678901234567890', '12345678901234567890'],
  ['123456789012345678901', '12345678901234567…'],
  ['signature page of the lease.tif', 'signature page of…'],
  ['é'.repeat(20), 'é'.repeat(20)],
  ['🗂'.repeat(20), '🗂'.repeat(20)],
  ['🗂'.repeat(21), `${'🗂'.repeat(17)}…`],
  ['👩‍👩‍👧‍👦'.repeat(4), '👩‍👩‍👧‍👦'.repeat(4)],
])('shortens %j to %j', (name, shown) => {
  expect(shortAttachmentName(name)).toBe(shown)
})
