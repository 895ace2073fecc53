import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { tooManyAttachments } from '#domain/attachments/attachment.ts'
import { LIST_ENTRIES_MAX } from '#domain/limits.ts'
import { aTask } from '#tests/support/a-task.ts'

import { toasts } from '../toasts/toast.ts'
import { attachFiles } from './attach-files.ts'
import { type ShownUpload, keptUploads } from './shown-uploads.ts'
import { uploads } from './uploads.ts'

const TASK_ID = 7070

beforeEach(() => {
  const entrance = JSON.stringify({ user: null, signups: true, maxUploadMb: 1 })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => entrance }) })
  // An upload stays pending until the test cancels it.
  uploads.keepWith(
    (_upload, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(true))),
  )
})
afterEach(() => {
  uploads.get().uploads.forEach(uploads.cancel)
  uploads.keepWith(null)
  keptUploads.set([])
  vi.unstubAllGlobals()
})

const waiting = (name: string, isNamed: boolean): ShownUpload => ({
  key: name,
  taskId: TASK_ID,
  name,
  size: 1,
  state: { is: 'kept' },
  isNamed,
  cancel: () => undefined,
  retry: () => undefined,
})
const file = (name: string) => new File(['x'], name)

it('counts files waiting in the outbox, and counts a listed name and its upload as one file', () => {
  const listed = Array.from({ length: LIST_ENTRIES_MAX - 4 }, (_, index) => `${index}.txt`)
  const task = aTask({ id: TASK_ID, attachments: [...listed, 'plan.txt'] })
  keptUploads.set([waiting('plan.txt', true), waiting('notes.txt', false)])
  attachFiles(task, { files: ['a', 'b', 'c'].map(file), folders: [] })
  const added = uploads.get().uploads.filter(({ taskId }) => taskId === TASK_ID)
  expect(added.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(toasts.get()).toMatchObject({ text: tooManyAttachments(1), open: true })
})

it('counts an upload to a listed name once, whether it is new or already waiting', () => {
  const attachments = Array.from({ length: LIST_ENTRIES_MAX - 1 }, (_, index) => `${index}.txt`)
  keptUploads.set([waiting('0.txt', false)])
  attachFiles(aTask({ id: TASK_ID, attachments }), { files: ['1.txt', 'a', 'b'].map(file), folders: [] })
  expect(uploads.get().uploads.map(({ name }) => name)).toEqual(['1.txt', 'a'])
  expect(toasts.get()).toMatchObject({ text: tooManyAttachments(1), open: true })
})
