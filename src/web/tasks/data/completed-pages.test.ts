import { describe, expect, it } from 'vitest'

import {
  type CompletedQuery,
  type CompletedPage,
  findInPages,
  lastOfPages,
  putInPages,
  removeFromPages,
} from './completed-pages.ts'
import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const at = (hour: number) => `2026-11-19T${String(hour).padStart(2, '0')}:00:00.000Z`
const done = (id: number, hour: number, more: Partial<Task> = {}): Task =>
  aTask({ id, completed: true, completedAt: at(hour), category: 'Task', title: `Task ${id}`, ...more })

/** Completed at 20:00, 18:00 and 16:00, then 14:00 and 12:00 on the second page; 10:00 and 8:00 are on a later page. */
const pages: CompletedPage[] = [
  { tasks: [done(10, 20), done(9, 18), done(8, 16)], hasMore: true },
  { tasks: [done(7, 14), done(6, 12)], hasMore: true },
]
const wholePages = [...pages, { tasks: [done(5, 10)], hasMore: false }]
const ids = (pages: readonly CompletedPage[]) => pages.map(({ tasks }) => tasks.map((task) => task.id))

describe('putInPages', () => {
  it.each<[string, Task, number[][]]>([
    [
      'puts the newest first',
      done(11, 21),
      [
        [11, 10, 9, 8],
        [7, 6],
      ],
    ],
    [
      'puts an older one in its place',
      done(2, 17),
      [
        [10, 9, 2, 8],
        [7, 6],
      ],
    ],
    [
      'puts the higher id first at the same instant',
      done(11, 18),
      [
        [10, 11, 9, 8],
        [7, 6],
      ],
    ],
    [
      'puts the lower id second at the same instant',
      done(1, 18),
      [
        [10, 9, 1, 8],
        [7, 6],
      ],
    ],
    [
      'puts one between two pages on the later page',
      done(1, 15),
      [
        [10, 9, 8],
        [1, 7, 6],
      ],
    ],
    [
      'leaves one older than all to a later page',
      done(1, 11),
      [
        [10, 9, 8],
        [7, 6],
      ],
    ],
    ['moves a task that is completed again', done(7, 21), [[7, 10, 9, 8], [6]]],
    [
      'removes a reopened one',
      done(9, 18, { completed: false, completedAt: null }),
      [
        [10, 8],
        [7, 6],
      ],
    ],
    [
      'keeps the last one in place',
      done(6, 12, { title: 'New' }),
      [
        [10, 9, 8],
        [7, 6],
      ],
    ],
  ])('%s', (_, task, expected) => {
    expect(ids(putInPages(pages, task, {}))).toEqual(expected)
  })

  it('puts the oldest task last if no page follows', () => {
    expect(ids(putInPages(wholePages, done(1, 3), {}))).toEqual([
      [10, 9, 8],
      [7, 6],
      [5, 1],
    ])
    expect(ids(putInPages([{ tasks: [], hasMore: false }], done(1, 3), {}))).toEqual([[1]])
  })

  it('replaces the task with its current version', () => {
    const changed = putInPages(pages, done(9, 18, { title: 'New' }), {})
    expect(findInPages(changed, 9)?.title).toBe('New')
    expect(findInPages(pages, 9)?.title).toBe('Task 9')
    expect(changed[1]).toBe(pages[1])
  })

  it.each<[CompletedQuery, boolean]>([
    [{ category: 'Big task' }, true],
    [{ category: 'BIG  TASK' }, true],
    [{ category: 'Meeting' }, false],
    [{ from: at(17) }, true],
    [{ from: at(18) }, false],
    [{ to: at(17) }, true],
    [{ to: at(16) }, false],
    [{ from: at(17), to: at(17), category: 'Big task' }, true],
  ])('with %j, a task completed at 17:00 matches: %j', (query, isShown) => {
    const task = done(11, 17, { category: 'Big task' })
    expect(findInPages(putInPages(wholePages, task, query), 11) !== undefined).toBe(isShown)
  })

  it('removes a task that left the category', () => {
    const changed = putInPages(pages, done(9, 18, { category: 'Meeting' }), { category: 'Task' })
    expect(ids(changed)).toEqual([
      [10, 8],
      [7, 6],
    ])
  })
})

describe('removeFromPages', () => {
  it('removes a task', () => expect(ids(removeFromPages(pages, 7))).toEqual([[10, 9, 8], [6]]))
  it('returns the same pages if the task isn’t there', () => expect(removeFromPages(pages, 99)).toBe(pages))
})

describe('lastOfPages', () => {
  it('returns the last task of the last non-empty page', () => {
    expect(lastOfPages(pages)?.id).toBe(6)
    expect(lastOfPages([...pages, { tasks: [], hasMore: true }])?.id).toBe(6)
    expect(lastOfPages([{ tasks: [], hasMore: false }])).toBeUndefined()
  })
})
