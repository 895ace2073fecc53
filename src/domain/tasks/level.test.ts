import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { TenfoldError } from '../error.ts'
import {
  type Place,
  comparePlaces,
  endOfLevel,
  hasRoom,
  levelFullMessage,
  nearestLevelWithRoom,
  openTasksAtLevel,
  orderLevel,
  requireRoom,
  splitLevel,
  stepWithinLevel,
} from './level.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import type { Task } from './task.ts'

const place = (id: number, position: number): Place => ({ id, position })
const ids = (places: readonly Place[] | null | undefined) => places?.map(({ id }) => id)

/** Tasks of one level with different ids and any positions, including equal ones. */
const places = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 1000 }), position: fc.nat(50) }), {
  selector: ({ id }) => id,
  maxLength: 30,
})

describe('the order of a level', () => {
  it('is by position, then by id', () => {
    expect(ids([place(3, 1), place(2, 1), place(9, 0)].toSorted(comparePlaces))).toEqual([9, 2, 3])
  })

  it('includes only the open tasks of the level', () => {
    const tasks = [
      { id: 1, position: 5, priority: 2, completed: false },
      { id: 2, position: 0, priority: 2, completed: true },
      { id: 3, position: 0, priority: 3, completed: false },
      { id: 4, position: 1, priority: 2, completed: false },
    ] as Task[]
    expect(ids(openTasksAtLevel(tasks, 2))).toEqual([4, 1])
  })

  it.each([
    [[], 0],
    [[place(1, 0)], 1],
    [[place(1, 0), place(2, 7), place(3, 3)], 8],
  ])('adds a task after the highest position: %j, then %d', (level, end) => {
    expect(endOfLevel(level)).toBe(end)
  })
})

describe('the slots of a level', () => {
  it.each([
    [0, 0, 0],
    [2, 2, 0],
    [3, 3, 0],
    [5, 3, 2],
  ])('of %d tasks at level 1, %d hold a slot and %d wait', (count, holding, waiting) => {
    const tasks = Array.from({ length: count }, (_, i) => place(i + 1, i))
    const split = splitLevel(1, tasks)
    expect([split.holding.length, split.waiting.length]).toEqual([holding, waiting])
    expect([...split.holding, ...split.waiting]).toEqual(tasks)
  })

  it('pass to the first waiting tasks as they become free', () => {
    const tasks = [place(1, 0), place(2, 1), place(3, 2), place(4, 3)]
    expect(ids(splitLevel(1, tasks).waiting)).toEqual([4])
    expect(ids(splitLevel(1, tasks.slice(1)).holding)).toEqual([2, 3, 4])
  })

  it.each([
    [1, 2, true],
    [1, 3, false],
    [2, 4, false],
    [4, 3, true],
    [6, 6, false],
    [8, 7, true],
    [10, 9, true],
    [10, 10, false],
  ] as const)('include a free one at level %d with %d open tasks: %s', (level, openCount, room) => {
    expect(hasRoom(level, openCount)).toBe(room)
    const attempt = () => requireRoom(level, openCount)
    if (room) expect(attempt).not.toThrow()
    else expect(attempt).toThrow(new TenfoldError('level_full', levelFullMessage(level, openCount)))
  })

  it.each([
    [2, 3, 'Level 2 is full (3 of 3).'],
    [2, 4, 'Level 2 is full (4 of 3).'],
    [10, 10, 'Level 10 is full (10 of 10).'],
  ] as const)('are all taken at level %d with %d open tasks: %j', (level, openCount, message) => {
    expect(levelFullMessage(level, openCount)).toBe(message)
  })
})

const nearest = (level: Level, full: readonly Level[]) =>
  nearestLevelWithRoom(level, (candidate) => (full.includes(candidate) ? slotsAtLevel(candidate) : 0))

describe('the nearest level with a free slot', () => {
  it.each([
    [5, [], 5],
    [5, [5], 6],
    [5, [5, 6], 4],
    [5, [4, 5, 6], 7],
    [1, [1], 2],
    [10, [10], 9],
    [10, [2, 3, 4, 5, 6, 7, 8, 9, 10], 1],
    [1, [1, 2, 3, 4, 5, 6, 7, 8, 9], 10],
    [3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], null],
  ] as const)('to %d, when %j are full, is %j', (level, full, found) => {
    expect(nearest(level, full)).toBe(found)
  })
})

