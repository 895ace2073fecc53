import { describe, expect, test } from 'vitest'

import {
  dropLabel,
  dropOnLevel,
  dropResult,
  dropStatus,
  hasCards,
  laneName,
  laneNote,
  lanesOfBoard,
  shortDropLabel,
  slotsText,
  steppedUp,
  waitingText,
} from './board.ts'
import { LEVELS, type Level } from './priority.ts'
import { type Task, taskDraftSchema } from './task.ts'

const NOW = '2026-11-19T09:00:00.000Z'

function openTask(id: number, priority: Level, position: number, more: Partial<Task> = {}): Task {
  return {
    ...taskDraftSchema.parse({ title: `Task ${id}`, priority, position }),
    id,
    completedAt: null,
    userId: 'user',
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...more,
  }
}

const ids = (tasks: readonly Task[]) => tasks.map((task) => task.id)
const laneAt = (level: Level, tasks: readonly Task[], shown?: readonly Task[]) =>
  lanesOfBoard(tasks, shown).find((lane) => lane.level === level)

/** Four tasks at level 2, which has three slots. */
const crowd = [1, 2, 3, 4].map((id) => openTask(id, 2, id))

describe('lanes', () => {
  test('there are ten, most urgent first, with or without tasks', () => {
    expect(lanesOfBoard([]).map((lane) => lane.level)).toEqual(LEVELS)
    expect(lanesOfBoard([]).some(hasCards)).toBe(false)
  })

  test('tasks stand by position, ties by id, whatever the order of the list', () => {
    const tasks = [openTask(1, 3, 2), openTask(3, 3, 0), openTask(2, 3, 0)]
    expect(ids(laneAt(3, tasks)?.holding ?? [])).toEqual([2, 3, 1])
  })

  test('the first tasks hold the slots and the rest wait', () => {
    const lane = laneAt(2, crowd)
    expect(ids(lane?.holding ?? [])).toEqual([1, 2, 3])
    expect(ids(lane?.waiting ?? [])).toEqual([4])
  })

  test('a completed task takes no slot and is not shown', () => {
    const tasks = [...crowd.slice(0, 3), openTask(9, 2, 0, { completed: true, completedAt: NOW })]
    expect(laneAt(2, tasks)).toMatchObject({ taken: 3, waiting: [] })
    expect(ids(laneAt(2, tasks)?.holding ?? [])).toEqual([1, 2, 3])
  })

  test('a filter hides cards and changes neither the count nor who waits', () => {
    const shown = crowd.filter((task) => task.id === 2 || task.id === 4)
    const lane = laneAt(2, crowd, shown)
    expect(lane?.taken).toBe(4)
    expect(ids(lane?.holding ?? [])).toEqual([2])
    expect(ids(lane?.waiting ?? [])).toEqual([4])
  })

  test('a hidden task of the line still waits, and a hidden task ahead still holds its slot', () => {
    const lane = laneAt(2, crowd, crowd.slice(0, 1))
    expect(lane).toMatchObject({ taken: 4, waiting: [], waitingCount: 1 })
    expect(laneAt(2, crowd, crowd.slice(3))).toMatchObject({ holding: [], waiting: [{ id: 4 }] })
  })

  test('a lane whose only shown task waits has cards', () => {
    const lane = laneAt(2, crowd, crowd.slice(3))
    expect(lane && hasCards(lane)).toBe(true)
  })
})

describe('dropping', () => {
  test('a level with room takes the task', () => {
    const drop = dropOnLevel({ priority: 3 }, 4, 2)
    expect(drop).toEqual({ level: 4, allowed: true, taken: 2, after: 3 })
    expect([dropLabel(drop), shortDropLabel(drop), dropStatus(drop)]).toEqual([
      'Room for 2',
      '3 of 4',
      'Moving to level 4, 3 of 4 slots',
    ])
    expect(drop.allowed && dropResult(drop)).toBe('level 4, Medium. 3 of 4 slots.')
  })

  test('a full level refuses it, with what is really there', () => {
    const drop = dropOnLevel({ priority: 3 }, 2, 4)
    expect(drop).toEqual({ level: 2, allowed: false, taken: 4, reason: 'full' })
    expect([dropLabel(drop), shortDropLabel(drop), dropStatus(drop)]).toEqual([
      'Level 2 is full (4 of 3)',
      'Full',
      'Level 2 is full (4 of 3)',
    ])
  })

  test.each([3, 4, 5])('its own level refuses it with %i taken', (taken) => {
    const drop = dropOnLevel({ priority: 3 }, 3, taken)
    expect(drop).toMatchObject({ allowed: false, reason: 'here' })
    expect([dropLabel(drop), shortDropLabel(drop)]).toEqual(['Already at level 3', 'Here'])
  })
})

describe('stepping up', () => {
  test('completing a task that holds a slot lets the first of the line step up', () => {
    const after = crowd.map((task) => (task.id === 1 ? { ...task, completed: true, completedAt: NOW } : task))
    expect(ids(steppedUp(crowd, after))).toEqual([4])
  })

  test('moving one away or deleting one does the same', () => {
    const moved = crowd.map((task) => (task.id === 2 ? openTask(2, 5, 0) : task))
    expect(ids(steppedUp(crowd, moved))).toEqual([4])
    expect(ids(steppedUp(crowd, crowd.slice(1)))).toEqual([4])
  })

  test('nobody steps up when one of the line leaves it', () => {
    expect(steppedUp(crowd, crowd.slice(0, 3))).toEqual([])
  })

  test('nobody steps up when a level is put in another order', () => {
    const reordered = crowd.map((task) => (task.id === 4 ? { ...task, position: 0 } : task))
    expect(steppedUp(crowd, reordered)).toEqual([])
  })
})

describe('words', () => {
  test('a level is named with its slots', () => {
    expect(laneName(3, 3)).toBe('Priority 3, High, 3 of 4')
    expect(laneNote(3)).toBe('(4 tasks max)')
  })

  test('more than the slots is over limit', () => {
    expect(slotsText(2, 3)).toBe('3 of 3')
    expect(slotsText(2, 4)).toBe('4 of 3, over limit')
  })

  test.each([
    [2, 2, '2 waiting'],
    [1, 2, '2 waiting, 1 shown'],
    [0, 2, '2 waiting, none shown'],
  ])('%i shown of %i in the line are said as %j', (shown, waitingCount, text) => {
    expect(waitingText({ waiting: crowd.slice(0, shown), waitingCount })).toBe(text)
  })
})
