import { expect, test } from 'vitest'

import { onTaskEnd, reportTaskEnd } from './task-ends.ts'

test('notifies each listener of ends only, or of deletions only', () => {
  const ended: number[] = []
  const deleted: number[] = []
  onTaskEnd('end', (id) => ended.push(id))
  onTaskEnd('delete', (id) => deleted.push(id))
  reportTaskEnd('end', 7)
  reportTaskEnd('delete', 8)
  expect(ended).toEqual([7])
  expect(deleted).toEqual([8])
})
