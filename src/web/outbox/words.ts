import { formatSize } from '#domain/format-size.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { decimalText } from '../ui/numbers.ts'

const changes = (count: number) => countText(count, 'change', 'changes')
const areWaiting = (count: number) => `${changes(count)} ${count === 1 ? 'is' : 'are'} waiting`

export const offline = (count: number) =>
  count === 0 ? 'You’re offline. Nothing is waiting.' : `You’re offline. ${areWaiting(count)}.`
export const unavailable = (count: number) =>
  count === 0
    ? 'The server is unavailable. We’ll keep trying.'
    : `The server is unavailable. ${areWaiting(count)}.`
export const sending = (count: number) => `Sending ${changes(count)}…`
export const saved = 'All changes are saved.'
export const signedOut = (count: number) => `You’re signed out. ${areWaiting(count)}.`
export const signedOutTyping = 'You’re signed out. Your text is kept.'
export const signIn = 'Sign in'
export const waitingNow = (count: number) => `${areWaiting(count)}.`
export const rejected = (count: number) => `${changes(count)} ${count === 1 ? 'was' : 'were'} not saved.`
export const otherAccount = (count: number) => `${areWaiting(count)} for another account.`
export const show = 'Show'
export const hide = 'Hide'

export const leaveTitle = 'Sign out with unsent changes?'
export const leaveText = (count: number) =>
  `${areWaiting(count)} to be sent. If you keep ${count === 1 ? 'it, it' : 'them, they'} will be sent after you sign in here again.`
export const notSent = 'The changes couldn’t be sent. Check your connection, or choose what to do with them.'
export const cancel = 'Cancel'
export const sendNow = 'Send now'
export const keepHere = 'Keep and sign out'
export const discardAll = 'Discard and sign out'

export const listTitle = 'Waiting to be sent'
export const sentInOrder = 'Sent in this order when you’re back.'
export const retryNow = 'Retry now'
export const tryAgain = 'Try again'
export const discard = 'Discard'
export const labelOf = (button: string, task: string) => `${button}: ${task}`
export const discardTitle = 'Discard this change?'
export const discardOf = (count: number) => `Discard ${changes(count)}`
export const keep = 'Keep'

export const changed = 'This task was edited elsewhere. Both versions are kept.'
export const gone = 'This task can’t be restored. Copy your text before you discard this change.'
export const maybeSaved =
  'This change is at least 23 hours old and may already have been saved. Check the task, then try again or discard the change.'
export const tooSlow = (times: number) =>
  `Sending this change timed out ${countText(times, 'time', 'times')}. Try again on a better connection.`
export const unknownChange = 'This version of Tenfold can’t send this change. Reload the page.'

export const notSavedTitle = 'Not saved'

// The list's words for each kind of waiting call.

export const add = 'Add'
export const addTask = 'Add task'
export const addTasks = (count: number) => `Add ${tasks(count)}`
export const complete = 'Complete'
export const reopen = 'Reopen'
export const edit = 'Edit'
export const plan = 'Plan for a day'
export const unplan = 'Remove from plan'
export const saveTime = 'Save time'
export const moveToLevel = (level: number) => `Move to level ${level}`
export const swapWith = (title: string) => `Swap with “${isolate(title)}”`
export const level = (level: number) => `Level ${level}`
export const order = 'Change the order'
export const duplicate = 'Duplicate'
export const remove = 'Delete'
export const restore = 'Restore'
export const undo = 'Undo a change'
export const trash = 'Trash'
export const deleteForever = 'Delete forever'
export const emptyTrash = 'Empty trash'
export const attachTo = (title: string, bytes: number) =>
  `Attach to ${isolate(title)}, ${formatSize(bytes, decimalText)}`
export const removeFile = (name: string) => `Remove ${isolate(name)}`
export const addCategory = 'Add category'
export const removeCategory = 'Remove category'
export const template = 'Template'
export const addTemplate = 'Add template'
export const createProject = 'Create project'
export const settings = 'Settings'
export const samples = 'Sample tasks'
export const aTask = 'A task'
export const tasks = (count: number) => countText(count, 'task', 'tasks')
