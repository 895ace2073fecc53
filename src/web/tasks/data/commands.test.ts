import { expect, test } from 'vitest'

import { restoreTask as definition } from '#domain/tasks/bulk-commands.ts'
import { aTask } from '#tests/support/a-task.ts'

import { ApiError } from '../../sync/api.ts'
import { changeTask, deleteTask, duplicateTask, orderLevel, restoreTask } from './commands.ts'

test('the restore command has the same name as its definition, which loads later', () => {
  expect(restoreTask.name).toBe(definition.name)
})

test('says that the task was deleted elsewhere, except for a new order, which has several tasks', () => {
  const error = new ApiError(404, '', { code: 'not_found', message: 'Not found.' })
  const task = aTask({})
  const failures = [
    changeTask.failure(error, { task, patch: { dueDate: '2026-12-01' } }),
    duplicateTask.failure(error, task),
    deleteTask.failure(error, task),
  ]
  expect(failures).toEqual(failures.map(() => 'This task was deleted on another device.'))
  expect(orderLevel.failure(error, { level: 1, order: { positions: [] } })).toBe(
    'Failed to update task. Please try again.',
  )
})