describe('reordering a level', () => {
  const level = [place(1, 0), place(2, 1), place(3, 2), place(4, 3)]

  it('puts the given tasks first, by their position, and all other tasks after them in their old order', () => {
    const order = orderLevel(level, { positions: [place(4, 1), place(3, 0)] })
    expect(order).toEqual([place(3, 0), place(4, 1), place(1, 2), place(2, 3)])
  })

  it('breaks ties between the given tasks by id', () => {
    expect(ids(orderLevel(level, { positions: [place(4, 7), place(2, 7)] }))).toEqual([2, 4, 1, 3])
  })

  it('rejects a duplicate task', () => {
    const positions = [place(1, 0), place(2, 1), place(1, 2)]
    expect(() => orderLevel(level, { positions })).toThrow(
      expect.objectContaining({
        code: 'invalid',
        issues: [expect.objectContaining({ path: 'positions.2.id' })],
      }),
    )
  })

  it('rejects a task of another level', () => {
    const positions = [place(1, 0), place(99, 1)]
    expect(() => orderLevel(level, { positions })).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('keeps every task exactly once and numbers them from 0', () => {
    fc.assert(
      fc.property(
        places.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all))),
        ([all, named]) => {
          const positions = named.map(({ id }, position) => ({ id, position }))
          const order = orderLevel(all, { positions })
          expect(order.map(({ position }) => position)).toEqual(all.map((_, i) => i))
          expect(ids(order)?.toSorted((a, b) => a - b)).toEqual(ids(all)?.toSorted((a, b) => a - b))
          expect(ids(order)?.slice(0, named.length)).toEqual(ids(named))
        },
      ),
    )
  })
})

describe('a step within a level', () => {
  const level = [place(3, 9), place(1, 0), place(2, 4)]

  it.each([
    [2, -1, [2, 1, 3]],
    [2, 1, [1, 3, 2]],
    [1, 1, [2, 1, 3]],
    [1, -1, undefined],
    [3, 1, undefined],
    [99, 1, undefined],
    [99, -1, undefined],
  ] as const)('moves task %d by %d: %j', (id, step, order) => {
    expect(ids(stepWithinLevel(level, id, step)?.positions)).toEqual(order)
  })

  it('up, followed by one down, restores the order', () => {
    fc.assert(
      fc.property(places, fc.nat(29), (all, index) => {
        const id = all[index]?.id
        const up = id && stepWithinLevel(all, id, -1)
        if (!id || !up) return
        const down = stepWithinLevel(orderLevel(all, up), id, 1)
        expect(ids(down?.positions)).toEqual(ids(all.toSorted(comparePlaces)))
      }),
    )
  })

  it.each([
    ['up past the nearest visible task', 5, -1, [1, 2], [1, 5, 2, 3, 4]],
    ['down past the nearest visible task', 1, 1, [4], [2, 3, 4, 1, 5]],
    ['one step when the neighbor is visible', 3, -1, [2], [1, 3, 2, 4, 5]],
    ['nowhere when all above are hidden', 3, -1, [4, 5], undefined],
    ['nowhere when all below are hidden', 3, 1, [1, 2], undefined],
  ] as const)('moves the task %s', (_, id, step, shown, order) => {
    const level = [1, 2, 3, 4, 5].map((id) => place(id, id * 10))
    const isShown = (other: number) => other === id || shown.includes(other as never)
    expect(ids(stepWithinLevel(level, id, step, isShown)?.positions)).toEqual(order)
  })

  it('with a filter moves past exactly one visible task and keeps the order of all others', () => {
    fc.assert(
      fc.property(places, fc.nat(29), fc.constantFrom(-1 as const, 1 as const), (all, index, step) => {
        const id = all[index]?.id
        const isShown = (other: number) => other === id || other % 3 === 0
        const order = id && stepWithinLevel(all, id, step, isShown)
        if (!id || !order) return
        const before = ids(all.toSorted(comparePlaces)) ?? []
        const after = ids(orderLevel(all, order)) ?? []
        expect(after.filter((other) => other !== id)).toEqual(before.filter((other) => other !== id))
        const shown = before.filter(isShown)
        const from = shown.indexOf(id)
        expect(after.filter(isShown).indexOf(id)).toBe(from + step)
        expect(after).toHaveLength(before.length)
      }),
    )
  })
})
