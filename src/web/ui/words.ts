export const close = 'Close'
export const tryAgain = 'Try again'
export const optional = '(optional)'

export const notifications = 'Notifications (F8)'
/** Spoken before the text of a toast. */
export const notification = 'Notification'

export const discardQuestion = { title: 'Discard changes?', text: 'Your edits will be lost.' }
export const keepEditing = 'Keep editing'
export const discard = 'Discard'

export const dropToAttach = 'Drop to attach'
export const pasted = 'Pasted'
/** Followed by `chooseFiles`, the part that looks like a link. */
export const dropFilesOr = 'Drop files here or'
export const chooseFiles = 'choose'
