import { describe, expect, test } from 'vitest'

import type { CanvasValues } from './canvas.ts'
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
import { newTaskForm } from './task-form.ts'
import { NEW_TEMPLATE, newTemplateRow } from './template-form.ts'

const row: CanvasValues = { clearGoals: 'A version to sign', notes: '', nextSteps: '' }
const typed = editField(editField(NO_EDITS, row, 'notes', '4.2: "seven"\n\tdays 🪜'), row, 'clearGoals', '')

describe('a draft that is read', () => {
  test('says what was written, and when', () => {
    const text = writeDraft(typed, 1234)
    expect(readDraft(text, row)).toEqual({ at: 1234, edits: typed })
    expect(draftTime(text)).toBe(1234)
  })

  test('that cannot be read is the oldest', () => {
    expect(draftTime('no draft')).toBe(0)
    expect(draftTime('[]')).toBe(0)
  })

  test('knows of a row that changed between', () => {
    const draft = readDraft(writeDraft(typed, 1), row)
    const theirs = { ...row, notes: 'theirs', nextSteps: 'theirs' }
    expect(draft && conflictingFields(theirs, draft.edits)).toEqual(['notes'])
  })

  test('holds every kind of value that the form of a task has', () => {
    const form = newTaskForm()
    let edits = editField(NO_EDITS, form, 'priority', 3)
    edits = editField(edits, form, 'isRecurring', true)
    edits = editField(edits, form, 'dependencies', ['3', '4'])
    expect(readDraft(writeDraft(edits, 1), form)?.edits).toEqual(edits)
  })

  test('holds the rows that the form of a template has', () => {
    const tasks = [newTemplateRow('a'), { ...newTemplateRow('b'), dependencies: ['a'] }]
    const edits = editField(NO_EDITS, NEW_TEMPLATE, 'tasks', tasks)
    expect(readDraft(writeDraft(edits, 1), NEW_TEMPLATE)?.edits).toEqual(edits)
  })

  test.each([
    ['no JSON', '{"at":1,'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a time', '{"mine":{"notes":"a"},"seen":{}}'],
    ['without texts', '{"at":1,"seen":{}}'],
  ])('is none when it is %s', (_, text) => {
    expect(readDraft(text, row)).toBeNull()
  })

  test.each([
    ['a name that the form does not have', { at: 1, mine: { title: 'a' }, seen: {} }],
    ['a value of another kind', { at: 1, mine: { notes: 7 }, seen: { notes: '' } }],
    ['a value that is missing', { at: 1, mine: { notes: null }, seen: {} }],
  ])('leaves out %s', (_, draft) => {
    expect(readDraft(JSON.stringify(draft), row)).toEqual({ at: 1, edits: NO_EDITS })
  })

  test('a list of other things than texts is left out', () => {
    const draft = { at: 1, mine: { dependencies: [3], title: 'a' }, seen: { title: '' } }
    expect(readDraft(JSON.stringify(draft), newTaskForm())?.edits).toEqual({
      mine: { title: 'a' },
      seen: { title: '' },
    })
  })
})

describe('the draft to bring back', () => {
  test('is none where there is none', () => {
    expect(chooseDraft([], row, isOwn)).toEqual({ chosen: null, spent: [] })
  })

  test('is the newest', () => {
    const drafts = [draft('a', 1, 'old'), draft('b', 3, 'new'), draft('c', 2, 'between')]
    expect(chooseDraft(drafts, row, isOwn)).toEqual({ chosen: drafts[1], spent: [] })
  })

  test('is rather that of this tab, should another be newer', () => {
    const drafts = [draft('own 1', 1, 'old'), draft('other', 9, 'theirs'), draft('own 2', 2, 'newer')]
    expect(chooseDraft(drafts, row, isOwn).chosen).toEqual(drafts[2])
  })

  test('is none that the row says too: it was saved', () => {
    const drafts = [draft('own', 2, 'saved'), draft('other', 1, 'not saved')]
    expect(chooseDraft(drafts, { ...row, notes: 'saved' }, isOwn)).toEqual({
      chosen: drafts[1],
      spent: ['own'],
    })
  })
})

describe('room for drafts', () => {
  test('nothing gives way while there is room', () => {
    expect(draftsToDrop([], DRAFT_LENGTH_MAX)).toEqual([])
    expect(draftsToDrop(kept(DRAFTS_MAX - 1), 100)).toEqual([])
  })

  test('the oldest gives way to one too many', () => {
    expect(draftsToDrop(kept(DRAFTS_MAX), 100)).toEqual(['k0'])
  })

  test('the oldest give way until the new one fits, and no more', () => {
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

  test('one that is too long is not kept, and nothing gives way to it', () => {
    expect(draftsToDrop(kept(3), DRAFT_LENGTH_MAX + 1)).toBeNull()
  })
})

function draft(key: string, at: number, notes: string) {
  return { key, at, edits: editField(NO_EDITS, row, 'notes', notes) }
}

function isOwn(key: string): boolean {
  return key.startsWith('own')
}

/** So many drafts of 100 units each; the first is the oldest. */
function kept(count: number) {
  return Array.from({ length: count }, (_, i) => ({ key: `k${i}`, length: 100, at: (i * 7) % count }))
}
