import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'

import { aTask } from '#tests/support/a-task.ts'
import { TenfoldError } from '../error.ts'
import { type BulkChange, type BulkPatch, changeTasks } from './bulk.ts'
import { openTasksAtLevel } from './level.ts'
import { LEVELS, type Level, slotsAtLevel } from './priority.ts'
import { changeTask } from './task-rules.ts'
import type { Task } from './task.ts'
import { undoCall, undoRecordOf } from './undo.ts'

const PRESENT = { now: '2026-11-20T11:30:00.000Z' }

const atLevel = (priority: Level, count: number, from = 1): Task[] =>
  Array.from({ length: count }, (_, i) =>
    aTask({ id: from + i, title: `Task ${from + i}`, priority, position: i }),
  )

const stateOf = (tasks: readonly Task[]) => ({
  taskById: new Map(tasks.map((task) => [task.id, task])),
  placesAt: new Map(LEVELS.map((level) => [level, openTasksAtLevel(tasks, level)])),
  continued: new Set<number>(),
})

const change = (tasks: readonly Task[], changes: readonly BulkChange[]) =>
  changeTasks(changes, stateOf(tasks), PRESENT).map(({ after }) => after)

/** Returns a task without its version and change time, which every change sets. */
const valuesOf = (task: Task) => ({ ...task, version: 0, updatedAt: '' })

