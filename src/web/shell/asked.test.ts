import { describe, expect, test } from 'vitest'

import { readAsked, withoutAsked } from './asked.ts'

describe('the request of a shortcut or of shared text', () => {
  test.each([
    ['', null],
    ['?view=timeline&task=7', null],
    ['?add', { kind: 'add', text: '' }],
    ['?work', { kind: 'work' }],
    ['?share-text=Call+the+bank', { kind: 'add', text: 'Call the bank' }],
    [
      '?share-title=Bees&share-text=&share-url=https://b.example/',
      { kind: 'add', text: 'Bees https://b.example/' },
    ],
    ['?share-title=Bees&share-text=Bees', { kind: 'add', text: 'Bees' }],
    [
      '?share-title=Bees&share-text=Read+Bees:+https://b.example&share-url=https://b.example',
      { kind: 'add', text: 'Read Bees: https://b.example' },
    ],
    ['?share-text=one%0A%20two%09three', { kind: 'add', text: 'one two three' }],
  ])('is read from %j as %j', (search, asked) => {
    expect(readAsked(search)).toEqual(asked)
  })

  test('is removed from a URL, which keeps its other parameters', () => {
    expect(String(withoutAsked('?view=timeline&add&share-title=Bees'))).toBe('view=timeline')
  })
})
