import { describe, expect, it } from 'vitest'

import type { Level } from './priority.ts'
import {
  changeInList,
  describeOpenTasks,
  orderInList,
  putIfNewer,
  putInList,
  putRead,
  removeFromList,
} from './task-list.ts'
import type { Task } from './task.ts'

const present = { now: '2026-11-19T10:00:00.000Z' }
const today = Temporal.PlainDate.from('2026-11-19')

function task(id: number, more: Partial<Task> = {}): Task {
  return {
    id,
    title: `Task ${id}`,
    category: 'Task',
    projectName: null,
    priority: 5,
    position: id,
    dependencies: [],
    completed: false,
    completedAt: null,
    isRecurring: false,
    recurrenceFrequency: null,
    dueDate: null,
    version: 1,
    ...more,
  } as Task
}

const idsAt = (tasks: readonly Task[], level: Level) =>
  tasks.filter((task) => task.priority === level && !task.completed).map((task) => task.id)

describe('putIfNewer', () => {
  const list = [task(1, { version: 4, title: 'Shown' })]

  it.each([
    [4, 'Read'],
    [5, 'Read'],
    [3, 'Shown'],
  ])('of a task shown in version 4 and read in version %i shows the newer', (version, title) => {
    expect(putIfNewer(list, task(1, { version, title: 'Read' }))).toMatchObject([{ title }])
  })

  it('does not bring back a task that was deleted meanwhile', () => {
    expect(putIfNewer(list, task(2))).toEqual(list)
  })
})

const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

describe('putRead', () => {
  const before = [task(1), task(2), task(3)]

  it('is what was read, where nothing was pressed meanwhile', () => {
    const read = [task(1, { version: 2 }), task(4)]
    expect(putRead(before, before, read)).toEqual(read)
  })

  it('keeps a task that was answered newer than it was read', () => {
    const shown = [task(1, { version: 3, title: 'Renamed' }), task(2), task(3)]
    const read = [task(1, { version: 2 }), task(2), task(3)]
    expect(putRead(before, shown, read)[0]).toMatchObject({ title: 'Renamed', version: 3 })
  })

  it('keeps what was added, in its place, and leaves out what was deleted', () => {
    const shown = [task(1), task(3), task(9, { position: 2 })]
    expect(ids(putRead(before, shown, before))).toEqual([1, 9, 3])
  })

  it('leaves out what was deleted elsewhere, and has what was read beside the kept tasks', () => {
    expect(ids(putRead(before, before, [task(2), task(7, { completed: true })]))).toEqual([2, 7])
  })
})

describe('changeInList', () => {
  it('moves a task to the end of another level', () => {
    const tasks = [task(1, { priority: 3, position: 4 }), task(2), task(3)]
    const changed = changeInList(tasks, 2, { priority: 3 }, present)
    expect(idsAt(changed, 3)).toEqual([1, 2])
    expect(changed.find((task) => task.id === 2)).toMatchObject({
      position: 5,
      version: 2,
      updatedAt: present.now,
    })
  })

  it('throws what the rule throws, and the list is as it was', () => {
    const full = [1, 2, 3].map((id) => task(id, { priority: 1 }))
    const tasks = [...full, task(4)]
    expect(() => changeInList(tasks, 4, { priority: 1 }, present)).toThrow('Level 1 is full (3 of 3).')
    expect(idsAt(tasks, 5)).toEqual([4])
  })

  it('does not count the task itself among those at its level when it is reopened', () => {
    const tasks = [
      task(1, { position: 2 }),
      task(2, { position: 7, completed: true, completedAt: present.now }),
    ]
    const changed = changeInList(tasks, 2, { completed: false }, present)
    expect(changed.find((task) => task.id === 2)).toMatchObject({ position: 3, completedAt: null })
  })

  it('leaves the list alone when the task is gone', () => {
    const tasks = [task(1)]
    expect(changeInList(tasks, 9, { title: 'x' }, present)).toEqual(tasks)
  })
})

describe('orderInList', () => {
  it('puts the named tasks first and touches no other level and no completed task', () => {
    const tasks = [task(1), task(2), task(3), task(4, { completed: true }), task(5, { priority: 6 })]
    const ordered = orderInList(tasks, 5, { positions: [{ id: 3, position: 0 }] })
    expect(idsAt(ordered, 5)).toEqual([3, 1, 2])
    expect(ordered.find((task) => task.id === 4)).toBe(tasks[3])
    expect(ordered.find((task) => task.id === 5)).toBe(tasks[4])
  })

  it('refuses a task of another level', () => {
    expect(() => orderInList([task(1, { priority: 6 })], 5, { positions: [{ id: 1, position: 0 }] })).toThrow(
      'There is nothing here, or it is not yours.',
    )
  })
})

it('putInList replaces older versions and adds new tasks in their places', () => {
  const tasks = [task(1), task(2)]
  const changed = putInList(tasks, [task(1, { position: 9, title: 'New' }), task(3, { priority: 1 })])
  expect(changed.map((task) => [task.id, task.title])).toEqual([
    [3, 'Task 3'],
    [2, 'Task 2'],
    [1, 'New'],
  ])
})

it('removeFromList takes a task out of the list and out of what others depend on', () => {
  const tasks = [task(1), task(2, { dependencies: ['1', '3'] }), task(3)]
  const left = removeFromList(tasks, 1)
  expect(left.map((task) => [task.id, task.dependencies])).toEqual([
    [2, ['3']],
    [3, []],
  ])
})

it.each([
  { tasks: [], says: '0 open' },
  { tasks: [task(1)], says: '1 open' },
  { tasks: [task(1), task(2, { completed: true })], says: '1 open' },
  {
    tasks: [
      task(1, { dueDate: '2026-11-19' }),
      task(2, { dueDate: '2026-11-19T23:30' }),
      task(3, { dueDate: '2026-11-18' }),
      task(4, { dueDate: '2026-11-19', completed: true }),
    ],
    says: '3 open, 2 due today',
  },
])('describeOpenTasks says "$says"', ({ tasks, says }) => {
  expect(describeOpenTasks(tasks, today)).toBe(says)
})
