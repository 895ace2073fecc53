import { beforeEach, describe, expect, it } from 'vitest'

import { ApiError } from '../api.ts'
import { addPending } from './pending.ts'
import { keepWayBack, undoLatest } from './undo-stack.ts'

const undone: string[] = []
const change = (name: string) => keepWayBack(async () => void undone.push(name))

beforeEach(async () => {
  while (await undoLatest());
  undone.length = 0
})

describe('undoing', () => {
  it('goes back one change at a time, the latest first, and says when there is none left', async () => {
    change('move')
    change('completion')
    expect(await undoLatest()).toBe(true)
    expect(undone).toEqual(['completion'])
    expect(await undoLatest()).toBe(true)
    expect(undone).toEqual(['completion', 'move'])
    expect(await undoLatest()).toBe(false)
  })

  it('happens once, whether the toast or the key asks first', async () => {
    const byToast = change('move')
    await byToast()
    await byToast()
    expect(await undoLatest()).toBe(false)
    const late = change('deletion')
    await undoLatest()
    await late()
    expect(undone).toEqual(['move', 'deletion'])
  })

  it('of a change between others leaves the others', async () => {
    change('first')
    const second = change('second')
    change('third')
    await second()
    await undoLatest()
    await undoLatest()
    expect(undone).toEqual(['second', 'third', 'first'])
  })

  it('goes back fifty changes', async () => {
    for (let turn = 1; turn <= 60; turn++) change(`${turn}`)
    while (await undoLatest());
    expect(undone).toHaveLength(50)
    expect(undone.at(-1)).toBe('11')
  })

  it('waits for a change that is on its way: that is the latest', async () => {
    change('before')
    const takeBack = addPending({ apply: (tasks) => [...tasks] })
    const undoing = undoLatest()
    await Promise.resolve()
    expect(undone).toEqual([])
    takeBack()
    change('on its way')
    expect(await undoing).toBe(true)
    expect(undone).toEqual(['on its way'])
  })

  it('that is refused tells the one who asked, and is not tried again', async () => {
    keepWayBack(() => Promise.reject(new ApiError(409, 'Level 1 is full (3 of 3).', null)))
    await expect(undoLatest()).rejects.toThrow('Level 1 is full')
    expect(await undoLatest()).toBe(false)
  })

  it.each([0, 503])(
    'that fails with status %i because the server is away can be tried again',
    async (status) => {
      let isAway = true
      keepWayBack(async () => {
        if (isAway) throw new ApiError(status, 'The server cannot be reached.', null)
        undone.push('move')
      })
      await expect(undoLatest()).rejects.toThrow('cannot be reached')
      isAway = false
      expect(await undoLatest()).toBe(true)
      expect(undone).toEqual(['move'])
    },
  )
})
