import { expect, test } from 'vitest'

import { restoreTask as definition } from '#domain/tasks/bulk-commands.ts'

import { restoreTask } from './commands.ts'

test('the restore command has the same name as its definition, which loads later', () => {
  expect(restoreTask.name).toBe(definition.name)
})
