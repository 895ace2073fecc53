import type { SettingsChange } from '#domain/account/settings.ts'

import type { RunQuietly } from '../sync/runner/command.ts'
import { run } from '../sync/runner/run.ts'
import type { Undo } from '../sync/runner/undo-stack.ts'
import type { ToastContent } from '../ui/toast.tsx'
import { changeSettings } from './commands.ts'
import { currentSettings } from './settings.ts'

type Entry = { taskId: number; until: string }

/**
 * Adds a task to a list in the settings. Undo removes it from the list.
 * @param now entries up to this day or instant have expired and are removed
 * @param undoesToo the undo of a related change, which this change's undo also runs
 */
export function addEntry(
  list: 'dismissedSlack' | 'putOffPlans',
  entry: Entry,
  now: string,
  success: () => ToastContent,
  undoesToo?: Promise<Undo>,
): void {
  const expired = currentSettings()[list].filter(({ until }) => until <= now)
  const inverse = () => (run: RunQuietly) => run(changeSettings, changeOf(list, [removed(entry)]))
  const change = changeOf(list, [...expired.map(removed), entry])
  run({ ...changeSettings, inverse, success }, change, { undoesToo })
}

function changeOf(list: string, entries: readonly object[]): SettingsChange {
  return { [list]: entries }
}

const removed = ({ taskId }: Entry) => ({ taskId, until: null })
