import { expect, test } from 'vitest'

import { onTaskEnd, reportTaskEnd } from './task-ends.ts'

test('reports a completed task and a deleted one to their own listeners only', () => {
  const completed: number[] = []
  const deleted: number[] = []
  onTaskEnd('complete', (id) => completed.push(id))
  onTaskEnd('delete', (id) => deleted.push(id))
  reportTaskEnd('complete', 7)
  reportTaskEnd('delete', 8)
  expect(completed).toEqual([7])
  expect(deleted).toEqual([8])
})
