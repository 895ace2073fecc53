import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { criticalPath } from './critical-path.ts'
import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { TenfoldError } from '#domain/error.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import { listTimeline } from './items.ts'
import {
  addDependency,
  findConflict,
  isSamePlan,
  linkItems,
  moveAlong,
  removeDependency,
  spansOfMoves,
} from './plan.ts'
import { conflictText, movesLabel } from '../links/conflict-text.ts'
import { pathResult } from '../words.ts'

const TODAY = Temporal.PlainDate.from('2026-11-19')

const task = (
  id: number,
  startDate: string,
  endDate: string,
  dependencies: number[] = [],
  completed = false,
) =>
  aTask({
    id,
    title: `Task ${id}`,
    startDate,
    endDate,
    completed,
    dependencies: dependencies.map(String),
  })

const timeline = (tasks: Task[]) => {
  const items = listTimeline(tasks, 'UTC')
  return { items, links: linkItems(items) }
}

const conflictOf = (tasks: Task[], id: number) => {
  const { links } = timeline(tasks)
  const item = links.itemById.get(id)
  return item ? findConflict(item, links) : null
}

const movesOf = (moves: readonly { item: { task: ShortTask }; days: number }[] = []) =>
  Object.fromEntries(moves.map(({ item, days }) => [item.task.id, days]))

describe('a bar that was moved', () => {
  it('causes no conflict if it starts on the day its dependency ends', () => {
    const tasks = [task(1, '2026-11-20', '2026-11-23'), task(2, '2026-11-23', '2026-11-25', [1])]
    expect(conflictOf(tasks, 1)).toBeNull()
    expect(conflictOf(tasks, 2)).toBeNull()
  })

  it('moves after the dependency it overlaps, with its own dependent tasks', () => {
    const tasks = [
      task(1, '2026-11-20', '2026-11-23'),
      task(2, '2026-11-21', '2026-11-23', [1]),
      task(3, '2026-11-24', '2026-11-25', [2]),
      task(4, '2026-11-25', '2026-11-26', [3]),
      task(5, '2026-12-25', '2026-12-26', [4]),
    ]
    const conflict = conflictOf(tasks, 2)
    expect(movesOf(conflict?.moves)).toEqual({ 2: 2, 3: 1, 4: 1 })
    expect(conflict && conflictText(conflict, TODAY)).toBe('“Task 2” starts before “Task 1” ends (Nov 23).')
    expect(conflict && movesLabel(conflict, TODAY)).toBe('Move it and 2 dependent tasks')
    const spans = spansOfMoves(conflict?.moves ?? [])
    expect(dateOf(spans.get(3)?.start ?? 0).toString()).toBe('2026-11-25')
  })

  it('moves the dependent tasks it overlaps by as few days as possible', () => {
    const tasks = [
      task(1, '2026-11-20', '2026-11-30'),
      task(2, '2026-11-23', '2026-11-25', [1]),
      task(3, '2026-11-29', '2026-12-01', [1]),
      task(4, '2026-11-30', '2026-12-02', [2, 3]),
    ]
    const conflict = conflictOf(tasks, 1)
    expect(movesOf(conflict?.moves)).toEqual({ 2: 7, 3: 1, 4: 2 })
    expect(conflict && conflictText(conflict, TODAY)).toBe('2 dependent tasks start before “Task 1” ends.')
    expect(conflict && movesLabel(conflict, TODAY)).toBe('Also move 3 dependent tasks')
  })

  it('ignores completed tasks', () => {
    expect(
      conflictOf(
        [task(1, '2026-11-20', '2026-11-30', [], true), task(2, '2026-11-23', '2026-11-25', [1])],
        2,
      ),
    ).toBeNull()
    expect(
      conflictOf([task(1, '2026-11-20', '2026-11-30'), task(2, '2026-11-23', '2026-11-25', [1], true)], 1),
    ).toBeNull()
  })

  it('causes no infinite loop in a cycle', () => {
    const tasks = [
      task(1, '2026-11-20', '2026-11-30', [3]),
      task(2, '2026-11-23', '2026-11-25', [1]),
      task(3, '2026-11-24', '2026-11-26', [2]),
    ]
    expect(conflictOf(tasks, 1)?.moves.length).toBeGreaterThan(0)
  })
})

/** The conflict of a bar with two dependent tasks. The first one starts on a given day. */
const conflictWith = (start: string, dependencies = [1]) =>
  conflictOf(
    [
      task(1, '2026-11-20', '2026-11-30'),
      task(2, start, '2026-12-01', dependencies),
      task(3, '2026-11-25', '2026-11-26', [1]),
    ],
    1,
  )

