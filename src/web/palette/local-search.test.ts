import { expect, test } from 'vitest'

import { readQuery } from '#domain/search/words.ts'
import { aTask } from '#tests/support/a-task.ts'

import { findRecent, readWords, searchLocally } from './local-search.ts'

const never = new AbortController().signal

test('ranks titles before names before other text, and separates completed tasks', async () => {
  const tasks = [
    aTask({ id: 1, title: 'Letter', notes: 'about the budget' }),
    aTask({ id: 2, title: 'Meeting', category: 'Budget' }),
    aTask({ id: 3, title: 'Plan the budget' }),
    aTask({ id: 4, title: 'Budget' }),
    aTask({ id: 5, title: 'Budget', completed: true, completedAt: '2026-11-20T10:00:00.000Z' }),
    aTask({ id: 6, title: 'Walk' }),
  ]
  await readWords(tasks, never)
  const found = (completed: boolean) =>
    searchLocally(tasks, readQuery('budg'), completed, 8).map(({ id }) => id)
  expect([found(false), found(true)]).toEqual([[4, 3, 2, 1], [5]])
})

test('keeps an old title among many newer matches in notes', async () => {
  const notes = Array.from({ length: 150 }, (_, i) => aTask({ id: i + 2, title: 'Letter', notes: 'budget' }))
  const tasks = [aTask({ id: 1, title: 'Budget' }), ...notes]
  await readWords(tasks, never)
  const hits = searchLocally(tasks, readQuery('budget'), false, 8)
  expect([hits[0]?.id, hits.length]).toEqual([1, 8])
})

test('matches typed accents in every loaded text', async () => {
  const tasks = [
    aTask({ id: 1, title: 'Creme' }),
    aTask({ id: 2, title: 'Dessert', notes: 'la crème' }),
    aTask({ id: 3, title: 'Crème' }),
  ]
  await readWords(tasks, never)
  const found = (text: string) => searchLocally(tasks, readQuery(text), false, 8).map(({ id }) => id)
  expect([found('crème'), found('creme')]).toEqual([
    [3, 2],
    [3, 1, 2],
  ])
})

test('stops reading when it is aborted', async () => {
  const tasks = Array.from({ length: 300 }, (_, i) => aTask({ id: i + 1, title: 'Budget' }))
  const stop = new AbortController()
  const read = readWords(tasks, stop.signal)
  stop.abort()
  await read
  expect(searchLocally(tasks, readQuery('budget'), false, 300)).toHaveLength(100)
})

test('finds an emoji in titles, the tasks that changed last first', () => {
  const tasks = [
    aTask({ id: 1, title: '🎉 Party', updatedAt: '2026-11-01T09:00:00.000Z' }),
    aTask({ id: 2, title: 'Walk', updatedAt: '2026-11-03T09:00:00.000Z' }),
    aTask({ id: 3, title: 'Cake 🎉', updatedAt: '2026-11-02T09:00:00.000Z' }),
    aTask({ id: 4, title: '🎉', completed: true }),
  ]
  const found = (text: string, first: number[] = []) =>
    findRecent(tasks, text, new Set(first)).open.map(({ id }) => id)
  expect([found('🎉'), found(''), found('', [1])]).toEqual([
    [3, 1],
    [2, 3, 1],
    [1, 2, 3],
  ])
  expect(findRecent(tasks, '🎉').completed).toMatchObject([{ id: 4 }])
})
