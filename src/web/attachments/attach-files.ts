import { attachmentName, sortFiles, tooManyAttachments } from '#domain/attachments/attachment.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { readEntrance } from '../boot/entrance.ts'
import { queryClient } from '../sync/query-client.ts'
import { showError } from '../toasts/toast.ts'
import type { PickedFiles } from '../ui/use-file-drop.ts'
import { uploadFiles } from './queries.ts'
import { uploadsTo } from './shown-uploads.ts'
import * as words from './words.ts'

/** Uploads files to a task whose form isn't open. A toast says why a file can't be attached. */
export function attachFiles({ id, attachments }: ShortTask, { files, folders }: PickedFiles): void {
  // Only the server knows which names have a file, and it rejects files over the limit.
  const unfilled = new Set(attachments)
  const added = uploadsTo(id).filter(({ name }) => !unfilled.delete(name))
  const bytesMax = readEntrance().maxUploadMb * 2 ** 20
  const { taken, refused, leftOut } = sortFiles(files, attachments.length + added.length, bytesMax, unfilled)
  const named = taken.map((file) => ({ name: attachmentName(file.name), file }))
  if (named.length > 0) uploadFiles(queryClient, id, named)
  const problems = [
    ...refused.map(({ name, reason }) => words.notAttached(name, reason)),
    ...folders.map((name) => words.isFolder(name)),
    ...(leftOut > 0 ? [tooManyAttachments(leftOut)] : []),
  ]
  if (problems.length > 0) showError(problems.join(' '))
}

/** Opens the file picker and attaches the chosen files. Call this while handling a click, or browsers block the picker. */
export function chooseFiles(task: ShortTask): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => attachFiles(task, { files: [...(input.files ?? [])], folders: [] }))
  input.click()
}
