import { expect, test } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import { findTasks } from './find-tasks.ts'

const task = (id: number, title: string, completed = false) => aTask({ id, title, completed })
const tasks = [task(1, 'Call Ada'), task(2, 'Call the venue', true), task(3, 'recall the letter')]

test('finds tasks by part of the title, ignoring case, open ones first', () => {
  const { found } = findTasks(tasks, ' CALL ', new Set())
  expect(found.map(({ id }) => id)).toEqual([1, 3, 2])
})

test('leaves out picked tasks and the task itself', () => {
  expect(findTasks(tasks, '', new Set(['1', '3'])).found.map(({ id }) => id)).toEqual([2])
})

test('offers fifty tasks and counts the rest', () => {
  const many = Array.from({ length: 60 }, (_, id) => task(id, `Task ${id}`))
  const { found, more } = findTasks(many, 'task', new Set())
  expect([found.length, more]).toEqual([50, 10])
})

test('finds accented titles by text without accents', () => {
  const menu = [task(1, 'Café menu'), task(2, 'Cafe rent')]
  const found = (text: string) => findTasks(menu, text, new Set()).found.map(({ id }) => id)
  expect([found('cafe'), found('café')]).toEqual([[1, 2], [1]])
})
