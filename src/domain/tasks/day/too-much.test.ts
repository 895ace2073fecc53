import { describe, expect, it, test } from 'vitest'

import type { Level } from '../priority.ts'
import { listMovable, suggestMoves } from './too-much.ts'

const TODAY = Temporal.PlainDate.from('2026-11-19')
const H = 3600

const planned = (id: number, priority: Level, hours: number | null, position = 0) => ({
  id,
  priority,
  position,
  completed: false,
  dueDate: null as string | null,
  plannedFor: '2026-11-19' as string | null,
  estimatedTime: hours === null ? null : `${hours}h`,
  elapsedTime: 0,
})

const ids = (...tasks: ReturnType<typeof planned>[]) =>
  listMovable(tasks, TODAY, 'Europe/Berlin').map(({ id }) => id)

describe('tasks that can move', () => {
  it('are listed from the lowest level up, and from the last place up within a level', () => {
    expect(ids(planned(1, 2, 1), planned(2, 5, 1, 0), planned(3, 5, 1, 1), planned(4, 10, 1))).toEqual([
      4, 3, 2, 1,
    ])
  })

  it('are planned for today, open and neither due nor overdue', () => {
    expect(
      ids(
        { ...planned(1, 5, 1), plannedFor: null },
        { ...planned(2, 5, 1), plannedFor: '2026-11-20' },
        { ...planned(3, 5, 1), completed: true },
        { ...planned(4, 5, 1), dueDate: '2026-11-19' },
        { ...planned(5, 5, 1), dueDate: '2026-11-18T09:00' },
        // 00:30 in Berlin.
        { ...planned(6, 5, 1), dueDate: '2026-11-19T23:30:00Z' },
      ),
    ).toEqual([6])
  })

  it('have remaining work', () => {
    expect(ids(planned(1, 5, null), { ...planned(2, 5, 1), elapsedTime: H })).toEqual([])
  })
})

/** Each task's hours, in order, the excess hours, and the indexes of the suggested tasks. */
const CASES: [what: string, works: number[], excess: number, places: number[]][] = [
  ['the task at the lowest level if it is enough', [2, 2, 1], 1.25, [0]],
  ['a task at a higher level if it alone is enough', [0.5, 0.5, 2], 1.5, [2]],
  ['two tasks if one isn’t enough, lowest level first', [1, 1, 1, 1], 2, [0, 1]],
  ['the lowest task plus one that covers the rest', [0.5, 1, 2], 2.25, [0, 2]],
  ['all tasks if even all of them aren’t enough', [1, 0.5], 4, [0, 1]],
  ['exactly the excess', [1, 2], 2, [1]],
  ['nothing without tasks', [], 3, []],
]

test.each(CASES)('suggests %s', (_what, works, excess, places) => {
  const tasks = works.map((hours, place) => planned(place, 5, hours))
  expect([...suggestMoves(tasks, excess * H)]).toEqual(places)
})
