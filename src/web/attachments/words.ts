import { WAITING_BYTES_MAX } from './waiting-limit.ts'
import { formatSize } from '#domain/format-size.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { decimalText } from '../ui/numbers.ts'

const files = (count: number) => countText(count, 'file', 'files')

export const attachments = 'Attachments'
export const optional = '(optional)'
export const size = (bytes: number) => formatSize(bytes, decimalText)
export const sizeLimit = (bytes: number) => `Up to ${size(bytes)} each.`
export const waitingLimit = `While you’re offline, this browser can hold up to ${size(WAITING_BYTES_MAX)} of files.`
export const attachedFiles = 'Attached Files'
export const uploadedFiles = 'Uploaded Files'
export const nameOnly = 'name only'
export const download = 'download'
export const removedOnSave = 'Removed when you save'
export const waiting = 'Waiting'
export const waitingToBeSent = 'Waiting to be sent'
export const retry = 'Retry'
export const retryAll = 'Retry all'
export const tryAgain = 'Try again'
export const keep = (name: string) => `Keep ${name}`
export const remove = (name: string) => `Remove ${name}`
export const cancelUpload = (name: string) => `Cancel upload of ${name}`
export const filesNotLoaded = 'Couldn’t load the files.'

export const uploads = 'Uploads'
export const uploading = (name: string) => `Uploading ${isolate(name)}`
export const uploadingFiles = (count: number) => `Uploading ${files(count)}`
export const filesNotAttached = (count: number) => `${files(count)} not attached`
export const untitledTask = (id: number) => `Task ${id}`
export const attached = (name: string, storedName: string) =>
  `${isolate(name)} is attached${storedName === name ? '' : ` as ${isolate(storedName)}`}.`
export const notAttached = (name: string, reason: string) => `${isolate(name)} wasn’t attached. ${reason}`

export const cannotAttach = (name: string, reason: string) =>
  `${isolate(name)} can’t be attached: ${reason}. `
export const isFolder = (name: string) => `${isolate(name)} is a folder. Choose the files in it instead.`
export const noFiles = 'No files found.'

export const willUpload = (name: string) => `${isolate(name)} will be uploaded when you’re back online.`
export const tooMuchWaiting = `While you’re offline, this browser can hold up to ${size(WAITING_BYTES_MAX)} of files. Keep this page open, and the file will be uploaded when you’re back online.`
export const browserFull =
  'This browser has no space left for the file. Keep this page open, and the file will be uploaded when you’re back online.'
export const lostTooOften = (tries: number) =>
  `The connection was lost ${countText(tries, 'time', 'times')}. Try again on a better connection.`
export const uploadTooSlow = 'The upload took more than 10 minutes. Try again on a better connection.'
export const uploadFailed = 'The upload failed.'
export const fileChanged = 'The file was moved or changed. Choose it again.'
export const connectionLost = 'The connection was lost.'
export const signedOut = 'You’re signed out. Sign in again in another tab, then press Retry.'
export const taskGone = 'The task no longer exists.'
