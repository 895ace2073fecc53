export const changed = 'This task was edited elsewhere. Your edits are kept.'
export const showBoth = 'Show both versions'
export const restore = 'Restore with your edits'
export const restoring = 'Restoring...'
export const gone = 'This task can’t be restored. Copy your text before closing.'

// The dialog.
/** The dialog's name in the error that is shown if it can't be loaded. */
export const name = 'both versions'
export const title = 'Two versions of this task'
export const subtitle = (when: string) =>
  `The task changed on another device at ${when} while you were editing. Choose what to keep.`
export const saved = 'Saved version'
export const mine = 'Your edits'
export const merged = (fields: readonly string[]) =>
  `${new Intl.ListFormat('en').format(fields)} ${fields.length === 1 ? 'was' : 'were'} merged. Nothing is lost.`
export const keepSaved = 'Keep all saved'
export const keepMine = 'Keep all my edits'
export const cancel = 'Cancel'
export const save = 'Save choices'
