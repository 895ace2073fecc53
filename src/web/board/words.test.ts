import { describe, expect, test } from 'vitest'

import { dropOnLevel } from './level/lanes.ts'
import * as later from './later-words.ts'
import * as words from './words.ts'
import { aTask } from '#tests/support/a-task.ts'

describe('levels', () => {
  test('names a level with its slots', () => {
    expect(words.laneName(3, 3)).toBe('Priority 3, High, 3 of 4')
    expect(words.laneNote(3)).toBe('(4 tasks max)')
  })

  test('says when a level is over its limit', () => {
    expect(words.slotsText(2, 3)).toBe('3 of 3')
    expect(words.slotsText(2, 4)).toBe('4 of 3, over limit')
    expect(words.slotsText(2, 1234)).toBe('1,234 of 3, over limit')
  })

  test.each([
    [2, 2, '2 waiting'],
    [1, 2, '2 waiting, 1 shown'],
    [0, 2, '2 waiting, none shown'],
    [0, 1234, '1,234 waiting, none shown'],
  ])('describes a waiting line with %i of %i tasks shown as %j', (shown, waitingCount, text) => {
    const waiting = [1, 2].slice(0, shown).map((id) => aTask({ id }))
    expect(words.waitingText({ waiting, waitingCount })).toBe(text)
  })
})

describe('drops', () => {
  test('shows the slots after a drop on a level with a free slot', () => {
    const drop = dropOnLevel({ priority: 3 }, 4, 2)
    expect([words.dropLabel(drop), words.shortDropLabel(drop), later.dropStatus(drop)]).toEqual([
      'Room for 2',
      '3 of 4',
      'Moving to level 4, 3 of 4 slots taken',
    ])
    expect(drop.allowed && words.movedTo(drop)).toBe('Moved to level 4, Medium. 3 of 4 slots taken.')
  })

  test('shows the actual count of a full level', () => {
    const drop = dropOnLevel({ priority: 3 }, 2, 4)
    expect([words.dropLabel(drop), words.shortDropLabel(drop), later.dropStatus(drop)]).toEqual([
      'Level 2 is full (4 of 3)',
      'Full',
      'Level 2 is full (4 of 3)',
    ])
  })

  test.each([3, 4, 5])('names the current level of the task with %i slots taken', (taken) => {
    const drop = dropOnLevel({ priority: 3 }, 3, taken)
    expect([words.dropLabel(drop), words.shortDropLabel(drop)]).toEqual(['Already at level 3', 'Here'])
  })
})
