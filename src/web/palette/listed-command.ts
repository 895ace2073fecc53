import type { LucideIcon } from 'lucide-react'

import type { TaskCommandId } from '../keys/task-commands.ts'

/** A command in the list. For a command with `picks`, the user next chooses the task that the command runs on. */
export type ListedCommand = {
  id: string
  name: string
  /** The object that the command applies to, shown on the right. */
  detail?: string
  keys?: readonly string[]
  icon: LucideIcon
  run?: () => void
  picks?: TaskCommandId
  /** Runs before the palette closes, so that the new URL replaces the palette's history entry. */
  isNavigation?: boolean
}
