import { describe, expect, it } from 'vitest'

import type { CompletedQuery } from './completed-filter.ts'
import {
  type CompletedPage,
  findInPages,
  lastOfPages,
  putInPages,
  removeFromPages,
} from './completed-pages.ts'
import type { Task } from './task.ts'

const at = (hour: number) => `2026-11-19T${String(hour).padStart(2, '0')}:00:00.000Z`
const done = (id: number, hour: number, more: Partial<Task> = {}): Task =>
  ({ id, completed: true, completedAt: at(hour), category: 'Task', title: `Task ${id}`, ...more }) as Task

/** Completed at 20, 18 and 16 o'clock, and at 14 and 12 o'clock on the second page; 10 and 8 o'clock come later. */
const pages: CompletedPage[] = [
  { tasks: [done(10, 20), done(9, 18), done(8, 16)], hasMore: true },
  { tasks: [done(7, 14), done(6, 12)], hasMore: true },
]
const wholePages = [...pages, { tasks: [done(5, 10)], hasMore: false }]
const ids = (pages: readonly CompletedPage[]) => pages.map(({ tasks }) => tasks.map((task) => task.id))

describe('putInPages', () => {
  it.each<[string, Task, number[][]]>([
    [
      'the newest stands first',
      done(11, 21),
      [
        [11, 10, 9, 8],
        [7, 6],
      ],
    ],
    [
      'one of before goes to its place',
      done(2, 17),
      [
        [10, 9, 2, 8],
        [7, 6],
      ],
    ],
    [
      'of two at the same instant the higher id comes first',
      done(11, 18),
      [
        [10, 11, 9, 8],
        [7, 6],
      ],
    ],
    [
      'of two at the same instant the lower id comes after',
      done(1, 18),
      [
        [10, 9, 1, 8],
        [7, 6],
      ],
    ],
    [
      'one between two pages stands on the later',
      done(1, 15),
      [
        [10, 9, 8],
        [1, 7, 6],
      ],
    ],
    [
      'one older than all comes with a later page',
      done(1, 11),
      [
        [10, 9, 8],
        [7, 6],
      ],
    ],
    ['one that was completed anew moves', done(7, 21), [[7, 10, 9, 8], [6]]],
    [
      'one that was reopened goes',
      done(9, 18, { completed: false, completedAt: null }),
      [
        [10, 8],
        [7, 6],
      ],
    ],
    [
      'the last one keeps its place',
      done(6, 12, { title: 'New' }),
      [
        [10, 9, 8],
        [7, 6],
      ],
    ],
  ])('%s', (_, task, expected) => {
    expect(ids(putInPages(pages, task, {}))).toEqual(expected)
  })

  it('the oldest of all stands last where no page follows', () => {
    expect(ids(putInPages(wholePages, done(1, 3), {}))).toEqual([
      [10, 9, 8],
      [7, 6],
      [5, 1],
    ])
    expect(ids(putInPages([{ tasks: [], hasMore: false }], done(1, 3), {}))).toEqual([[1]])
  })

  it('shows the task as it is now', () => {
    const changed = putInPages(pages, done(9, 18, { title: 'New' }), {})
    expect(findInPages(changed, 9)?.title).toBe('New')
    expect(findInPages(pages, 9)?.title).toBe('Task 9')
    expect(changed[1]).toBe(pages[1])
  })

  it.each<[CompletedQuery, boolean]>([
    [{ category: 'Task' }, true],
    [{ category: 'Meeting' }, false],
    [{ from: at(17) }, true],
    [{ from: at(18) }, false],
    [{ to: at(17) }, true],
    [{ to: at(16) }, false],
    [{ from: at(17), to: at(17), category: 'Task' }, true],
  ])('with %j a task of 17 o’clock is shown: %j', (query, isShown) => {
    expect(findInPages(putInPages(wholePages, done(11, 17), query), 11) !== undefined).toBe(isShown)
  })

  it('one that no longer belongs to the category goes', () => {
    const changed = putInPages(pages, done(9, 18, { category: 'Meeting' }), { category: 'Task' })
    expect(ids(changed)).toEqual([
      [10, 8],
      [7, 6],
    ])
  })
})

describe('removeFromPages', () => {
  it('takes one out', () => expect(ids(removeFromPages(pages, 7))).toEqual([[10, 9, 8], [6]]))
  it('leaves the pages where it is in none', () => expect(removeFromPages(pages, 99)).toBe(pages))
})

describe('lastOfPages', () => {
  it('is the last task of the last page that has any', () => {
    expect(lastOfPages(pages)?.id).toBe(6)
    expect(lastOfPages([...pages, { tasks: [], hasMore: true }])?.id).toBe(6)
    expect(lastOfPages([{ tasks: [], hasMore: false }])).toBeUndefined()
  })
})
