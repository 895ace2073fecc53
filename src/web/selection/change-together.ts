import { run } from '../sync/runner/run.ts'
import { type SeenChange, changeSeveral } from './commands.ts'

type Toast = { title: string; text: string }

/** Changes tasks in one command with one undo, and shows the caller's toast on success. */
export function changeTogether(changes: readonly SeenChange[], success: (count: number) => Toast): void {
  if (changes.length === 0) return
  run({ ...changeSeveral, success: () => success(changes.length) }, { action: 'change', changes })
}
