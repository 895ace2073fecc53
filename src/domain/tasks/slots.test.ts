import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'
import { TenfoldError } from '../error.ts'
import { openTasksAtLevel } from './level.ts'
import { LEVELS, type Level, slotsAtLevel } from './priority.ts'
import { pushDown, swapTasks } from './slot-commands.ts'
import { type BoardPlace, type SlotPlan, planPushDown, planSwap } from './slots.ts'
import type { Task } from './task.ts'
import { undoCall, undoRecordOf } from './undo.ts'

const AUTHOR = { userId: 'ada', now: '2026-11-20T11:30:00.000Z', zone: 'UTC' }

/** Creates `count` tasks at a level with ids such as 201 to 203 for level 2. */
const atLevel = (priority: Level, count: number): Task[] =>
  Array.from({ length: count }, (_, i) =>
    aTask({ id: priority * 100 + i + 1, title: `Task ${priority * 100 + i + 1}`, priority, position: i }),
  )

const fullFrom = (first: Level, last: Level) =>
  LEVELS.filter((level) => level >= first && level <= last).flatMap((level) =>
    atLevel(level, slotsAtLevel(level)),
  )

const openAt = (tasks: readonly Task[]) => (level: Level) => openTasksAtLevel(tasks, level)
const boardOf = (tasks: readonly Task[]) => new Map(LEVELS.map((level) => [level, openAt(tasks)(level)]))

/** Returns the tasks with new levels and positions. */
function place(tasks: readonly Task[], places: readonly BoardPlace[]): Task[] {
  const placeById = new Map(places.map((one) => [one.id, one]))
  return tasks.map((task) => ({ ...task, ...placeById.get(task.id) }))
}

const idsAt = (tasks: readonly Task[], level: Level) => openTasksAtLevel(tasks, level).map(({ id }) => id)
const taskOf = (tasks: readonly Task[], id: number) => tasks.find((task) => task.id === id) as Task

/** Returns the moves as text, such as '500: 5 → 2'. */
const movesOf = ({ moves }: SlotPlan) => moves.map(({ id, from, priority }) => `${id}: ${from} → ${priority}`)

