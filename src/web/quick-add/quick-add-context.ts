import { createContext, use } from 'react'

import type { TaskFormValues } from '#domain/tasks/task-form.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

export type QuickAddActions = {
  openForm: (values: Partial<TaskFormValues>) => void
  /** Returns a function that shows a task hidden by filters, or undefined if it is visible. */
  wayTo: (task: ShortTask) => (() => void) | undefined
}

const QuickAddContext = createContext<QuickAddActions | null>(null)

export const QuickAddProvider = QuickAddContext.Provider

export function useQuickAddActions(): QuickAddActions {
  const actions = use(QuickAddContext)
  if (!actions) throw new Error('Quick add needs a QuickAddProvider.')
  return actions
}
