import { expect, it } from 'vitest'

import { WAITING_BYTES_MAX, canWaitToo } from './waiting-limit.ts'

const MB = 2 ** 20

it.each([
  [[], 0, true],
  [[], WAITING_BYTES_MAX, true],
  [[], WAITING_BYTES_MAX + 1, false],
  [[60 * MB, 30 * MB], 10 * MB, true],
  [[60 * MB, 30 * MB], 10 * MB + 1, false],
  [[WAITING_BYTES_MAX], 0, true],
])('with files of %j bytes waiting, another file of %d bytes can wait: %s', (waiting, size, can) => {
  expect(canWaitToo(waiting, size)).toBe(can)
})
