import { expect, it } from 'vitest'

import { excerptOf } from './excerpt.ts'
import { readQuery } from './words.ts'

const FAMILY = '👨‍👩‍👧'

it.each([
  ['a family emoji', FAMILY, 158],
  ['a flag', '🇩🇪', 158],
  ['a letter with its accent', 'e\u0301', 159],
])('never cuts through %s', (_, character, length) => {
  const before = `Budget ${'x'.repeat(length - 7)}`
  const description = `${before}${character} and more`
  const task = { title: 'Plan', category: 'Task', projectName: null, description }
  expect(excerptOf(task, readQuery('budget'))).toEqual({
    field: 'description',
    text: `${before} …`,
    matches: [{ start: 0, end: 6 }],
  })
})

it('keeps a character that ends exactly at the limit', () => {
  const description = `Budget ${'x'.repeat(153 - FAMILY.length)}${FAMILY}`
  const task = { title: 'Plan', category: 'Task', projectName: null, description: `${description} and more` }
  expect(excerptOf(task, readQuery('budget'))?.text).toBe(`${description} …`)
})
