import { expect, it } from 'vitest'

import { afterFirstLine, pastedLines } from './pasted-lines.ts'

it.each([
  ['', []],
  ['one', ['one']],
  ['one\ntwo', ['one', 'two']],
  ['one\r\ntwo\rthree\u2028four', ['one', 'two', 'three', 'four']],
  ['\n  one  \n\n \ntwo\n', ['one', 'two']],
  ['- one\n* two\n• three\n— four', ['one', 'two', 'three', 'four']],
  ['1. one\n2) two\n12. three', ['one', 'two', 'three']],
  ['- [ ] one\n- [x] two\n[ ] three\n[X] four', ['one', 'two', 'three', 'four']],
  ['- one\n- \n2. \n- [ ]\n*', ['one']],
  ['-5 degrees\n1.5 liters\n2026. A year', ['-5 degrees', '1.5 liters', '2026. A year']],
])('splits %j into %j', (text, lines) => {
  expect(pastedLines(text)).toEqual(lines)
})

it.each([
  ['', ''],
  ['one', ''],
  ['1. 1\n2. 2', '2. 2'],
  ['- one\r\n\r\n1. two\r\n\r\n  - [x] three\r\n', '1. two\n\n  - [x] three'],
])('keeps the text of %j after its first line as %j', (text, rest) => {
  expect(afterFirstLine(text)).toBe(rest)
})
