import type { Command } from './commands.ts'

/**
 * The commands on one task, in the order of the palette. `does` names them in menus and in the shortcut sheet, `name` in
 * the palette, where the task is chosen afterwards.
 */
export const TASK_COMMANDS = {
  complete: { name: 'Complete a task…', does: 'Complete', keys: ['C'] },
  reopen: { name: 'Reopen a task…', does: 'Reopen', keys: [] },
  edit: { name: 'Edit a task…', does: 'Edit', keys: ['E'] },
  startWork: { name: 'Start work on a task…', does: 'Start work', keys: ['S'] },
  resetTimer: { name: 'Reset the timer of a task…', does: 'Reset timer', keys: [] },
  plan: { name: 'Plan a task for today…', does: 'Add to or remove from today’s plan', keys: ['T'] },
  showSummary: { name: 'Show the summary of a card…', does: 'Show summary', keys: ['I'] },
  duplicate: { name: 'Duplicate a task…', does: 'Duplicate', keys: ['D'] },
  copyLink: { name: 'Copy the link to a task…', does: 'Copy link', keys: [] },
  attachFile: { name: 'Attach a file…', does: 'Attach a file…', keys: [] },
  select: { name: 'Select a task…', does: 'Select', keys: ['X'] },
  chooseLinks: { name: 'Change what a task depends on…', does: 'Depends on…', keys: [] },
  moveUp: { name: 'Move a task up in its level…', does: 'Move up', keys: ['Alt', '↑'] },
  moveDown: { name: 'Move a task down in its level…', does: 'Move down', keys: ['Alt', '↓'] },
  followSlack: { name: 'Apply a slack mark…', does: 'Move to the level its slack calls for', keys: ['B'] },
  dismissSlack: { name: 'Dismiss a slack mark…', does: 'Hide slack mark for a week', keys: ['Shift', 'B'] },
  delete: { name: 'Delete a task…', does: 'Delete', keys: ['Del'] },
} as const satisfies Record<string, Command & { does: string }>

export type TaskCommandId = keyof typeof TASK_COMMANDS
