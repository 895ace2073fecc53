import { describe, expect, it } from 'vitest'

import { taskDraftSchema } from '../task-draft.ts'
import { parseQuickAdd } from './quick-add.ts'
import { quickDraft, quickValues } from './quick-draft.ts'

function draftOf(line: string, preset: 3 | null = 3) {
  const parsed = parseQuickAdd(line, {
    readDue: () => '2026-11-20T09:00',
    today: Temporal.PlainDate.from('2026-11-19'),
    categories: ['Task', 'Project', 'Meeting'],
    projects: ['Acme'],
  })
  return taskDraftSchema.parse(quickDraft(quickValues(parsed, preset)))
}

describe('the draft of a line', () => {
  it('contains every recognized part', () => {
    expect(draftOf('Write offer fri 9am 2h p2 +Acme every 2 weeks')).toMatchObject({
      title: 'Write offer',
      dueDate: '2026-11-20T09:00',
      estimatedTime: '2 hours 0 minutes',
      priority: 2,
      category: 'Project',
      projectName: 'Acme',
      isRecurring: true,
      recurrenceFrequency: 'Bi-weekly',
    })
  })

  it('has the initial values for missing parts', () => {
    expect(draftOf('Write offer')).toMatchObject({
      dueDate: null,
      estimatedTime: null,
      priority: 3,
      category: 'Task',
      projectName: null,
      isRecurring: false,
      recurrenceFrequency: null,
    })
    expect(draftOf('Write offer', null).priority).toBe(5)
  })

  it('takes "today" alone as the planned day, and a day after "due" as the due date', () => {
    expect(draftOf('Write offer today')).toMatchObject({ plannedFor: '2026-11-19', dueDate: null })
    expect(draftOf('Write offer due fri')).toMatchObject({ plannedFor: null, dueDate: '2026-11-20T09:00' })
    expect(draftOf('Write offer today due fri')).toMatchObject({
      title: 'Write offer',
      plannedFor: '2026-11-19',
      dueDate: '2026-11-20T09:00',
    })
  })

  it('leaves the project in the title if the line has a category other than Project', () => {
    expect(draftOf('Write offer #Meeting +Acme')).toMatchObject({
      title: 'Write offer +Acme',
      category: 'Meeting',
      projectName: null,
    })
  })
})
