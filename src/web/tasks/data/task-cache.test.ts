import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import { tasksQuery } from './queries.ts'
import { changeList, listedTasks, showChanged } from './task-cache.ts'
import { onTaskEnd } from './task-ends.ts'
import { putAnswered } from './task-list.ts'

it('keeps the rows of all other tasks when a task moves', async () => {
  const client = new QueryClient()
  const tasks = Array.from({ length: 5 }, (_, index) => aTask({ id: index + 1, position: index }))
  await client.fetchQuery({ ...tasksQuery, queryFn: () => tasks })
  const [moved, ...others] = listedTasks(client)
  if (!moved) throw new Error('The list is empty.')

  changeList(client, (list) => putAnswered(list, [{ ...moved, priority: 10, version: moved.version + 1 }]))

  const after = listedTasks(client)
  expect(after.map(({ id }) => id)).toEqual([2, 3, 4, 5, 1])
  expect(others.filter((task) => !after.includes(task))).toEqual([])
})

it('reports each task that exists again, but not a deleted one', () => {
  const there: number[] = []
  onTaskEnd('there', (id) => there.push(id))
  showChanged(new QueryClient(), [aTask({ id: 7 }), { id: 8, deleted: true }])
  expect(there).toEqual([7])
})
