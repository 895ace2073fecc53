import { expect, test } from 'vitest'

import type { Task } from '#domain/task.ts'

import { findTasks } from './find-tasks.ts'

const task = (id: number, title: string, completed = false) => ({ id, title, completed }) as Task
const tasks = [task(1, 'Call Ada'), task(2, 'Call the venue', true), task(3, 'recall the letter')]

test('finds by a part of the title without regard to case, open tasks first', () => {
  const { found } = findTasks(tasks, ' CALL ', new Set())
  expect(found.map(({ id }) => id)).toEqual([1, 3, 2])
})

test('leaves out what is picked already and the task itself', () => {
  expect(findTasks(tasks, '', new Set(['1', '3'])).found.map(({ id }) => id)).toEqual([2])
})

test('offers fifty at once and says how many more there are', () => {
  const many = Array.from({ length: 60 }, (_, id) => task(id, `Task ${id}`))
  const { found, more } = findTasks(many, 'task', new Set())
  expect([found.length, more]).toEqual([50, 10])
})
