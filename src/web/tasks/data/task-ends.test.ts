import { expect, test } from 'vitest'

import { onTaskEnd, reportTaskEnd } from './task-ends.ts'

test('reports an ending task and a deleted task only to their own listeners', () => {
  const ended: number[] = []
  const deleted: number[] = []
  onTaskEnd('end', (id) => ended.push(id))
  onTaskEnd('delete', (id) => deleted.push(id))
  reportTaskEnd('end', 7)
  reportTaskEnd('delete', 8)
  expect(ended).toEqual([7])
  expect(deleted).toEqual([8])
})
