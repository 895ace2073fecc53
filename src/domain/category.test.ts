import { describe, expect, it } from 'vitest'

import { DEFAULT_CATEGORIES, categoryColor, categoryNameSchema } from './category.ts'

describe('a category', () => {
  it.each([
    ['Project', 'project'],
    ['Meeting', 'meeting'],
    ['Appointment', 'appointment'],
    ['Deadline', 'deadline'],
    ['Reminder', 'reminder'],
    ['Task', 'neutral'],
    ['Garden', 'neutral'],
    ['project', 'neutral'],
    ['', 'neutral'],
    ['constructor', 'neutral'],
    ['__proto__', 'neutral'],
  ])('%j has the colour %s', (name, color) => {
    expect(categoryColor(name)).toBe(color)
  })

  it('is one of six by default, Task first', () => {
    expect(DEFAULT_CATEGORIES).toEqual(['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline'])
  })
})

describe('the name of a category', () => {
  it.each([
    ['Garden', 'Garden'],
    ['  Garden  ', 'Garden'],
    ['g', 'g'],
    ['😀'.repeat(30), '😀'.repeat(30)],
    [` ${'x'.repeat(30)} `, 'x'.repeat(30)],
  ])('%j is kept as %j', (typed, name) => {
    expect(categoryNameSchema.parse(typed)).toBe(name)
  })

  it.each([
    ['', 'Category name cannot be empty'],
    ['   ', 'Category name cannot be empty'],
    [undefined, 'Category name cannot be empty'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
    ['😀'.repeat(31), 'Category name must be 30 characters or fewer'],
  ])('%j is refused: %s', (typed, message) => {
    expect(categoryNameSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})