const errorOf = (run: () => unknown): TenfoldError => {
  try {
    run()
  } catch (error) {
    if (error instanceof TenfoldError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('changing several tasks', () => {
  it('moves tasks to the end of a level, in the order of the request', () => {
    const tasks = [...atLevel(5, 2), ...atLevel(2, 3, 10)]
    const moved = change(
      tasks,
      [12, 10].map((id) => ({ id, priority: 5 })),
    )
    expect(moved.map(({ id, priority, position }) => [id, priority, position])).toEqual([
      [12, 5, 2],
      [10, 5, 3],
    ])
  })

  it('needs slots only for tasks that are not at the level yet', () => {
    const tasks = [...atLevel(1, 2), ...atLevel(2, 1, 10)]
    expect(
      change(
        tasks,
        [1, 2, 10].map((id) => ({ id, priority: 1 })),
      ).map(({ version }) => version),
    ).toEqual([1, 1, 2])
  })

  it('rejects a move without enough slots, and lists the tasks that do not fit', () => {
    const tasks = [...atLevel(5, 4), ...atLevel(7, 3, 10)]
    const error = errorOf(() =>
      change(
        tasks,
        [10, 11, 12].map((id) => ({ id, priority: 5 })),
      ),
    )
    expect(error).toMatchObject({
      code: 'level_full',
      message: 'Level 5 has only 2 free slots.',
      tasks: [{ id: 12, title: 'Task 12' }],
    })
  })

  it('reports missing tasks, and tasks with a different version', () => {
    const tasks = atLevel(5, 2)
    expect(errorOf(() => change(tasks, [{ id: 1 }, { id: 7 }]))).toMatchObject({
      code: 'not_found',
      tasks: [{ id: 7 }],
    })
    expect(errorOf(() => change(tasks, [{ id: 1, version: 3 }, { id: 2 }]))).toMatchObject({
      code: 'changed',
      tasks: [{ id: 1, title: 'Task 1' }],
    })
  })

  it('keeps the slot of a completed recurring task, because its next occurrence takes it', () => {
    const recurring = { isRecurring: true, recurrenceFrequency: 'Weekly' } as const
    const tasks = [...atLevel(1, 2), aTask({ id: 3, priority: 1, position: 2, ...recurring })]
    const moves = [
      { id: 3, completed: true },
      { id: 10, priority: 1 as Level },
    ]
    const all = [...tasks, aTask({ id: 10 })]
    expect(errorOf(() => change(all, moves)).code).toBe('level_full')
    const continued = new Set([3])
    expect(changeTasks(moves, { ...stateOf(all), continued }, PRESENT)[1]?.after.priority).toBe(1)
  })

  it('takes a slot at the new level of a completed recurring task, and frees its old slot', () => {
    const recurring = { isRecurring: true, recurrenceFrequency: 'Weekly' } as const
    const tasks = [
      ...atLevel(1, 2),
      aTask({ id: 3, priority: 1, position: 2, ...recurring }),
      ...atLevel(2, 2, 10),
    ]
    const completed = { id: 3, completed: true, priority: 2 as Level }
    const [, moved] = change([...tasks, aTask({ id: 20 })], [completed, { id: 20, priority: 1 }])
    expect(moved?.priority).toBe(1)
    const error = errorOf(() => change([...tasks, aTask({ id: 20 })], [completed, { id: 20, priority: 2 }]))
    expect(error.code).toBe('level_full')
  })

  const tasksOf = fc.array(
    fc.record({
      priority: fc.constantFrom<Level[]>(1, 1, 1, 2, 2, 5),
      completed: fc.boolean(),
      position: fc.nat({ max: 4 }),
      category: fc.constantFrom('Task', 'Project'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const patches = fc.record<BulkPatch>(
    {
      priority: fc.constantFrom<Level[]>(1, 2, 5),
      completed: fc.boolean(),
      category: fc.constantFrom('Task', 'Project'),
      projectName: fc.constantFrom(null, 'Bridge'),
      dueDate: fc.constantFrom(null, '2027-01-02'),
    },
    { requiredKeys: [] },
  )

  it('has the same result as single changes in sequence, or changes nothing if one of them is rejected', () => {
    fc.assert(
      fc.property(tasksOf, fc.array(patches, { maxLength: 12 }), (fields, wanted) => {
        const tasks = fields.map((one, i) => aTask({ id: i + 1, projectName: null, ...one }))
        const changes = wanted.slice(0, tasks.length).map((patch, i) => ({ id: i + 1, ...patch }))
        let expected: Task[] | null = [...tasks]
        for (const { id, ...patch } of changes) {
          const before = expected?.find((task) => task.id === id)
          if (!expected || !before) break
          const others = expected.filter((task) => task.id !== id)
          try {
            const level = openTasksAtLevel(others, patch.priority ?? before.priority)
            const after = changeTask(before, patch, level, PRESENT)
            expected = expected.map((task) => (task.id === id ? after : task))
          } catch {
            expected = null
          }
        }
        if (expected === null) expect(() => change(tasks, changes)).toThrow(TenfoldError)
        else expect(change(tasks, changes)).toEqual(expected.slice(0, changes.length))
      }),
    )
  })

  it('can be undone exactly, and never exceeds the slots', () => {
    fc.assert(
      fc.property(tasksOf, patches, fc.infiniteStream(fc.boolean()), (fields, patch, chosen) => {
        const tasks = fields.map((one, i) => aTask({ id: i + 1, completedAt: null, ...one }))
        const ids = tasks.filter(({ completed }) => chosen.next().value && !completed).map(({ id }) => id)
        let changed: Task[]
        try {
          const after = change(
            tasks,
            ids.map((id) => ({ id, ...patch })),
          )
          changed = tasks.map((task) => after.find(({ id }) => id === task.id) ?? task)
        } catch {
          return
        }
        const arrived = changed.filter((task, i) => !task.completed && task.priority !== tasks[i]?.priority)
        for (const { priority } of arrived)
          expect(openTasksAtLevel(changed, priority).length).toBeLessThanOrEqual(slotsAtLevel(priority))
        const taskById = new Map(changed.map((task) => [task.id, task]))
        const openAt = new Map(LEVELS.map((level) => [level, openTasksAtLevel(changed, level).length]))
        const both = ids.map((id) => ({ before: tasks[id - 1] as Task, after: taskById.get(id) as Task }))
        const state = { taskById, unchanged: new Set<number>(), nodes: [], openAt }
        const { changes } = undoCall.rule(state, undoRecordOf(both, [], openAt), {
          ...PRESENT,
          userId: 'ada',
          zone: 'UTC',
        })
        const undone = new Map(changes.map(({ after }) => [after.id, after]))
        const back = ids.map((id) => undone.get(id) ?? (taskById.get(id) as Task))
        expect(back.map(valuesOf)).toEqual(ids.map((id) => valuesOf(tasks[id - 1] as Task)))
      }),
    )
  })
})
