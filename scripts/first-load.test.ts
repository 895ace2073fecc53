import { expect, test } from 'vitest'

import { readModule, schemasInFirstLoad } from './first-load.ts'

const TASK_LIST = 'src/web/tasks/data/task-list.ts'

/** Reads the project with an extra line in a first-load module. */
const withLine = (line: string) => (path: string) => {
  const source = readModule(path)
  return path === TASK_LIST ? `${line}\n${source}` : source
}

test('the first load imports no schemas', () => {
  expect(schemasInFirstLoad(readModule)).toEqual([])
})

test.each([
  ["import { z } from 'zod'", ['zod']],
  ["import '#domain/trash/trash-schema.ts'", ['src/domain/trash/trash-schema.ts']],
  ["import { type Task, taskSchema } from '#domain/tasks/task.ts'", ['zod']],
  ["import { type TaskDraft } from '../../../domain/tasks/task.ts'", ['zod']],
  ["export * from '#domain/tasks/task-form.ts'", ['zod']],
  ["import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'", ['src/domain/tasks/task-fields.ts']],
])('reports the import chain after adding: %s', (line, modules) => {
  const chains = schemasInFirstLoad(withLine(line))
  for (const chain of chains) expect(chain).toContain(TASK_LIST)
  expect(chains.map((chain) => chain.at(-1))).toEqual(expect.arrayContaining(modules))
})

test.each([
  "import type { Task as AnyTask } from '#domain/tasks/task.ts'",
  "const later = () => import('#domain/tasks/task-form.ts')",
])('allows a type import or a lazy import: %s', (line) => {
  expect(schemasInFirstLoad(withLine(line))).toEqual([])
})