it('compares two plans by their tasks and days', () => {
  const plan = conflictWith('2026-11-23')
  expect(isSamePlan(plan, conflictWith('2026-11-23'))).toBe(true)
  expect(isSamePlan(plan, conflictWith('2026-11-24'))).toBe(false)
  expect(isSamePlan(plan, conflictWith('2026-11-23', []))).toBe(false)
  expect(isSamePlan(plan, null)).toBe(false)
})

/** Tasks that depend only on earlier ones, so that there is no cycle. */
const plans = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 60 }),
      days: fc.integer({ min: 1, max: 10 }),
      before: fc.array(fc.nat(30), { maxLength: 3 }),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((rows) =>
    rows.map(({ start, days, before }, index) =>
      task(
        index + 1,
        dateOf(20_000 + start).toString(),
        dateOf(20_000 + start + days).toString(),
        index === 0 ? [] : [...new Set(before.map((other) => (other % index) + 1))],
      ),
    ),
  )

it('plans moves so that no task starts before its dependencies end, and plans no unneeded moves', () => {
  fc.assert(
    fc.property(plans, fc.nat(100), fc.integer({ min: 1, max: 30 }), (tasks, which, days) => {
      const { items, links } = timeline(tasks)
      const item = items[which % items.length]
      if (!item) return
      const moves = [{ item, days }, ...moveAlong({ item, days }, links)]
      const spans = spansOfMoves(moves)
      const spanOf = (id: number) => spans.get(id) ?? links.itemById.get(id)
      for (const { item: moved, days } of moves) {
        for (const successor of links.successorsById.get(moved.task.id) ?? [])
          expect(spanOf(successor.task.id)?.start).toBeGreaterThanOrEqual(spanOf(moved.task.id)?.end ?? 0)
        const ends = moved.task.dependencies.map((id) => spans.get(Number(id))?.end ?? 0)
        if (moved !== item) expect(Math.max(...ends)).toBe(moved.start + days)
      }
    }),
    { numRuns: 500 },
  )
})

const path = (tasks: Task[]) => criticalPath(timeline(tasks).items)

describe('the critical path', () => {
  it('is the chain of open tasks with the most days', () => {
    const tasks = [
      task(1, '2026-11-20', '2026-11-23'),
      task(2, '2026-11-23', '2026-11-25', [1]),
      task(3, '2026-11-23', '2026-11-30', [1]),
      task(4, '2026-12-30', '2026-12-31', [2, 3]),
      task(5, '2026-01-01', '2026-12-31'),
      task(6, '2026-11-01', '2026-12-31', [], true),
      task(7, '2026-12-31', '2027-01-02', [6]),
    ]
    expect(path(tasks)).toEqual({ ids: [1, 3, 4], days: 11 })
    expect(pathResult(path(tasks))).toBe('Critical path: 3 tasks, 11 days')
  })
  it('is null without dependencies, and in a cycle', () => {
    expect(path([task(1, '2026-11-20', '2026-11-23'), task(2, '2026-11-20', '2026-11-23', [9])])).toBeNull()
    expect(
      path([task(1, '2026-11-20', '2026-11-23', [2]), task(2, '2026-11-20', '2026-11-23', [1])]),
    ).toBeNull()
    expect(pathResult(null)).toBe('No tasks depend on each other.')
  })
  it('is as long as the longest chain that an exhaustive search finds', () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const { items, links } = timeline(tasks)
        const walk = (id: number): number => {
          const item = links.itemById.get(id)
          if (!item) return 0
          return (
            item.end - item.start + Math.max(0, ...item.task.dependencies.map((other) => walk(Number(other))))
          )
        }
        const linked = items.filter(({ task }) => task.dependencies.length > 0)
        const days = linked.length > 0 ? Math.max(...linked.map(({ task }) => walk(task.id))) : null
        expect(criticalPath(items)?.days ?? null).toBe(days)
      }),
      { numRuns: 300 },
    )
  })
  it('covers one chain of 10,000 tasks', () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) =>
      task(index + 1, '2026-11-20', '2026-11-21', index === 0 ? [] : [index]),
    )
    expect(path(tasks)?.ids).toHaveLength(10_000)
  })
})

describe('drawing a dependency', () => {
  const one = task(1, '2026-11-20', '2026-11-23')
  const two = task(2, '2026-11-23', '2026-11-25', [1])
  it('adds a dependency once and removes it', () => {
    const three = task(3, '2026-11-25', '2026-11-26', [1])
    expect(addDependency(three, two, [one, two, three])).toEqual(['1', '2'])
    expect(addDependency(three, one, [one, two, three])).toEqual(['1'])
    expect(removeDependency(three, one)).toEqual([])
  })
  it('rejects a cycle and a dependency of a task on itself', () => {
    expect(() => addDependency(one, two, [one, two])).toThrow(TenfoldError)
    expect(() => addDependency(one, one, [one, two])).toThrow('This would create a circular dependency.')
  })
})
