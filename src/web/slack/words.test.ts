import { expect, it } from 'vitest'

import { mark, tail, work, workOf } from './words.ts'

const HOUR = 3600

it.each([
  [-1, '1 h late. Belongs in 1.', '1 h late'],
  [1 - 4 * HOUR, '4 h late. Belongs in 1.', '4 h late'],
  [-4 * HOUR, '1 d late. Belongs in 1.', '1 d late'],
  [-5 * HOUR, '2 d late. Belongs in 1.', '2 d late'],
  [0, 'No slack. Belongs in 1.', 'No slack'],
  [2 * HOUR - 1, 'No slack. Belongs in 1.', 'No slack'],
  [2 * HOUR, '2 h of slack. Belongs in 1.', '2 h slack'],
  [13 * HOUR - 1, '12 h of slack. Belongs in 1.', '12 h slack'],
  [13 * HOUR, '3 d of slack. Belongs in 1.', '3 d slack'],
])('describes a slack of %i seconds as "%s"', (seconds, ofMark, ofTail) => {
  expect([mark(seconds, 4 * HOUR, 1), tail(seconds, 4 * HOUR)]).toEqual([ofMark, ofTail])
})

it('describes work to the minute', () => {
  expect([0, 1800, 27 * HOUR, 25 * HOUR + 55 * 60, -90 * 60].map(work)).toEqual([
    '0 m',
    '30 m',
    '27 h',
    '25 h 55 m',
    '−1 h 30 m',
  ])
  expect([workOf(HOUR, null), workOf(HOUR, HOUR), workOf(HOUR, 2 * HOUR)]).toEqual([
    '1 h',
    '1 h',
    '1 h of 2 h',
  ])
})