const errorOf = (run: () => unknown): TenfoldError => {
  try {
    run()
  } catch (error) {
    if (error instanceof TenfoldError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('pushing down', () => {
  const moved = aTask({ id: 500, priority: 5, position: 0 })
  const push = (others: readonly Task[], level: Level, task = moved) => {
    const tasks = [...others, task]
    const plan = planPushDown(task, level, openAt(tasks))
    return { plan, after: place(tasks, plan.places) }
  }

  it.each<[string, Task[], Level, string[]]>([
    ['moves only the task into a level with room', atLevel(2, 2), 2, ['500: 5 → 2']],
    [
      'moves the task in the last slot of a full level to the next level',
      atLevel(2, 3),
      2,
      ['500: 5 → 2', '203: 2 → 3'],
    ],
    ['continues until a level has room', fullFrom(2, 3), 2, ['500: 5 → 2', '203: 2 → 3', '304: 3 → 4']],
    [
      'counts the slot that the task leaves',
      [...fullFrom(2, 4), ...atLevel(5, 5)],
      2,
      ['500: 5 → 2', '203: 2 → 3', '304: 3 → 4', '404: 4 → 5'],
    ],
    [
      'keeps the waiting line of the level that the task leaves',
      [...fullFrom(4, 4), ...atLevel(5, 6), ...fullFrom(6, 6)],
      4,
      ['500: 5 → 4', '404: 4 → 5'],
    ],
    ['never moves a waiting task', atLevel(2, 5), 2, ['500: 5 → 2', '203: 2 → 3']],
    [
      'ends in the waiting line of level 10 when all levels are full',
      fullFrom(8, 10),
      8,
      ['500: 5 → 8', '808: 8 → 9', '910: 9 → 10', '1010: 10 → 10'],
    ],
    ['starts at level 10 too', atLevel(10, 10), 10, ['500: 5 → 10', '1010: 10 → 10']],
  ])('%s', (_, others, level, moves) => {
    expect(movesOf(push(others, level).plan)).toEqual(moves)
  })

  it('gives the task the last slot, and puts each pushed task at the top of the next level', () => {
    const { after } = push([...fullFrom(2, 3), ...atLevel(4, 2)], 2)
    expect(idsAt(after, 2)).toEqual([201, 202, 500])
    expect(idsAt(after, 3)).toEqual([203, 301, 302, 303])
    expect(idsAt(after, 4)).toEqual([304, 401, 402])
  })

  it('keeps the waiting line behind the slots', () => {
    expect(idsAt(push(atLevel(2, 5), 2).after, 2)).toEqual([201, 202, 500, 204, 205])
  })

  it('puts the task in the last slot of a full level 10 first in the waiting line', () => {
    const { after } = push([...atLevel(10, 12), ...fullFrom(9, 9)], 9)
    expect(idsAt(after, 10)).toEqual([910, ...Array.from({ length: 12 }, (_, i) => 1001 + i)])
  })

  it('gives the task the last slot even among tasks with equal positions', () => {
    const level = [201, 202, 203, 204].map((id) => aTask({ id, priority: 2, position: 7 }))
    expect(idsAt(push(level, 2).after, 2)).toEqual([201, 202, 500, 204])
    expect(idsAt(push(level, 2, { ...moved, id: 1 }).after, 2)).toEqual([201, 202, 1, 204])
  })
})

describe('swapping', () => {
  it('gives each task the level and the position of the other', () => {
    const tasks = [...atLevel(2, 3), ...atLevel(5, 4)]
    const plan = planSwap(taskOf(tasks, 503), taskOf(tasks, 202), openAt(tasks))
    expect(movesOf(plan)).toEqual(['503: 5 → 2', '202: 2 → 5'])
    expect(plan.places).toEqual([
      { id: 503, priority: 2, position: 1 },
      { id: 202, priority: 5, position: 2 },
    ])
  })

  it('keeps the order of a level with equal positions', () => {
    const tasks = [...[201, 202, 203].map((id) => aTask({ id, priority: 2, position: 4 })), ...atLevel(5, 1)]
    const plan = planSwap(taskOf(tasks, 501), taskOf(tasks, 201), openAt(tasks))
    expect(idsAt(place(tasks, plan.places), 2)).toEqual([501, 202, 203])
  })
})

const seen = (...moves: [number, Level][]) => ({
  moves: moves.map(([id, priority]) => ({ id, priority })),
})

describe('the commands', () => {
  const tasks = [...fullFrom(2, 3), ...atLevel(5, 2)]
  const task = taskOf(tasks, 501)
  const other = taskOf(tasks, 202)
  const state = { task, other, openAt: boardOf(tasks), nodes: tasks, hasParent: false }

  it('apply the moves that the user saw', () => {
    const chain = seen([501, 2], [203, 3], [304, 4])
    expect(pushDown.rule(state, { id: 501, level: 2, ...chain }, AUTHOR).moves).toHaveLength(3)
    const pair = seen([501, 2], [202, 5])
    expect(swapTasks.rule(state, { id: 501, with: 202, ...pair }, AUTHOR).moves).toHaveLength(2)
  })

  it('reject outdated moves and return the current ones', () => {
    const error = errorOf(() =>
      pushDown.rule(state, { id: 501, level: 2, ...seen([501, 2], [202, 3], [304, 4]) }, AUTHOR),
    )
    expect(error).toMatchObject({
      code: 'changed',
      message: 'The board changed. Check again.',
      tasks: [
        { id: 501, title: 'Task 501', priority: 2 },
        { id: 203, title: 'Task 203', priority: 3 },
        { id: 304, title: 'Task 304', priority: 4 },
      ],
    })
    const swap = { id: 501, with: 202, ...seen([501, 3], [202, 5]) }
    expect(errorOf(() => swapTasks.rule(state, swap, AUTHOR)).tasks).toEqual([
      { id: 501, title: 'Task 501', priority: 2 },
      { id: 202, title: 'Task 202', priority: 5 },
    ])
  })

  it('reject completed tasks and moves within a level', () => {
    const done = { ...task, completed: true }
    const errors = [
      () => swapTasks.rule({ ...state, task: done }, { id: 501, with: 202 }, AUTHOR),
      () =>
        swapTasks.rule({ ...state, other: { ...other, completed: true } }, { id: 501, with: 202 }, AUTHOR),
      () => swapTasks.rule({ ...state, other: taskOf(tasks, 502) }, { id: 501, with: 502 }, AUTHOR),
      () => pushDown.rule({ ...state, task: done }, { id: 501, level: 2 }, AUTHOR),
      () => pushDown.rule(state, { id: 501, level: 5 }, AUTHOR),
    ].map(errorOf)
    expect(errors.map(({ code, issues }) => [code, issues?.[0]?.path])).toEqual([
      ['invalid', 'with'],
      ['invalid', 'with'],
      ['invalid', 'with'],
      ['invalid', 'level'],
      ['invalid', 'level'],
    ])
    const stale = () => pushDown.rule({ ...state, task: done }, { id: 501, level: 2, ...seen() }, AUTHOR)
    expect(errorOf(stale)).toMatchObject({ code: 'changed', tasks: [] })
  })

  it('change other fields of the moved task in the same step, by the same rules as a save', () => {
    const patch = { title: 'Renamed', category: 'Meeting' }
    const pushed = pushDown.rule(state, { id: 501, level: 2, patch }, AUTHOR)
    expect(pushed.places[0]).toMatchObject({ id: 501, priority: 2 })
    expect(pushed.after).toEqual({ ...task, ...patch, version: task.version + 1, updatedAt: AUTHOR.now })
    const swapped = swapTasks.rule(state, { id: 501, with: 202, patch: { title: task.title } }, AUTHOR)
    expect(swapped.after).toBe(task)
    expect(() => swapTasks.rule(state, { id: 501, with: 202, patch: { isRecurring: true } }, AUTHOR)).toThrow(
      'Choose how often the task recurs.',
    )
    const loop = { dependencies: ['501'] }
    expect(errorOf(() => pushDown.rule(state, { id: 501, level: 2, patch: loop }, AUTHOR)).code).toBe(
      'dependency_cycle',
    )
  })
})

/** Checks that no task is lost, that the others keep their order, and that no level exceeds its slots. */
function check(before: Task[], plan: SlotPlan, mayGrow: Level | null): Task[] {
  const after = place(before, plan.places)
  const moved = new Set(plan.moves.map(({ id }) => id))
  for (const level of LEVELS) {
    const others = (tasks: Task[]) => idsAt(tasks, level).filter((id) => !moved.has(id))
    expect(others(after)).toEqual(others(before))
    if (level === mayGrow) continue
    const max = Math.max(slotsAtLevel(level), idsAt(before, level).length)
    expect(idsAt(after, level).length).toBeLessThanOrEqual(max)
  }
  expect(after.filter(({ completed }) => completed)).toEqual(before.filter(({ completed }) => completed))
  expect(new Set(plan.places.map(({ id }) => id)).size).toBe(plan.places.length)
  const openAt = new Map(LEVELS.map((level) => [level, idsAt(after, level).length]))
  const changes = plan.places.map((one) => ({ before: taskOf(before, one.id), after: one }))
  const taskById = new Map(after.map((one) => [one.id, one]))
  const state = { taskById, unchanged: new Set<number>(), nodes: [], openAt }
  const undone = undoCall.rule(state, undoRecordOf(changes, [], openAt), AUTHOR)
  const places = undone.changes.map(({ after: { id, priority, position } }) => ({ id, priority, position }))
  expect(place(after, places)).toEqual(before)
  return after
}

describe('a board with any tasks', () => {
  const boards = fc
    .array(
      fc.record({
        priority: fc.constantFrom<Level[]>(1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 9, 10),
        position: fc.nat({ max: 6 }),
        completed: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 2, maxLength: 60, size: 'max' },
    )
    .map((fields) => fields.map((one, i) => aTask({ id: i + 1, ...one })))
  /** Boards with levels 4–10 full, so that chains reach the waiting line of level 10. */
  const lowBoards = boards.map((tasks) => [...tasks, ...fullFrom(4, 10)])
  const choice = fc.record({
    task: fc.nat(),
    other: fc.nat(),
    level: fc.constantFrom<Level[]>(1, 2, 3, 4, 9, 10),
  })

  it('keeps all tasks, their order and the slots when a task is pushed into a level', () => {
    fc.assert(
      fc.property(fc.oneof(boards, lowBoards), choice, (tasks, { task: index, level }) => {
        const open = tasks.filter((task) => !task.completed && task.priority !== level)
        const task = open[index % open.length]
        if (!task) return
        const plan = planPushDown(task, level, openAt(tasks))
        for (const { id, from } of plan.moves.slice(1))
          expect(idsAt(tasks, from).slice(0, slotsAtLevel(from))).toContain(id)
        const isLine = plan.moves.at(-1)?.from === plan.moves.at(-1)?.priority
        const after = check(tasks, plan, isLine ? 10 : null)
        expect(idsAt(after, level).slice(0, slotsAtLevel(level))).toContain(task.id)
      }),
    )
  })

  it('keeps all tasks, their order and the slots when two tasks are swapped', () => {
    fc.assert(
      fc.property(boards, choice, (tasks, chosen) => {
        const open = tasks.filter((task) => !task.completed)
        const task = open[chosen.task % open.length]
        const others = open.filter(({ priority }) => priority !== task?.priority)
        const other = others[chosen.other % others.length]
        if (!task || !other) return
        const after = check(tasks, planSwap(task, other, openAt(tasks)), null)
        expect(idsAt(after, other.priority).indexOf(task.id)).toBe(
          idsAt(tasks, other.priority).indexOf(other.id),
        )
        expect(idsAt(after, task.priority).indexOf(other.id)).toBe(
          idsAt(tasks, task.priority).indexOf(task.id),
        )
      }),
    )
  })
})
