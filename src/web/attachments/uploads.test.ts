import { beforeEach, describe, expect, it } from 'vitest'

import type { Attachment } from '#domain/attachments/attachment.ts'

import { ApiError } from '../sync/api.ts'
import type { FileToSend } from './send-file.ts'
import { NoRoomError, UnreadableFileError } from './upload-failure.ts'
import { type Upload, createUploads } from './uploads.ts'

/** One call to the sender: its arguments, and functions that advance or end it. */
type Sending = FileToSend & {
  progress: (sentBytes: number) => void
  signal: AbortSignal
  arrive: (name?: string) => Promise<void>
  fail: (error: unknown) => Promise<void>
}

let sendings: Sending[]
let events: string[]
let uploads: ReturnType<typeof createUploads>

const note = {
  stored: (_taskId: number, { name }: Attachment) => void events.push(`stored ${name}`),
  canceled: (_taskId: number, name: string) => void events.push(`canceled ${name}`),
}

beforeEach(() => {
  sendings = []
  events = []
  uploads = createUploads(
    (file, progress, signal) =>
      new Promise<Attachment>((resolve, reject) => {
        const arrive = (name = file.name) => {
          resolve({ name, size: 3, type: 'text/plain', createdAt: '2026-11-20T10:00:00.000Z' })
          return settled()
        }
        const fail = (error: unknown) => {
          reject(error)
          return settled()
        }
        signal.addEventListener('abort', () => void fail(new ApiError(0, 'aborted', null)))
        sendings.push({ ...file, progress, signal, arrive, fail })
      }),
  )
})

describe('uploads', () => {
  it('are sent one at a time, in the order they were added', async () => {
    add(1, 'a', 'b')
    add(2, 'c')
    expect(states()).toEqual(['a sending', 'b waiting', 'c waiting'])
    await sending(0).arrive()
    expect(states()).toEqual(['b sending', 'c waiting'])
    await sending(1).arrive()
    await sending(2).arrive()
    expect(states()).toEqual([])
    expect(events).toEqual(['stored a', 'stored b', 'stored c'])
  })

  it('report the bytes sent so far', () => {
    add(1, 'a')
    sending(0).progress(2)
    expect(uploads.get().uploads[0]?.state).toEqual({ is: 'sending', sent: 2 })
  })

  it('notify listeners until they unsubscribe', () => {
    let told = 0
    const stop = uploads.subscribe(() => told++)
    add(1, 'a')
    const before = told
    expect(before).toBeGreaterThan(0)
    stop()
    sending(0).progress(2)
    expect(told).toBe(before)
  })

  it('announce each stored file with its stored name', async () => {
    add(1, 'a', 'b')
    await sending(0).arrive()
    expect(uploads.get().news).toEqual({ taskId: 1, text: 'a is attached.' })
    await sending(1).arrive('b (2)')
    expect(uploads.get().news).toEqual({ taskId: 1, text: 'b is attached as b (2).' })
  })
})

describe('an upload that failed', () => {
  it('stays in the list with its reason while the next one starts', async () => {
    add(1, 'a', 'b')
    await sending(0).fail(new ApiError(0, '', null))
    expect(uploads.get().uploads[0]?.state).toEqual({
      is: 'failed',
      reason: 'The connection was lost.',
      canRetry: true,
    })
    expect(uploads.get().news?.text).toBe('a wasn’t attached. The connection was lost.')
    expect(states()).toEqual(['a failed', 'b sending'])
  })

  it('is retried with the same key, after the running upload', async () => {
    add(1, 'a', 'b')
    await sending(0).fail(new ApiError(503, '', null))
    uploads.retry(one('a').id)
    expect(states()).toEqual(['a waiting', 'b sending'])
    await sending(1).arrive()
    expect(states()).toEqual(['a sending'])
    expect(sending(2).key).toBe(sending(0).key)
    expect(sending(2).key).not.toBe(sending(1).key)
    await sending(2).arrive()
    expect(events).toEqual(['stored b', 'stored a'])
  })

  it('can be removed from the list', async () => {
    add(1, 'a')
    await sending(0).fail(new ApiError(503, '', null))
    uploads.cancel(one('a'))
    expect(states()).toEqual([])
    expect(events).toEqual(['canceled a'])
  })
})

describe('an upload that is canceled', () => {
  it('is aborted without a failure, and the next one starts', async () => {
    add(1, 'a', 'b')
    uploads.cancel(one('a'))
    expect(sending(0).signal.aborted).toBe(true)
    await settled()
    expect(states()).toEqual(['b sending'])
    expect(events).toEqual(['canceled a'])
    expect(uploads.get().news).toBeNull()
  })

  it('is never sent if it was waiting', async () => {
    add(1, 'a', 'b', 'c')
    uploads.cancel(one('b'))
    await sending(0).arrive()
    expect(sendings.map((sending) => sending.name)).toEqual(['a', 'c'])
  })
})

