export const close = 'Close'
export const more = 'More'
export const startWork = 'Start Work'
export const editTask = 'Edit Task'
export const duplicate = 'Duplicate'
export const copyLink = 'Copy link'
export const remove = 'Delete'

// Editing in place
export const savesOnLeave = 'Saves when you leave the field.'
/** Shown after the keys. */
export const toSave = 'save'
export const toUndo = 'undo'
export const saving = 'Saving...'
export const saved = 'Saved'
export const notSaved = 'Couldn’t save.'
export const tryAgain = 'Try again.'

/** The values with a label. */
export const labels = {
  level: 'Level',
  due: 'Due',
  start: 'Start',
  end: 'End',
  estimate: 'Estimate',
  category: 'Category',
  project: 'Project',
  repeats: 'Repeats',
}
export const title = 'Task Title'
export const description = 'Description'
export const addDescription = 'Add a description'
export const none = 'None'
export const spent = (time: string) => `${time} spent`
export const never = 'Never'
export const next = (day: string) => `Next: ${day}`
export const dependsOn = 'Depends on'
export const changeDependsOn = 'Change dependencies'
export const neededBy = 'Needed by'
export const attachedFiles = 'Attached Files'
/** Spoken after the title of a completed task. */
export const completed = ', completed'

/** Returns how soon a due date is, from its label: 'Tomorrow' for 'Due tomorrow'; null for a date farther away. */
export function nearDue(label: string): string | null {
  if (label.startsWith('Due on ')) return null
  const near = label.replace(/^Due /, '')
  return near.charAt(0).toUpperCase() + near.slice(1)
}
