import type { Task } from '#domain/tasks/task.ts'
import type { TrashItem } from '#domain/trash/trash-schema.ts'

import { restoreCategory } from '../categories/commands.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { restoreTemplate } from '../templates/commands.ts'
import { restoreFromTrash } from './commands.ts'

/** @param onShow shows a restored task on the board */
export function restoreItem({ kind, id }: TrashItem, onShow: (task: Task) => void): Promise<unknown> {
  if (kind === 'template') return runAndWait(restoreTemplate, { id: Number(id) })
  if (kind === 'category') return runAndWait(restoreCategory, { name: String(id) })
  return runAndWait(
    restoreFromTrash,
    { id: Number(id) },
    { show: ({ task }) => (task.completed ? undefined : () => onShow(task)) },
  )
}
