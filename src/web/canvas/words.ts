import type { CanvasField } from './canvas-edits.ts'

export const noDescription = 'No description provided'
export const showMore = 'Show full description'
export const showLess = 'Show less'

export const fields: Record<CanvasField, { label: string; placeholder: string }> = {
  clearGoals: { label: 'Clear Goals', placeholder: 'Goal for this session' },
  notes: { label: 'Notes', placeholder: 'Notes while you work' },
  nextSteps: { label: 'Next Steps', placeholder: 'Where to pick up next time' },
}
export const emptyText = 'Empty'

export const attachments = 'Attachments'
export const noAttachments = 'No attachments yet'
export const add = 'Add'
/** Spoken after `add`. */
export const addFiles = ' files'
export const dropToAttach = 'Drop to attach'
export const preview = (name: string) => `Preview ${name}`
export const download = 'Download'
export const brokenPicture = 'Couldn’t show this image. You can still download it.'

export const closingNote = 'Closing keeps the timer running. Time is added when you save.'
export const save = 'Save & Close'
export const saving = 'Saving...'

/** Source: specification 8. */
export const saved = { title: 'Task updated', text: 'Your work has been saved.' }
export const saveFailed = { title: 'Error updating task', text: 'Could not save your work.' }