describe('without a connection, an upload', () => {
  it('doesn’t block the next one, even if storing its file never ends', async () => {
    uploads.keepWith(() => new Promise(() => undefined))
    add(1, 'a', 'b')
    uploads.keepWith(null)
    uploads.cancel(uploads.get().uploads[0] as Upload)
    await settled()
    expect(states()).toEqual(['b sending'])
  })

  it('is never sent if it was canceled while the browser couldn’t store it', async () => {
    const { promise, resolve: fail } = Promise.withResolvers<boolean>()
    uploads.keepWith(() => promise)
    add(1, 'a')
    uploads.cancel(uploads.get().uploads[0] as Upload)
    fail(false)
    await settled()
    expect(sendings).toEqual([])
  })

  it('goes to the outbox without being sent', async () => {
    const kept: Upload[] = []
    uploads.keepWith(async (upload) => kept.push(upload) > 0)
    add(1, 'a', 'b')
    await settled()
    expect(kept).toMatchObject([
      { name: 'a', triedAt: null },
      { name: 'b', triedAt: null },
    ])
    expect([sendings, states(), events]).toEqual([[], [], []])
    expect(uploads.get().news).toEqual({ taskId: 1, text: 'b will be uploaded when you’re back online.' })
  })

  it('goes to the outbox with its key when its response is lost', async () => {
    const kept: Upload[] = []
    let isCutOff = false
    uploads.keepWith(async (upload) => isCutOff && kept.push(upload) > 0)
    add(1, 'a')
    await settled()
    isCutOff = true
    await sending(0).fail(new ApiError(0, '', null))
    expect(kept).toMatchObject([{ name: 'a', key: sending(0).key, triedAt: expect.any(Number) }])
    expect(states()).toEqual([])
  })

  it('stays in the page if the browser’s storage is full, and is retried under the real id of its task', async () => {
    let hasRoom = false
    uploads.keepWith(async () => {
      if (hasRoom) return false
      throw new NoRoomError('Up to 100 MB of files can wait.')
    })
    add(-7, 'a')
    await settled()
    expect(one('a').state).toEqual({
      is: 'failed',
      reason: 'Up to 100 MB of files can wait.',
      canRetry: true,
    })
    hasRoom = true
    uploads.moveTask(-7, 7)
    uploads.retryFailed()
    await settled()
    expect(sending(0)).toMatchObject({ taskId: 7, name: 'a' })
    await sending(0).arrive()
    expect(events).toEqual(['stored a'])
  })
})

it('keeps a rejected upload with the server’s message, and doesn’t resend it on reconnection', async () => {
  const message = 'The file is too large. The limit is 25 MB.'
  add(1, 'a')
  await sending(0).fail(new ApiError(413, message, { code: 'too_large', message }))
  uploads.retryFailed()
  await settled()
  expect(sendings).toHaveLength(1)
  expect(one('a').state).toEqual({ is: 'failed', reason: message, canRetry: true, isRejected: true })
})

it('stops only the uploads to a deleted task, and resumes them with the same key once the task is restored', async () => {
  add(1, 'a', 'b')
  add(2, 'c')
  uploads.holdTask(1)
  await settled()
  expect(sending(0).signal.aborted).toBe(true)
  expect(states()).toEqual(['c sending'])
  expect(events).toEqual([])
  uploads.resumeTask(3)
  expect(states()).toEqual(['c sending'])
  uploads.resumeTask(1)
  uploads.resumeTask(1)
  expect(states()).toEqual(['c sending', 'a waiting', 'b waiting'])
  await sending(1).arrive()
  expect(sending(2).key).toBe(sending(0).key)
  await sending(2).arrive()
  await sending(3).arrive()
  expect(events).toEqual(['stored c', 'stored a', 'stored b'])
})

it('resumes an upload that the server rejected because its task was being deleted', async () => {
  add(1, 'a')
  await sending(0).fail(new ApiError(404, '', null))
  uploads.holdTask(1)
  uploads.resumeTask(1)
  await settled()
  expect(states()).toEqual(['a sending'])
})

it('resumes an upload that failed because its task was deleted elsewhere, but no other, once the task is back', async () => {
  add(1, 'a', 'b')
  add(2, 'c')
  await sending(0).fail(new ApiError(404, '', null))
  await sending(1).fail(new UnreadableFileError())
  await sending(2).fail(new ApiError(404, '', null))
  uploads.resumeTask(1)
  await settled()
  expect(states()).toEqual(['a sending', 'b failed', 'c failed'])
  expect(sending(3).key).toBe(sending(0).key)
})

function add(taskId: number, ...names: string[]): void {
  uploads.add(
    taskId,
    names.map((name) => ({ name, file: new File(['abc'], name) })),
    note,
  )
}

function one(name: string): Upload {
  const upload = uploads.get().uploads.find((upload) => upload.name === name)
  if (!upload) throw new Error(`There is no upload of ${name}.`)
  return upload
}

function sending(index: number): Sending {
  const sending = sendings[index]
  if (!sending) throw new Error(`Nothing was sent for the ${index + 1}. time.`)
  return sending
}

function states(): string[] {
  return uploads.get().uploads.map(({ name, state }) => `${name} ${state.is}`)
}

/** Lets pending promises settle. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
