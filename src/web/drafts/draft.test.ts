import { describe, expect, test } from 'vitest'

import type { CanvasValues } from '../canvas/canvas-edits.ts'
import {
  DRAFTS_LENGTH_MAX,
  DRAFTS_MAX,
  DRAFT_LENGTH_MAX,
  chooseDraft,
  draftTime,
  draftsToDrop,
  readDraft,
  writeDraft,
} from './draft.ts'
import { NO_EDITS, conflictingFields, editField } from './edits.ts'
import { newTaskForm } from '#domain/tasks/task-form.ts'
import { NEW_TEMPLATE, newTemplateRow } from '../templates/template-form.ts'

const row: CanvasValues = { clearGoals: 'A version to sign', notes: '', nextSteps: '' }
const typed = editField(editField(NO_EDITS, row, 'notes', '4.2: "seven"\n\tdays 🪜'), row, 'clearGoals', '')

describe('reading a draft', () => {
  test('returns the edits and the time', () => {
    const text = writeDraft(typed, 1234)
    expect(readDraft(text, row)).toEqual({ at: 1234, edits: typed })
    expect(draftTime(text)).toBe(1234)
  })

  test('returns the Idempotency-Key of its last request', () => {
    expect(readDraft(writeDraft(typed, 1, 'a key'), row)?.sentUnder).toBe('a key')
    expect(readDraft(writeDraft(typed, 1), row)?.sentUnder).toBeUndefined()
  })

  test('treats malformed text as the oldest draft', () => {
    expect(draftTime('no draft')).toBe(0)
    expect(draftTime('[]')).toBe(0)
  })

  test('detects that the row has since changed', () => {
    const draft = readDraft(writeDraft(typed, 1), row)
    const theirs = { ...row, notes: 'theirs', nextSteps: 'theirs' }
    expect(draft && conflictingFields(theirs, draft.edits)).toEqual(['notes'])
  })

  test('supports every type of value in the task form', () => {
    const form = newTaskForm()
    let edits = editField(NO_EDITS, form, 'priority', 3)
    edits = editField(edits, form, 'isRecurring', true)
    edits = editField(edits, form, 'dependencies', ['3', '4'])
    expect(readDraft(writeDraft(edits, 1), form)?.edits).toEqual(edits)
  })

  test('supports the lists of the template form', () => {
    const tasks = [newTemplateRow('a'), { ...newTemplateRow('b'), dependencies: ['a'] }]
    const edits = editField(NO_EDITS, NEW_TEMPLATE, 'tasks', tasks)
    expect(readDraft(writeDraft(edits, 1), NEW_TEMPLATE)?.edits).toEqual(edits)
  })

  type Days = { days: number | null }
  test.each<{ row: Days } & Days>([
    { row: { days: null }, days: 7 },
    { row: { days: 7 }, days: null },
    { row: { days: 0 }, days: 7 },
  ])('restores $days over $row.days in a field that holds a number or null', ({ row, days }) => {
    const edits = editField(NO_EDITS, row, 'days', days)
    expect(readDraft(writeDraft(edits, 1), row)?.edits).toEqual(edits)
  })

  test.each<[Days, unknown]>([
    [{ days: null }, '7'],
    [{ days: 7 }, '7'],
    [{ days: null }, [7]],
    [{ days: null }, {}],
  ])('leaves out a number field of %j that was stored as %j', (row, days) => {
    const text = JSON.stringify({ at: 1, mine: { days }, seen: {} })
    expect(readDraft(text, row)?.edits).toEqual(NO_EDITS)
  })

  test.each([
    ['not JSON', '{"at":1,'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a time', '{"mine":{"notes":"a"},"seen":{}}'],
    ['without texts', '{"at":1,"seen":{}}'],
  ])('returns null if it is %s', (_, text) => {
    expect(readDraft(text, row)).toBeNull()
  })

  test.each([
    ['a name that the form does not have', { at: 1, mine: { title: 'a' }, seen: {} }],
    ['a value of another kind', { at: 1, mine: { notes: 7 }, seen: { notes: '' } }],
    ['a value that is missing', { at: 1, mine: { notes: null }, seen: {} }],
  ])('leaves out %s', (_, draft) => {
    expect(readDraft(JSON.stringify(draft), row)).toEqual({ at: 1, edits: NO_EDITS })
  })

  test('omits a list that contains anything but strings', () => {
    const draft = { at: 1, mine: { dependencies: [3], title: 'a' }, seen: { title: '' } }
    expect(readDraft(JSON.stringify(draft), newTaskForm())?.edits).toEqual({
      mine: { title: 'a' },
      seen: { title: '' },
    })
  })
})

describe('the draft to restore', () => {
  test('is null without drafts', () => {
    expect(chooseDraft([], row, isOwn)).toEqual({ chosen: null, spent: [] })
  })

  test('is the newest', () => {
    const drafts = [draft('a', 1, 'old'), draft('b', 3, 'new'), draft('c', 2, 'between')]
    expect(chooseDraft(drafts, row, isOwn)).toEqual({ chosen: drafts[1], spent: [] })
  })

  test('is this tab’s own, even if another is newer', () => {
    const drafts = [draft('own 1', 1, 'old'), draft('other', 9, 'theirs'), draft('own 2', 2, 'newer')]
    expect(chooseDraft(drafts, row, isOwn).chosen).toEqual(drafts[2])
  })

  test('is null if the row already has its values', () => {
    const drafts = [draft('own', 2, 'saved'), draft('other', 1, 'not saved')]
    expect(chooseDraft(drafts, { ...row, notes: 'saved' }, isOwn)).toEqual({
      chosen: drafts[1],
      spent: ['own'],
    })
  })
})

describe('making room for a draft', () => {
  test('deletes nothing while there is space', () => {
    expect(draftsToDrop([], DRAFT_LENGTH_MAX)).toEqual([])
    expect(draftsToDrop(kept(DRAFTS_MAX - 1), 100)).toEqual([])
  })

  test('deletes the oldest draft when there would be more than the maximum number', () => {
    expect(draftsToDrop(kept(DRAFTS_MAX), 100)).toEqual(['k0'])
  })

  test('deletes the oldest drafts until the new one fits', () => {
    const twoMillion = [
      { key: 'newest', length: 1_000_000, at: 3 },
      { key: 'oldest', length: 400_000, at: 1 },
      { key: 'middle', length: 600_000, at: 2 },
    ]
    const room = DRAFTS_LENGTH_MAX - 2_000_000
    expect(draftsToDrop(twoMillion, room)).toEqual([])
    expect(draftsToDrop(twoMillion, room + 1)).toEqual(['oldest'])
    expect(draftsToDrop(twoMillion, room + 400_001)).toEqual(['oldest', 'middle'])
  })

  test('rejects a draft that is too long and deletes nothing', () => {
    expect(draftsToDrop(kept(3), DRAFT_LENGTH_MAX + 1)).toBeNull()
  })
})

function draft(key: string, at: number, notes: string) {
  return { key, at, edits: editField(NO_EDITS, row, 'notes', notes) }
}

function isOwn(key: string): boolean {
  return key.startsWith('own')
}

/** Returns drafts of 100 units each, oldest first. */
function kept(count: number) {
  return Array.from({ length: count }, (_, i) => ({ key: `k${i}`, length: 100, at: (i * 7) % count }))
}
