import { expect, it } from 'vitest'

import { formatSize } from './format-size.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1024, '1 KB'],
  [1434, '1.4 KB'],
  [200_000, '195 KB'],
  [2 ** 20, '1 MB'],
  [25 * 2 ** 20, '25 MB'],
  [25.3 * 2 ** 20, '25.3 MB'],
  [1000 * 2 ** 20, '1 GB'],
  [3 * 2 ** 40, '3 TB'],
  [2 ** 53, '8,192 TB'],
])('formats %d bytes as %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown)
})
