import { describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import {
  changeInList,
  describeOpenTasks,
  orderInList,
  putAnswered,
  putIfNewer,
  putInList,
  putRead,
  removeFromList,
} from './task-list.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const present = { now: '2026-11-19T10:00:00.000Z', zone: 'UTC' }
const today = Temporal.PlainDate.from('2026-11-19')

function task(id: number, more: Partial<Task> = {}): Task {
  return aTask({ id, title: `Task ${id}`, position: id, ...more })
}

const idsAt = (tasks: readonly ShortTask[], level: Level) =>
  tasks.filter((task) => task.priority === level && !task.completed).map((task) => task.id)

describe('putIfNewer', () => {
  const list = [task(1, { version: 4, title: 'Shown' })]

  it.each([
    [4, 'Read'],
    [5, 'Read'],
    [3, 'Shown'],
  ])('keeps the newer of version 4 and a loaded version %i', (version, title) => {
    expect(putIfNewer(list, task(1, { version, title: 'Read' }))).toMatchObject([{ title }])
  })

  it('doesn’t restore a task deleted during loading', () => {
    expect(putIfNewer(list, task(2))).toEqual(list)
  })
})

/** Returns a task as the board lists it. */
function withoutTexts(whole: Task): ShortTask {
  const { description: _, clearGoals: _1, notes: _2, nextSteps: _3, ...short } = whole
  return short
}

describe('a task without its long text', () => {
  const whole = task(1, { version: 4, notes: 'Call the owner' })

  it.each([
    [4, [whole]],
    [5, [withoutTexts({ ...whole, version: 5 })]],
  ])('replaces a complete task only with a newer version: %i', (version, expected) => {
    expect(putAnswered([whole], [withoutTexts({ ...whole, version })])).toEqual(expected)
  })

  it.each([
    ['a response', (list: readonly ShortTask[]) => putAnswered(list, [whole])],
    ['a reload', (list: readonly ShortTask[]) => putIfNewer(list, whole)],
    ['the rest of the list', (list: readonly ShortTask[]) => putRead(list, list, [whole])],
  ])('gets it from %s of the same version', (_, put) => {
    expect(put([withoutTexts(whole)])).toEqual([whole])
  })

  it('still lacks it after a change to other fields', () => {
    const [changed] = changeInList([withoutTexts(whole)], { id: 1, patch: { title: 'New' } }, present)
    expect(changed).toEqual(withoutTexts({ ...whole, title: 'New', version: 5, updatedAt: present.now }))
    expect(changed && hasTexts(changed)).toBe(false)
  })
})

const ids = (tasks: readonly ShortTask[]) => tasks.map(({ id }) => id)

describe('putRead', () => {
  const before = [task(1), task(2), task(3)]

  it('returns the loaded list if nothing else changed', () => {
    const read = [task(1, { version: 2 }), task(4)]
    expect(putRead(before, before, read)).toEqual(read)
  })

  it('keeps a newer version from a response', () => {
    const shown = [task(1, { version: 3, title: 'Renamed' }), task(2), task(3)]
    const read = [task(1, { version: 2 }), task(2), task(3)]
    expect(putRead(before, shown, read)[0]).toMatchObject({ title: 'Renamed', version: 3 })
  })

  it('keeps added tasks in place and omits deleted tasks', () => {
    const shown = [task(1), task(3), task(9, { position: 2 })]
    expect(ids(putRead(before, shown, before))).toEqual([1, 9, 3])
  })

  it('includes a task that was deleted and then restored', () => {
    expect(ids(putRead(before, [task(1), task(3)], [task(1), task(2, { version: 3 }), task(3)]))).toEqual([
      1, 2, 3,
    ])
  })

  it('omits tasks that another device deleted and adds loaded tasks', () => {
    expect(ids(putRead(before, before, [task(2), task(7, { completed: true })]))).toEqual([2, 7])
  })
})

describe('changeInList', () => {
  it('moves a task to the end of another level', () => {
    const tasks = [task(1, { priority: 3, position: 4 }), task(2), task(3)]
    const changed = changeInList(tasks, { id: 2, patch: { priority: 3 } }, present)
    expect(idsAt(changed, 3)).toEqual([1, 2])
    expect(changed.find((task) => task.id === 2)).toMatchObject({
      position: 5,
      version: 2,
      updatedAt: present.now,
    })
  })

  it('throws the rule’s error and leaves the list unchanged', () => {
    const full = [1, 2, 3].map((id) => task(id, { priority: 1 }))
    const tasks = [...full, task(4)]
    expect(() => changeInList(tasks, { id: 4, patch: { priority: 1 } }, present)).toThrow(
      'Level 1 is full (3 of 3).',
    )
    expect(idsAt(tasks, 5)).toEqual([4])
  })

  it('doesn’t count a reopened task itself at its level', () => {
    const tasks = [
      task(1, { position: 2 }),
      task(2, { position: 7, completed: true, completedAt: present.now }),
    ]
    const changed = changeInList(tasks, { id: 2, patch: { completed: false } }, present)
    expect(changed.find((task) => task.id === 2)).toMatchObject({ position: 3, completedAt: null })
  })

  it('leaves the list unchanged if the task is gone', () => {
    const tasks = [task(1)]
    expect(changeInList(tasks, { id: 9, patch: { title: 'x' } }, present)).toEqual(tasks)
  })
})

describe('orderInList', () => {
  it('puts the named tasks first and changes no other level or completed task', () => {
    const tasks = [task(1), task(2), task(3), task(4, { completed: true }), task(5, { priority: 6 })]
    const ordered = orderInList(tasks, { level: 5, order: { positions: [{ id: 3, position: 0 }] } }, present)
    expect(idsAt(ordered, 5)).toEqual([3, 1, 2])
    expect(ordered.find((task) => task.id === 4)).toBe(tasks[3])
    expect(ordered.find((task) => task.id === 5)).toBe(tasks[4])
  })

  it('rejects a task from another level', () => {
    expect(() =>
      orderInList(
        [task(1, { priority: 6 })],
        { level: 5, order: { positions: [{ id: 1, position: 0 }] } },
        present,
      ),
    ).toThrow('Not found.')
  })
})

it('putInList replaces older versions and adds new tasks at their sorted positions', () => {
  const tasks = [task(1), task(2)]
  const changed = putInList(tasks, [task(1, { position: 9, title: 'New' }), task(3, { priority: 1 })])
  expect(changed.map((task) => [task.id, task.title])).toEqual([
    [3, 'Task 3'],
    [2, 'Task 2'],
    [1, 'New'],
  ])
})

it('removeFromList removes a task from the list and from dependencies', () => {
  const tasks = [task(1), task(2, { dependencies: ['1', '3'] }), task(3)]
  const left = removeFromList(tasks, [{ id: 1 }])
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
  expect(describeOpenTasks(tasks, today, 'UTC')).toBe(says)
})

it.each([
  ['Europe/Berlin', '1 open, 1 due today'],
  ['UTC', '1 open'],
])('counts an instant as due today by its day in %s: "%s"', (zone, says) => {
  const lateInUtc = task(1, { dueDate: '2026-11-18T23:30:00Z' })
  expect(describeOpenTasks([lateInUtc], today, zone)).toBe(says)
})
