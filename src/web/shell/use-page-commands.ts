import { cancelPress } from '../complete/press-check.ts'
import { type CommandId, shortcutsOf } from '../keys/commands.ts'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { openPalette } from '../palette/open.ts'
import { redoLatest, undoLatest } from '../sync/runner/run.ts'
import { toggleTheme } from './theme.ts'
import { useView } from './use-view.ts'

type Commands = Partial<Record<CommandId, (() => void) | undefined>>

/** Returns the commands that the main page carries out, and registers their shortcuts. */
export function usePageCommands<O extends Commands>(own: O) {
  const [, showView] = useView()
  const commands = {
    ...own,
    goToPriority: () => showView('priority'),
    goToTimeline: () => showView('timeline'),
    goToCompleted: () => showView('completed'),
    undo: () => void (cancelPress() || undoLatest()),
    redo: redoLatest,
    switchTheme: toggleTheme,
  } satisfies Commands
  useShortcuts(shortcutsOf({ ...commands, openPalette }))
  return commands
}
