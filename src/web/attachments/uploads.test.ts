import { beforeEach, describe, expect, it } from 'vitest'

import type { Attachment } from '#domain/attachment.ts'

import { ApiError } from '../api.ts'
import type { FileToSend } from './send-file.ts'
import { type Upload, createUploads } from './uploads.ts'

/** One call of the sender: what it was given, and the ways to let it go on. */
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
  stored: ({ name }: Attachment) => void events.push(`stored ${name}`),
  cancelled: (name: string) => void events.push(`cancelled ${name}`),
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
  it('are sent one after the other, in the order they were added', async () => {
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

  it('tell how much was sent', () => {
    add(1, 'a')
    sending(0).progress(2)
    expect(uploads.get().uploads[0]?.state).toEqual({ is: 'sending', sent: 2 })
  })

  it('tell everybody who listens, until they stop', () => {
    let told = 0
    const stop = uploads.subscribe(() => told++)
    add(1, 'a')
    const before = told
    expect(before).toBeGreaterThan(0)
    stop()
    sending(0).progress(2)
    expect(told).toBe(before)
  })

  it('say what became of each, with the name it got', async () => {
    add(1, 'a', 'b')
    await sending(0).arrive()
    expect(uploads.get().news).toEqual({ taskId: 1, text: 'a is attached.' })
    await sending(1).arrive('b (2)')
    expect(uploads.get().news).toEqual({ taskId: 1, text: 'b is attached as b (2).' })
  })
})

describe('an upload that failed', () => {
  it('stays with its reason, and the next one goes on', async () => {
    add(1, 'a', 'b')
    await sending(0).fail(new ApiError(0, '', null))
    expect(uploads.get().uploads[0]?.state).toEqual({
      is: 'failed',
      reason: 'The connection was lost.',
      canRetry: true,
    })
    expect(uploads.get().news?.text).toBe('a was not attached. The connection was lost.')
    expect(states()).toEqual(['a failed', 'b sending'])
  })

  it('is sent again under the same key, after what is on its way', async () => {
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

  it('can be taken away', async () => {
    add(1, 'a')
    await sending(0).fail(new ApiError(503, '', null))
    uploads.cancel(one('a'))
    expect(states()).toEqual([])
    expect(events).toEqual(['cancelled a'])
  })
})

describe('an upload that is cancelled', () => {
  it('is broken off, is no failure, and the next one goes on', async () => {
    add(1, 'a', 'b')
    uploads.cancel(one('a'))
    expect(sending(0).signal.aborted).toBe(true)
    await settled()
    expect(states()).toEqual(['b sending'])
    expect(events).toEqual(['cancelled a'])
    expect(uploads.get().news).toBeNull()
  })

  it('is never sent when it was waiting', async () => {
    add(1, 'a', 'b', 'c')
    uploads.cancel(one('b'))
    await sending(0).arrive()
    expect(sendings.map((sending) => sending.name)).toEqual(['a', 'c'])
  })
})

it('what goes to a deleted task is forgotten, and nothing else', async () => {
  add(1, 'a', 'b')
  add(2, 'c')
  uploads.forgetTask(1)
  await settled()
  expect(sending(0).signal.aborted).toBe(true)
  expect(states()).toEqual(['c sending'])
  expect(events).toEqual([])
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

/** Lets everything that waits for an answer go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
