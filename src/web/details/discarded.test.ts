import { expect, test } from 'vitest'

import { taskToForm } from '#domain/tasks/task-form.ts'
import { aTask } from '#tests/support/a-task.ts'

import { NO_EDITS, conflictingFields, editField } from '../drafts/edits.ts'
import { discardedSince } from './discarded.ts'

const row = taskToForm(aTask({ title: 'Memo', description: null }))
const saved = editField(NO_EDITS, row, 'title', 'Board memo')
const older = { part: 'description', edits: editField(NO_EDITS, row, 'description', 'One page.') } as const
const newer = { part: 'description', edits: editField(saved, row, 'description', 'Two pages.') } as const

test('a save keeps text that was discarded since it began', () => {
  for (const before of [null, older])
    expect(discardedSince(before, newer, saved)).toMatchObject({
      part: 'description',
      edits: { mine: { description: 'Two pages.' } },
    })
})

test('a save forgets text that was discarded before it began, so that Undo reverts the save', () => {
  expect(discardedSince(older, older, saved)).toBe(null)
  expect(discardedSince(older, null, saved)).toBe(null)
})

test('text that was discarded during a save of the same value doesn’t conflict with that save', () => {
  const edits = editField(saved, row, 'title', 'Board memo, final')
  const kept = discardedSince(null, { part: 'title', edits }, saved)
  expect(kept?.edits.mine).toEqual({ title: 'Board memo, final' })
  expect(conflictingFields({ ...row, title: 'Board memo' }, kept?.edits ?? NO_EDITS)).toEqual([])
})
