import { describe, expect, test } from 'vitest'

import { realIds } from '../../sync/runner/outbox.ts'
import { dropOnLevel, findInLanes, hasCards, lanesOfBoard } from './lanes.ts'
import { LEVELS, type Level } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const NOW = '2026-11-19T09:00:00.000Z'

function openTask(id: number, priority: Level, position: number, more: Partial<Task> = {}): Task {
  return aTask({ id, title: `Task ${id}`, priority, position, ...more })
}

const ids = (tasks: readonly ShortTask[]) => tasks.map((task) => task.id)
const laneAt = (level: Level, tasks: readonly Task[], shown?: readonly Task[]) =>
  lanesOfBoard(tasks, shown).find((lane) => lane.level === level)

/** Four tasks at level 2, which has three slots. */
const crowd = [1, 2, 3, 4].map((id) => openTask(id, 2, id))

test('finds a task by its temporary id, at the level it has moved to', () => {
  realIds.set(-5, 42)
  const lanes = lanesOfBoard([openTask(1, 3, 0), openTask(42, 4, 0)])
  expect(findInLanes(lanes, -5)).toMatchObject({ id: 42, priority: 4 })
  expect(findInLanes(lanes, 2)).toBeUndefined()
})

describe('lanes', () => {
  test('cover all ten levels, most urgent first, with or without tasks', () => {
    expect(lanesOfBoard([]).map((lane) => lane.level)).toEqual(LEVELS)
    expect(lanesOfBoard([]).some(hasCards)).toBe(false)
  })

  test('sort tasks by position, then by id', () => {
    const tasks = [openTask(1, 3, 2), openTask(3, 3, 0), openTask(2, 3, 0)]
    expect(ids(laneAt(3, tasks)?.holding ?? [])).toEqual([2, 3, 1])
  })

  test('give the slots to the first tasks and let the rest wait', () => {
    const lane = laneAt(2, crowd)
    expect(ids(lane?.holding ?? [])).toEqual([1, 2, 3])
    expect(ids(lane?.waiting ?? [])).toEqual([4])
  })

  test('ignore completed tasks', () => {
    const tasks = [...crowd.slice(0, 3), openTask(9, 2, 0, { completed: true, completedAt: NOW })]
    expect(laneAt(2, tasks)).toMatchObject({ taken: 3, waiting: [] })
    expect(ids(laneAt(2, tasks)?.holding ?? [])).toEqual([1, 2, 3])
  })

  test('keep the count and the waiting line when a filter hides cards', () => {
    const shown = crowd.filter((task) => task.id === 2 || task.id === 4)
    const lane = laneAt(2, crowd, shown)
    expect(lane?.taken).toBe(4)
    expect(ids(lane?.holding ?? [])).toEqual([2])
    expect(ids(lane?.waiting ?? [])).toEqual([4])
  })

  test('count hidden tasks, whether they wait or hold a slot', () => {
    const lane = laneAt(2, crowd, crowd.slice(0, 1))
    expect(lane).toMatchObject({ taken: 4, waiting: [], waitingCount: 1 })
    expect(laneAt(2, crowd, crowd.slice(3))).toMatchObject({ holding: [], waiting: [{ id: 4 }] })
  })

  test('have cards if the only visible task is waiting', () => {
    const lane = laneAt(2, crowd, crowd.slice(3))
    expect(lane && hasCards(lane)).toBe(true)
  })
})

describe('a drop', () => {
  test('is accepted by a level with a free slot', () => {
    const drop = dropOnLevel({ priority: 3 }, 4, 2)
    expect(drop).toEqual({ level: 4, allowed: true, taken: 2, after: 3 })
  })

  test('is rejected by a full level, with the actual count', () => {
    const drop = dropOnLevel({ priority: 3 }, 2, 4)
    expect(drop).toEqual({ level: 2, allowed: false, taken: 4, reason: 'full' })
  })

  test.each([3, 4, 5])('is rejected by the task’s own level with %i slots taken', (taken) => {
    const drop = dropOnLevel({ priority: 3 }, 3, taken)
    expect(drop).toMatchObject({ allowed: false, reason: 'here' })
  })
})
