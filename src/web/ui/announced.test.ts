import { expect, it } from 'vitest'

import { announced } from './announced.ts'

/** Returns the text that a browser passes to screen readers. It collapses spaces, except no-break spaces. */
const spoken = (text: string) => text.replaceAll(/[ \n\t]+/g, ' ').replaceAll(/^ | $/g, '')

it('changes the text of a live region every time the same text is announced', () => {
  let region = ''
  for (let time = 0; time < 3; time++) {
    const before = spoken(region)
    region = announced('Added to level 5.')(region)
    expect(region.trim()).toBe('Added to level 5.')
    expect(spoken(region)).not.toBe(before)
  }
})
