import { expect, it } from 'vitest'

import { createNumberFormats } from './numbers.ts'

it.each([
  ['en-US', '12,345', '1.4', '60%'],
  ['de-DE', '12.345', '1,4', '60\u00A0%'],
  ['ja-JP', '12,345', '1.4', '60%'],
])('formats numbers in %s', (locale, whole, decimal, percent) => {
  const formats = createNumberFormats(locale)
  expect(formats.number(12_345)).toBe(whole)
  expect(formats.decimal(1.44)).toBe(decimal)
  expect(formats.percent(60)).toBe(percent)
})
