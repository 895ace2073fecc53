/** A command. `keys` are key names for `keyName`, pressed together or, after G, in sequence. */
export type Command = { name: string; keys?: readonly string[]; otherKeys?: readonly string[] }

/**
 * The commands of the main page. The palette lists these and the commands of the account menu; the shortcut sheet lists
 * those with keys, with `does` in place of the name.
 */
export const COMMANDS = {
  openPalette: { name: 'Search tasks and commands', keys: ['Mod', 'K'] },
  addTask: {
    name: 'Add a task in one line',
    does: 'Add a task in one line (also N)',
    keys: ['Q'],
    otherKeys: ['N'],
  },
  addTaskWithFields: { name: 'Add a task with all fields', keys: ['Shift', 'N'] },
  pasteTasks: { name: 'Paste as tasks' },
  goToPriority: { name: 'Go to Priority View', keys: ['G', 'P'] },
  goToTimeline: { name: 'Go to Timeline', keys: ['G', 'T'] },
  goToCompleted: { name: 'Go to Completed', keys: ['G', 'C'] },
  undo: { name: 'Undo the last change', keys: ['Mod', 'Z'] },
  redo: { name: 'Redo the last change', keys: ['Shift', 'Mod', 'Z'] },
  openCategories: { name: 'Manage categories' },
  openTemplates: { name: 'Browse templates' },
  toggleAudio: { name: 'Play or pause focus audio' },
  switchTheme: { name: 'Switch between light and dark theme' },
  showSteps: { name: 'Show first steps' },
  logOut: { name: 'Log out' },
  showShortcuts: { name: 'Show keyboard shortcuts', keys: ['?'] },
} as const satisfies Record<string, Command & { does?: string }>

export type CommandId = keyof typeof COMMANDS

/** Converts handlers by command to handlers by key, for `useShortcuts`. */
export function shortcutsOf(
  handlers: Partial<Record<CommandId, (() => void) | undefined>>,
): Record<string, (() => void) | undefined> {
  const commands = Object.entries(COMMANDS) as [CommandId, Command][]
  return Object.fromEntries(
    commands.flatMap(([id, { keys, otherKeys }]) =>
      handlers[id]
        ? [keys, otherKeys].flatMap((keys) => (keys ? [[shortcutName(keys), handlers[id]]] : []))
        : [],
    ),
  )
}

function shortcutName(keys: readonly string[]): string {
  const letter = keys.at(-1)?.toLowerCase() ?? ''
  if (keys[0] === 'G' && keys.length === 2) return `g ${letter}`
  const modifiers = ['Mod', 'Shift'].filter((key) => keys.includes(key))
  return [...modifiers, letter].join('+')
}
