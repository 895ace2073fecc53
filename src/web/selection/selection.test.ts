import { beforeEach, describe, expect, it } from 'vitest'

import { realIds } from '../sync/runner/outbox.ts'
import {
  clearSelection,
  currentSelection,
  keepSelected,
  selectAll,
  selectRange,
  toggleSelected,
} from './selection.ts'

const ORDER = [1, 2, 3, 4, 5, 6]
const selected = () => [...currentSelection().ids].toSorted((a, b) => a - b)

beforeEach(clearSelection)

describe('the selection', () => {
  it('selects and deselects a task, and remembers the task that changed last', () => {
    toggleSelected(2)
    toggleSelected(4)
    toggleSelected(2)
    expect(selected()).toEqual([4])
    expect(currentSelection().last).toBe(2)
  })

  it('selects a range from the last task in both directions, and later ranges start at the same task', () => {
    toggleSelected(3)
    selectRange(5, ORDER)
    expect(selected()).toEqual([3, 4, 5])
    selectRange(2, ORDER)
    expect(selected()).toEqual([2, 3, 4, 5])
    expect(currentSelection().last).toBe(2)
  })

  it('selects one task if a range has no start or its start is no longer shown', () => {
    selectRange(4, ORDER)
    expect(selected()).toEqual([4])
    selectRange(6, [5, 6])
    expect(selected()).toEqual([4, 6])
    selectRange(5, [5, 6])
    expect(selected()).toEqual([4, 5, 6])
  })

  it('selects a whole level, and deselects tasks that are gone', () => {
    toggleSelected(6)
    selectAll([1, 2, 3], 2)
    expect(selected()).toEqual([1, 2, 3, 6])
    expect(currentSelection().last).toBe(2)
    keepSelected(new Set([2, 3]))
    expect(selected()).toEqual([2, 3])
    expect(currentSelection().last).toBe(2)
    keepSelected(new Set())
    expect(currentSelection()).toMatchObject({ last: null, anchor: null })
  })

  it('remembers a remaining task if the last one is gone, or the id that the last one has received', () => {
    for (const id of [2, 4, 6]) toggleSelected(id)
    keepSelected(new Set([1, 2, 4]))
    expect(currentSelection().last).toBe(4)
    toggleSelected(2)
    keepSelected(new Set([2, 4]))
    expect(currentSelection().last).toBe(2)
    toggleSelected(-7)
    realIds.set(-7, 8)
    keepSelected(new Set([2, 4, 8]))
    expect(currentSelection().last).toBe(8)
  })

  it('keeps a task created offline selected before and after the board shows it under its id', () => {
    selectAll([-7, 1])
    realIds.set(-7, 2)
    keepSelected(new Set([-7, 1]))
    expect(selected()).toEqual([-7, 1])
    keepSelected(new Set([1, 2]))
    expect(selected()).toEqual([1, 2])
  })
})
