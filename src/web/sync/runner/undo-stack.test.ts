import { beforeEach, describe, expect, it } from 'vitest'

import { ApiError } from '../api.ts'
import { createUndoStack } from './undo-stack.ts'

let stack: ReturnType<typeof createUndoStack>
let undone: string[]
const push = (name: string) => stack.push(async () => void undone.push(name))

/** Adds a change that can be redone. */
const pushBoth = (name: string, undoesToo?: () => Promise<void>) =>
  stack.push(
    async () => void undone.push(name),
    async () => {
      undone.push(`${name} again`)
      return async () => void undone.push(`${name} undone again`)
    },
    undoesToo,
  )

beforeEach(() => {
  stack = createUndoStack()
  undone = []
})

describe('undo', () => {
  it('undoes one change at a time, the latest first, and returns false when none is left', async () => {
    push('move')
    push('completion')
    expect(await stack.undoLatest()).toBe(true)
    expect(undone).toEqual(['completion'])
    expect(await stack.undoLatest()).toBe(true)
    expect(undone).toEqual(['completion', 'move'])
    expect(await stack.undoLatest()).toBe(false)
  })

  it('happens only once, whether through the toast or the shortcut', async () => {
    const byToast = push('move')
    await byToast()
    await byToast()
    expect(await stack.undoLatest()).toBe(false)
    const late = push('deletion')
    await stack.undoLatest()
    await late()
    expect(undone).toEqual(['move', 'deletion'])
  })

  it('undoes a change without undoing earlier or later ones', async () => {
    push('first')
    const second = push('second')
    push('third')
    await second()
    await stack.undoLatest()
    await stack.undoLatest()
    expect(undone).toEqual(['second', 'third', 'first'])
  })

  it('starts with the change that started last, even if an earlier change ended after it', async () => {
    const place = stack.begin()
    push('second')
    stack.push(async () => void undone.push('first'), undefined, undefined, place)
    await stack.undoLatest()
    expect(undone).toEqual(['second'])
  })

  it('undoes fifty changes', async () => {
    for (let turn = 1; turn <= 60; turn++) push(`${turn}`)
    while (await stack.undoLatest());
    expect(undone).toHaveLength(50)
    expect(undone.at(-1)).toBe('11')
  })

  it('throws if the server rejects an undo, and drops the undo', async () => {
    stack.push(() => Promise.reject(new ApiError(409, 'Level 1 is full (3 of 3).', null)))
    await expect(stack.undoLatest()).rejects.toThrow('Level 1 is full')
    expect(await stack.undoLatest()).toBe(false)
  })

  it.each([0, 503])(
    'can be retried after status %i, which means that the server was unavailable',
    async (status) => {
      let isAway = true
      stack.push(async () => {
        if (isAway) throw new ApiError(status, 'The server can’t be reached.', null)
        undone.push('move')
      })
      await expect(stack.undoLatest()).rejects.toThrow('can’t be reached')
      isAway = false
      expect(await stack.undoLatest()).toBe(true)
      expect(undone).toEqual(['move'])
    },
  )
})

describe('redo', () => {
  it('redoes the change that was undone last, and undo works again', async () => {
    pushBoth('move')
    pushBoth('completion')
    expect(await stack.redoLatest()).toBe(false)
    await stack.undoLatest()
    await stack.undoLatest()
    await stack.redoLatest()
    expect(undone).toEqual(['completion', 'move', 'move again'])
    await stack.undoLatest()
    await stack.redoLatest()
    await stack.redoLatest()
    expect(await stack.redoLatest()).toBe(false)
    expect(undone.slice(3)).toEqual(['move undone again', 'move again', 'completion again'])
  })

  it('is no longer possible after a new change', async () => {
    pushBoth('move')
    await stack.undoLatest()
    pushBoth('completion')
    expect(await stack.redoLatest()).toBe(false)
  })

  it('also redoes the earlier change that was undone with it', async () => {
    const first = pushBoth('first')
    pushBoth('second', first)
    await stack.undoLatest()
    expect(undone).toEqual(['second', 'first'])
    await stack.redoLatest()
    expect(undone.slice(2)).toEqual(['first again', 'second again'])
    expect(await stack.redoLatest()).toBe(false)
    await stack.undoLatest()
    expect(undone.slice(4)).toEqual(['second undone again', 'first undone again'])
  })
})
