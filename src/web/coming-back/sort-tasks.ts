import type { SeenChange } from '../selection/commands.ts'

import { changeSeveral } from '../selection/commands.ts'
import { run } from '../sync/runner/run.ts'
import * as words from './words.ts'

const sort: typeof changeSeveral = {
  ...changeSeveral,
  success: (_result, { changes }) => words.sorted(changes.length),
}

/** Carries out the answers as one change with one undo. */
export function sortTasks(changes: readonly SeenChange[]): void {
  if (changes.length > 0) run(sort, { action: 'change', changes })
}
