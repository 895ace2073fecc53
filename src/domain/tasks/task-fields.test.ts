import { describe, expect, expectTypeOf, it } from 'vitest'

import { DRAFT_FIELD_NAMES, TASK_FIELDS, TASK_FIELD_NAMES, initialFields } from './task-fields.ts'
import { type Task, taskPatchSchema, taskSchema } from './task.ts'
import { taskDraftSchema } from './task-draft.ts'

describe('the table of fields', () => {
  it('has every field of a task, in the order of the API', () => {
    expect(TASK_FIELD_NAMES).toEqual(Object.keys(taskSchema.shape))
    expectTypeOf<Omit<typeof TASK_FIELDS, 'notes'>>().not.toExtend<Record<keyof Task, unknown>>()
  })

  it('has an initial value for every field that clients set', () => {
    expect(DRAFT_FIELD_NAMES.toSorted()).toEqual(Object.keys(taskPatchSchema.shape).toSorted())
    expect(taskDraftSchema.parse({ title: 'A' })).toEqual({ ...initialFields(), title: 'A' })
  })

  it('uses each column once', () => {
    const columns = TASK_FIELD_NAMES.map((name) => TASK_FIELDS[name].column)
    expect(new Set(columns).size).toBe(columns.length)
  })

  it('shares no list between new tasks', () => {
    initialFields().attachments.push('plan.pdf')
    expect(initialFields().attachments).toEqual([])
  })
})
